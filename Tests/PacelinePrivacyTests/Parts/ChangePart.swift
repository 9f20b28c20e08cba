import Foundation
import Paceline
import PacelineEngine

/// The change feed. Each feature's part checks the changes about that feature.
struct ChangePart: WorldPart {
    /// Each person's token.
    private var tokens: [ChangeToken] = []

    init() {}

    /// Gets a token for each person.
    static func setUp(in world: inout RandomWorld) async throws {
        for person in world.people.indices {
            let token = try await world.session(person).changes(since: nil, limit: 1).next
            world[ChangePart.self].tokens.append(token)
        }
    }

    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws {
        let session = world.session(viewer)
        var (token, hasMore) = (world[ChangePart.self].tokens[viewer], true)
        while hasMore {
            let page = try await session.changes(since: token, limit: 7)
            for change in page.changes {
                try await check(change, deliveredTo: viewer, in: world)
                try await change.kind?.part?.check(change, deliveredTo: viewer, in: world)
            }
            (token, hasMore) = (page.next, page.hasMore)
        }
        let rest = try await session.changes(since: token, limit: 100)
        try expect(rest.changes, [], "changes delivered to \(viewer) when there are no more")
    }

    /// Checks that the change contains what is shown now.
    static func check(_ change: Change, deliveredTo viewer: Int, in world: RandomWorld) async throws {
        guard case .item(let item) = change.content else { return }
        try expect(
            item, try await world.session(viewer).item(item.id), "\(change.kindName) delivered to \(viewer)")
    }
}

extension Change.Kind {
    /// The part that checks changes of the kind. Add a new kind here.
    fileprivate var part: (any WorldPart.Type)? {
        switch self {
        case .account, .settings, .notificationSettings, .person: PeoplePart.self
        case .edge, .mute: GraphPart.self
        case .item: WorkoutPart.self
        case .comment: ReactionPart.self
        case .group, .board: GroupPart.self
        case .season: TournamentPart.self
        case .inbox: NotificationPart.self
        // No part checks these.
        case .request, .invitation: nil
        }
    }
}
