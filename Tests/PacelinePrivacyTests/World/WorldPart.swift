import Foundation
import Paceline

/// What one feature brings to random worlds: what was done with it, what people do at random, and what is held against
/// the rule. The world itself knows of no feature; ``RandomWorld/parts`` lists them.
///
/// A part passes over what is told of other features' things.
protocol WorldPart: Sendable {
    init()

    /// What people do at random.
    static var steps: [WorldStep] { get }

    /// What has to be there before the first step.
    static func setUp(in world: inout RandomWorld) async throws
    /// What follows from a step, of this part or another.
    static func afterStep(since before: RandomWorld, in world: inout RandomWorld) async throws
    /// What comes after the last step.
    static func finish(in world: inout RandomWorld) async throws
    /// What ends because one has blocked the other.
    static func applyBlock(_ one: Int, _ other: Int, in world: inout RandomWorld)
    /// Forgets what was under an item that was deleted.
    static func removeItem(_ item: FeedItem.ID, in world: inout RandomWorld)

    /// What of it stands in feeds.
    static func items(in world: RandomWorld) -> [WorldItem]
    /// What a reader knows of it who has the items open and has missed nothing.
    static func facts(in world: RandomWorld, knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts
    /// Takes in what a stream tells; of what it only says that it has changed, `now` is what a reader then loads.
    static func apply(_ content: LiveEvent.Content, in facts: inout Facts, loading now: Facts)

    /// Holds everything that the viewer is shown of it against what the rule allows.
    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws
    /// Holds one thing that a stream tells against what the rule allows now.
    /// - Parameter isCurrent: whether it has to be told as it is now. What was told before and waited may have been
    ///   overtaken, by what waits behind it.
    static func check(
        _ content: LiveEvent.Content, deliveredTo viewer: Int, isCurrent: Bool, in world: RandomWorld)
        async throws
    /// Holds a change that the viewer's copy is told against the rule.
    static func check(_ change: Change, deliveredTo viewer: Int, in world: RandomWorld) async throws
    /// Holds a notification of the viewer's inbox against the rule.
    static func check(_ notification: SocialNotification, shownTo viewer: Int, in world: RandomWorld)
        async throws
    /// That what the notification says the person has done still holds.
    static func check(
        _ notification: SocialNotification, of person: Int, shownTo viewer: Int, in world: RandomWorld) throws
}

extension WorldPart {
    static var steps: [WorldStep] { [] }
    static func setUp(in world: inout RandomWorld) async throws {}
    static func afterStep(since before: RandomWorld, in world: inout RandomWorld) async throws {}
    static func finish(in world: inout RandomWorld) async throws {}
    static func applyBlock(_ one: Int, _ other: Int, in world: inout RandomWorld) {}
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

/// Something that a person does at random, alone or to another.
struct WorldStep: Sendable {
    typealias Act =
        @Sendable (inout RandomWorld, _ one: Int, _ other: Int, inout SeededRandom) async throws -> Void

    /// How often it is done, beside the weights of all others.
    let weight: Int
    let act: Act

    init(_ weight: Int, _ act: @escaping Act) {
        self.weight = weight
        self.act = act
    }

    /// What one does to another.
    static func between(
        _ weight: Int,
        _ act: @escaping @Sendable (inout RandomWorld, _ one: Int, _ other: Int) async throws -> Void
    ) -> WorldStep {
        WorldStep(weight) { world, one, other, _ in
            if one != other { try await act(&world, one, other) }
        }
    }
}

/// An item of a feed, whatever it is.
struct WorldItem {
    let id: FeedItem.ID
    let owner: Int
    let at: Date
    let isSeen: (_ viewer: Int) -> Bool
}
