import Foundation
import Paceline
import PacelineAPI
import PacelineEngine

/// Renders events for the script: finished texts, and markup for comments.
struct LiveEventRenderer: Sendable {
    let filter: FeedFilter
    /// The members of the filter's group.
    let members: Set<Person.ID>
    let viewer: Person.ID
    let localizer: Localizer

    /// The JSON of one event.
    private struct Payload: Encodable {
        var item: FeedItem.ID?
        /// The kind of the item.
        var kind: String?
        var group: LeaderboardGroup.ID?
        var text: String?
        /// The number alone, for buttons that show only that; nil for zero.
        var shown: String?
        /// Whether the viewer gave kudos; set only if the viewer caused the event.
        var isMine: Bool?
        /// The markup of the latest comment.
        var latest: String?
    }

    /// - Returns: the event; with an id only, which moves the reader's position, if no page shows it.
    func message(for event: LiveEvent, _ renderer: PageRenderer) throws -> ServerSentEvent {
        let id = event.position.description
        guard let (name, payload) = payload(event.content, renderer) else { return ServerSentEvent(id: id) }
        return ServerSentEvent(id: id, event: name, data: Array(try JSONEncoder().encode(payload)))
    }

    private func payload(_ content: LiveEvent.Content, _ renderer: PageRenderer) -> (String, Payload)? {
        switch content {
        case .item(let item):
            filter.includes(item, of: viewer, members: members, in: localizer.timeZone)
                ? ("item", Payload(item: item.id, kind: item.content.kindName)) : nil
        case .itemRemoved(let item): ("removed", Payload(item: item))
        case .kudos(let change):
            (
                "kudos",
                Payload(
                    item: change.item, text: localizer.count("kudos.count", change.kudosCount),
                    shown: Self.shown(change.kudosCount),
                    isMine: change.hasKudos)
            )
        case .comment(let comment, let count):
            (
                "comment",
                Payload(
                    item: comment.item, text: localizer.count("comments.count", count),
                    shown: Self.shown(count),
                    latest: renderer.fragment("Feed/latest", LatestView(comment)?.view ?? View()))
            )
        case .commentRemoved(_, let item, let count):
            (
                "comment",
                Payload(item: item, text: localizer.count("comments.count", count), shown: Self.shown(count))
            )
        case .notifications: ("notifications", Payload())
        case .request, .requestRemoved, .relationship: ("people", Payload())
        case .score: ("score", Payload())
        case .group(let group): ("group", Payload(group: group))
        case .groupLost(let group): ("groupLost", Payload(group: group))
        case .reset: ("reset", Payload())
        case .upToDate, .groupInvitation, .account: nil
        }
    }

    private static func shown(_ count: Int) -> String? { count == 0 ? nil : Measure.grouped(count) }
}

extension LiveEventRenderer {
    /// - Parameter query: the parameters of the stream, with the filter of its page.
    init(_ query: FormData, _ session: Session, _ localizer: Localizer) async throws {
        let filter = FeedFilter(query)
        self.init(
            filter: filter, members: try await Self.members(of: filter.group, session),
            viewer: session.viewer, localizer: localizer)
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
}
