import Paceline

/// The stream that pages listen to: what happens, in finished words.
enum LivePages {
    /// A browser that has signed out, or never was in, is told not to ask again.
    static func stream(_ visit: Visit) async throws -> PageAnswer {
        guard let caller = visit.caller, caller.account.username != nil else {
            return PageAnswer(content: .nothing, status: 204)
        }
        let items = (visit.query["items"] ?? "").split(separator: ",").compactMap { FeedItem.ID(String($0)) }
        let words = LiveWords(
            filter: FeedFilter(visit.query), viewer: caller.account.id, wording: visit.wording)
        // A browser that takes the stream up again says where it stands in a header, which counts more.
        let position = (visit.lastEventID ?? visit.query["after"]).flatMap(LogPosition.init)
        return PageAnswer(
            content: .stream(
                Listening(session: caller.session, position: position, items: items, words: words)))
    }

    /// Where a page listens that shows the present.
    /// - Parameter query: what of it the page shows.
    static func address(from position: LogPosition, _ query: [(String, String)]) -> String {
        query.reduce(LocalPath("/live").with("after", "\(position)")) { $0.with($1.0, $1.1) }.description
    }
}
