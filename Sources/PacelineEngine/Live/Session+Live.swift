import Paceline

extension Session {
    public func events(after position: LogPosition?, watching items: [FeedItem.ID]) -> LiveEvents {
        LiveEvents { try await stream(after: position, watching: items) }
    }

    /// The same as one stream, for whoever ends it from elsewhere.
    /// - Throws: ``SocialError/Code/limitReached`` when the person has as many as they may have.
    public func stream(after position: LogPosition?, watching items: [FeedItem.ID]) async throws -> LiveStream
    {
        try await LiveStream(self, after: position, watching: items)
    }
}
