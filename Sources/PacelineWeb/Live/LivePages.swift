import Paceline

/// The event stream of the pages.
enum LivePages {
    /// Returns 204 No Content without a session, which tells the browser not to reconnect.
    static func stream(_ request: WebRequest) async throws -> PageResponse {
        guard let user = request.user, user.account.username != nil else {
            return PageResponse(content: .nothing, status: 204)
        }
        let items = (request.query["items"] ?? "").split(separator: ",").compactMap {
            FeedItem.ID(String($0))
        }
        let eventRenderer = try await LiveEventRenderer(request.query, user.session, request.localizer)
        // A reconnecting browser sends its position in a header, which takes precedence.
        let position = (request.lastEventID ?? request.query["after"]).flatMap(LogPosition.init)
        return PageResponse(
            content: .stream(
                StreamSubscription(
                    session: user.session, position: position, items: items, eventRenderer: eventRenderer)))
    }

    /// The address of the event stream for a page.
    /// - Parameter query: the parameters for what the page shows.
    static func address(from position: LogPosition, _ query: [(String, String)]) -> String {
        query.reduce(LocalPath("/live").with("after", "\(position)")) { $0.with($1.0, $1.1) }.description
    }
}
