import Foundation
import Paceline

/// A feature's part of the random worlds: its model, its random actions and its checks. The world itself does not
/// depend on any feature; ``RandomWorld/parts`` lists them.
///
/// A part ignores events of other features.
protocol WorldPart: Sendable {
    init()

    /// The random actions.
    static var steps: [WorldStep] { get }

    /// Prepares the world before the first step.
    static func setUp(in world: inout RandomWorld) async throws
    /// Runs after each step, of this part or another.
    static func afterStep(since before: RandomWorld, in world: inout RandomWorld) async throws
    /// Runs after the last step.
    static func finish(in world: inout RandomWorld) async throws
    /// Applies the effects of a new block between two people.
    static func applyBlock(_ one: Int, _ other: Int, in world: inout RandomWorld)
    /// Applies the effects of the end of a friendship.
    static func applyUnfriending(_ one: Int, _ other: Int, in world: inout RandomWorld)
    /// Removes everything that belonged to a deleted item.
    static func removeItem(_ item: FeedItem.ID, in world: inout RandomWorld)

    /// The feature's feed items.
    static func items(in world: RandomWorld) -> [WorldItem]
    /// The facts known to a reader who watches the items and has missed nothing.
    static func facts(in world: RandomWorld, knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts
    /// Applies an event of a stream. For events that only announce a change, `now` is what the reader then loads.
    static func apply(_ content: LiveEvent.Content, in facts: inout Facts, loading now: Facts)

    /// Checks everything that the viewer is shown against the rule.
    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws
    /// Checks an event of a stream against the current rule.
    /// - Parameter isCurrent: whether the event must show the current state. A queued event may be outdated by a later
    ///   one.
    static func check(
        _ content: LiveEvent.Content, deliveredTo viewer: Int, isCurrent: Bool, in world: RandomWorld)
        async throws
    /// Checks a change from the change feed against the rule.
    static func check(_ change: Change, deliveredTo viewer: Int, in world: RandomWorld) async throws
    /// Checks a notification of the viewer's inbox against the rule.
    static func check(_ notification: SocialNotification, shownTo viewer: Int, in world: RandomWorld)
        async throws
    /// Checks that the action that the notification reports still stands.
    static func check(
        _ notification: SocialNotification, of person: Int, shownTo viewer: Int, in world: RandomWorld) throws
}

extension WorldPart {
    static var steps: [WorldStep] { [] }
    static func setUp(in world: inout RandomWorld) async throws {}
    static func afterStep(since before: RandomWorld, in world: inout RandomWorld) async throws {}
    static func finish(in world: inout RandomWorld) async throws {}
    static func applyBlock(_ one: Int, _ other: Int, in world: inout RandomWorld) {}
    static func applyUnfriending(_ one: Int, _ other: Int, in world: inout RandomWorld) {}
    static func removeItem(_ item: FeedItem.ID, in world: inout RandomWorld) {}
    static func items(in world: RandomWorld) -> [WorldItem] { [] }
    static func facts(in world: RandomWorld, knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts {
        [:]
    }
    static func apply(_ content: LiveEvent.Content, in facts: inout Facts, loading now: Facts) {}
    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws {}
    static func check(
        _ content: LiveEvent.Content, deliveredTo viewer: Int, isCurrent: Bool, in world: RandomWorld
    ) async throws {}
    static func check(_ change: Change, deliveredTo viewer: Int, in world: RandomWorld) async throws {}
    static func check(_ notification: SocialNotification, shownTo viewer: Int, in world: RandomWorld)
        async throws
    {}
    static func check(
        _ notification: SocialNotification, of person: Int, shownTo viewer: Int, in world: RandomWorld
    ) throws {}
}

/// A random action of a person, alone or on another person.
struct WorldStep: Sendable {
    typealias Act =
        @Sendable (inout RandomWorld, _ one: Int, _ other: Int, inout SeededRandom) async throws -> Void

    /// The relative frequency of the action.
    let weight: Int
    let act: Act

    init(_ weight: Int, _ act: @escaping Act) {
        self.weight = weight
        self.act = act
    }

    /// An action of one person on another.
    static func between(
        _ weight: Int,
        _ act: @escaping @Sendable (inout RandomWorld, _ one: Int, _ other: Int) async throws -> Void
    ) -> WorldStep {
        WorldStep(weight) { world, one, other, _ in
            if one != other { try await act(&world, one, other) }
        }
    }
}

/// A feed item of any kind.
struct WorldItem {
    let id: FeedItem.ID
    let owner: Int
    let at: Date
    let isSeen: (_ viewer: Int) -> Bool
}
