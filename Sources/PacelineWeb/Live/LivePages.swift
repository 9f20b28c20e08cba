import Paceline
import PacelineEngine

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
        let filter = FeedFilter(request.query)
        let eventRenderer = LiveEventRenderer(
            filter: filter, members: try await members(of: filter.group, user.session),
            viewer: user.account.id, localizer: request.localizer)
        // A reconnecting browser sends its position in a header, which takes precedence.
        let position = (request.lastEventID ?? request.query["after"]).flatMap(LogPosition.init)
        return PageResponse(
            content: .stream(
                StreamSubscription(
                    session: user.session, position: position, items: items, eventRenderer: eventRenderer)))
    }

    /// The members of the group whose feed is open; none if the user is no longer a member, since an error would make
    /// the browser connect again and again.
    private static func members(
        of group: LeaderboardGroup.ID?, _ session: Session
    ) async throws -> Set<Person.ID> {
        guard let group else { return [] }
        do {
            return try await session.memberIDs(of: group)
        } catch let error as SocialError where error.code == .groupNotFound {
            return []
        }
    }

    /// The address of the event stream for a page.
    /// - Parameter query: the parameters for what the page shows.
    static func address(from position: LogPosition, _ query: [(String, String)]) -> String {
        query.reduce(LocalPath("/live").with("after", "\(position)")) { $0.with($1.0, $1.1) }.description
    }
}
