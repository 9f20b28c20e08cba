import Paceline

extension LiveEvent {
    /// Encodes the event as a message of a stream.
    public func serverSent() throws -> ServerSentEvent {
        let id = position.description
        guard let (name, data) = try content.named() else { return ServerSentEvent(id: id) }
        return ServerSentEvent(id: id, event: name.rawValue, data: data)
    }

    /// Decodes a message of a stream.
    ///
    /// An unknown kind of event, from a newer server, becomes ``Content/upToDate``, which only advances the position.
    /// - Throws: ``SocialError/Code/malformed`` or ``SocialError/Code/invalidValue`` if the message is invalid.
    public init(_ message: ServerSentEvent) throws(SocialError) {
        guard let position = message.id.flatMap(LogPosition.init) else {
            throw SocialError(.malformed, "The stream sent an event without a valid id.", field: "id")
        }
        self.init(position: position, content: .upToDate)
        guard let data = message.data, let name = message.event.flatMap(Name.init) else { return }
        content = try Content(name, data)
    }

    /// The names of events on the wire.
    public enum Name: String, Sendable, CaseIterable {
        case feed, removed, kudos, comment, commentRemoved, request, requestRemoved, relationship, score
        case group, groupLost, groupInvitation, account, notification, reset
    }
}

extension LiveEvent.Name {
    /// The type of its data.
    var data: any WireValue.Type {
        switch self {
        case .feed: FeedItem.self
        case .kudos: KudosChange.self
        case .comment: LiveComment.self
        case .commentRemoved: LiveCommentRemoval.self
        case .request: ConnectionRequest.self
        case .removed: LiveReference<FeedItem>.self
        case .requestRemoved: LiveReference<ConnectionRequest>.self
        case .relationship, .score: LiveReference<Person>.self
        case .group, .groupLost, .groupInvitation: LiveReference<LeaderboardGroup>.self
        case .account, .notification, .reset: LiveSignal.self
        }
    }
}

extension LiveEvent.Content {
    /// The name and the data; nil for an event that only advances the position.
    fileprivate func named() throws -> (LiveEvent.Name, [UInt8])? {
        switch self {
        case .upToDate: nil
        case .reset: (.reset, try LiveSignal().json())
        case .item(let item): (.feed, try item.json())
        case .itemRemoved(let id): (.removed, try LiveReference(id: id).json())
        case .kudos(let change): (.kudos, try change.json())
        case .comment(let comment, let count):
            (.comment, try LiveComment(comment: comment, commentCount: count).json())
        case .commentRemoved(let id, let item, let count):
            (.commentRemoved, try LiveCommentRemoval(id: id, item: item, commentCount: count).json())
        case .request(let request): (.request, try request.json())
        case .requestRemoved(let id): (.requestRemoved, try LiveReference(id: id).json())
        case .relationship(let person): (.relationship, try LiveReference(id: person).json())
        case .score(let person): (.score, try LiveReference(id: person).json())
        case .group(let id): (.group, try LiveReference(id: id).json())
        case .groupLost(let id): (.groupLost, try LiveReference(id: id).json())
        case .groupInvitation(let id): (.groupInvitation, try LiveReference(id: id).json())
        case .account: (.account, try LiveSignal().json())
        case .notifications: (.notification, try LiveSignal().json())
        }
    }

    fileprivate init(_ name: LiveEvent.Name, _ data: [UInt8]) throws(SocialError) {
        switch name {
        case .feed: self = .item(try PacelineJSON.decode(FeedItem.self, from: data))
        case .removed: self = .itemRemoved(try Self.reference(data))
        case .kudos: self = .kudos(try PacelineJSON.decode(KudosChange.self, from: data))
        case .comment:
            let value = try PacelineJSON.decode(LiveComment.self, from: data)
            self = .comment(value.comment, count: value.commentCount)
        case .commentRemoved:
            let value = try PacelineJSON.decode(LiveCommentRemoval.self, from: data)
            self = .commentRemoved(value.id, item: value.item, count: value.commentCount)
        case .request: self = .request(try PacelineJSON.decode(ConnectionRequest.self, from: data))
        case .requestRemoved: self = .requestRemoved(try Self.reference(data))
        case .relationship: self = .relationship(try Self.reference(data))
        case .score: self = .score(try Self.reference(data))
        case .group: self = .group(try Self.reference(data))
        case .groupLost: self = .groupLost(try Self.reference(data))
        case .groupInvitation: self = .groupInvitation(try Self.reference(data))
        case .account: self = .account
        case .notification: self = .notifications
        case .reset: self = .reset
        }
    }

    private static func reference<Subject>(_ data: [UInt8]) throws(SocialError) -> Identifier<Subject> {
        try PacelineJSON.decode(LiveReference<Subject>.self, from: data).id
    }
}
