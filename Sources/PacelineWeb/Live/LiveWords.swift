import Foundation
import Paceline
import PacelineAPI

/// Says what happens as the script of the pages takes it: words to be put in their place, and markup made here.
struct LiveWords: Sendable {
    let filter: FeedFilter
    let viewer: Person.ID
    let localizer: Localizer

    /// What is told of an item.
    private struct Told: Encodable {
        var item: FeedItem.ID?
        /// Which kind of item it is.
        var kind: String?
        var group: LeaderboardGroup.ID?
        var text: String?
        /// Whether the viewer gave kudos, when it was they who gave or withdrew them.
        var isMine: Bool?
        /// Markup of the newest comment.
        var latest: String?
    }

    /// - Returns: the message; one without content, which only says where the stream stands, for what no page shows.
    func say(_ event: LiveEvent, _ renderer: PageRenderer) throws -> ServerSentEvent {
        let id = event.position.description
        guard let (name, told) = told(event.content, renderer) else { return ServerSentEvent(id: id) }
        return ServerSentEvent(id: id, event: name, data: Array(try JSONEncoder().encode(told)))
    }

    private func told(_ content: LiveEvent.Content, _ renderer: PageRenderer) -> (String, Told)? {
        switch content {
        case .item(let item):
            filter.takes(item, of: viewer, in: localizer.timeZone)
                ? ("item", Told(item: item.id, kind: item.content.kindName)) : nil
        case .itemRemoved(let item): ("removed", Told(item: item))
        case .kudos(let change):
            (
                "kudos",
                Told(
                    item: change.item, text: localizer.count("kudos.count", change.kudosCount),
                    isMine: change.hasKudos)
            )
        case .comment(let comment, let count):
            (
                "comment",
                Told(
                    item: comment.item, text: localizer.count("comments.count", count),
                    latest: renderer.piece("Feed/latest", LatestView(comment)?.view ?? View()))
            )
        case .commentRemoved(_, let item, let count):
            ("comment", Told(item: item, text: localizer.count("comments.count", count)))
        case .notifications: ("notifications", Told())
        case .request, .requestRemoved, .relationship: ("people", Told())
        case .score: ("score", Told())
        case .group(let group): ("group", Told(group: group))
        case .groupLost(let group): ("groupLost", Told(group: group))
        case .reset: ("reset", Told())
        case .upToDate, .groupInvitation, .account: nil
        }
    }
}
