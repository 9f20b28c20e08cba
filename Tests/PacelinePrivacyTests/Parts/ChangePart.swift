import Foundation
import Paceline
import PacelineEngine

/// Copies that follow changes. What a change says of a feature's things, that feature's part holds against the rule.
struct ChangePart: WorldPart {
    /// From where each has followed.
    private var tokens: [ChangeToken] = []

    init() {}

    /// Everybody begins to follow.
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

    /// What comes with a change is what is shown now.
    static func check(_ change: Change, deliveredTo viewer: Int, in world: RandomWorld) async throws {
        guard case .item(let item) = change.content else { return }
        try expect(
            item, try await world.session(viewer).item(item.id), "\(change.kindName) delivered to \(viewer)")
    }
}

extension Change.Kind {
    /// The part that holds a change of the kind against the rule: a new kind says here which one does.
    fileprivate var part: (any WorldPart.Type)? {
        switch self {
        case .account, .settings, .notificationSettings, .person: PeoplePart.self
        case .edge, .mute: GraphPart.self
        case .item: WorkoutPart.self
        case .comment: ReactionPart.self
        case .group, .season, .board: GroupPart.self
        case .request, .invitation: nil
        }
    }
}
