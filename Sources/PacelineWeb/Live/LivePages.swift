import Paceline

/// The stream that pages listen to: what happens, in finished words.
enum LivePages {
    /// A browser that has signed out, or never was in, is told not to reconnect.
    static func stream(_ request: WebRequest) async throws -> PageResponse {
        guard let user = request.user, user.account.username != nil else {
            return PageResponse(content: .nothing, status: 204)
        }
        let items = (request.query["items"] ?? "").split(separator: ",").compactMap {
            FeedItem.ID(String($0))
        }
        let eventRenderer = LiveEventRenderer(
            filter: FeedFilter(request.query), viewer: user.account.id, localizer: request.localizer)
        // A browser that takes the stream up again says where it stands in a header, which counts more.
        let position = (request.lastEventID ?? request.query["after"]).flatMap(LogPosition.init)
        return PageResponse(
            content: .stream(
                StreamSubscription(
                    session: user.session, position: position, items: items, eventRenderer: eventRenderer)))
    }

    /// Where a page listens that shows the present.
    /// - Parameter query: what of it the page shows.
    static func address(from position: LogPosition, _ query: [(String, String)]) -> String {
        query.reduce(LocalPath("/live").with("after", "\(position)")) { $0.with($1.0, $1.1) }.description
    }
}
