import Foundation
import Paceline

/// ``RandomActions``, and others that show or hide what local copies do not compare.
struct KeptCopyActions {
    private let world: World
    private let people: [Member]
    private var actions: RandomActions
    private var random: SeededRandom

    init(of people: [Member], in world: World, seed: UInt64) {
        self.world = world
        self.people = people
        actions = RandomActions(of: people, seed: seed)
        random = SeededRandom(seed: seed &+ 7_000)
    }

    private static let names = [
        "invite", "invite", "accept invitation", "withdraw", "subscribe", "mention", "mention", "hide totals",
        "show totals", "leave boards", "join boards", "read", "befriend", "befriend", "play today",
        "correct an age", "bury",
    ]

    /// Performs a random action; a rejected one has no effect.
    mutating func next() async throws -> RandomActions.Action {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return try await actions.next() }
        let actor = people.randomElement(using: &random)!
        let other = people.filter { $0.id != actor.id }.randomElement(using: &random)!
        let name = Self.names.randomElement(using: &random)!
        actor.clock.tick()
        do {
            try await act(name, actor, other)
        } catch is SocialError {
            // Some random actions are not allowed.
        }
        return RandomActions.Action(actor: actor, other: other, name: name)
    }

    private mutating func act(_ name: String, _ actor: Member, _ other: Member) async throws {
        let services = actor.services
        switch name {
        case "invite", "withdraw", "bury":
            guard let group = try await services.groups(.whole).items.randomElement(using: &random) else {
                return
            }
            switch name {
            case "invite": try await services.invite(other.reference, to: group.id)
            case "withdraw": try await services.removeInvitation(of: other.reference, to: group.id)
            default: try await services.deleteGroup(group.id)
            }
        case "accept invitation":
            let open = try await services.groupInvitations(.whole).items
            guard let invitation = open.randomElement(using: &random) else { return }
            _ = try await services.acceptInvitation(to: invitation.group)
        case "mention":
            let items = try await services.feed(FeedQuery(), .whole).items
            guard let item = items.randomElement(using: &random) else { return }
            _ = try await services.comment(CommentDraft(text: "Look, @\(other.username)"), on: item.id)
        case "subscribe": _ = try await services.follow(other.reference, notifications: true)
        case "hide totals": try await actor.sets(SettingsChanges(showWorkoutStats: false))
        case "show totals": try await actor.sets(SettingsChanges(showWorkoutStats: true))
        case "leave boards": try await actor.sets(SettingsChanges(showOnLeaderboards: false))
        case "join boards": try await actor.sets(SettingsChanges(showOnLeaderboards: true))
        case "read": try await actor.readsAll()
        case "befriend": try await world.befriend(actor, other)
        case "play today": try await actor.plays(Int.random(in: 1...6, using: &random))
        default:
            // Rarely, since a child sees and shows little.
            guard Int.random(in: 0..<4, using: &random) == 0 else { return }
            let year = [1990, 2010, 2016].randomElement(using: &random)!
            try await world.engine.correctBirthDate(of: actor.username, to: try day(year * 10_000 + 101))
        }
    }
}
