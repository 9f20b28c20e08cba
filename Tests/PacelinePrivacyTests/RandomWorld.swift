import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

/// A small community made at random through the services, and a plain account of what was done in it.
///
/// The account is kept with sets and loops, without SQL, so that what the engine shows can be held against it.
struct RandomWorld: Sendable {
    let seed: UInt64
    let database: any Database
    let engine: Engine
    var people: [Inhabitant] = []
    var follows: Set<Pair> = []
    var blocks: Set<Pair> = []
    var mutes: Set<Pair> = []
    var workouts: [Shared] = []
    var comments: [Remark] = []
    var kudos: Set<Praise> = []
    /// Who has ever done something under which workout, whatever became of it.
    var reactions: Set<Praise> = []
    var scores: [ScoredDay] = []
    var groups: [Circle] = []
    /// From where each has followed changes.
    var tokens: [ChangeToken] = []
    var readers: [LiveReader] = []

    struct Inhabitant: Sendable {
        let id: Person.ID
        let username: String
        var privacyLevel: PrivacyLevel
        var isChild: Bool
        /// Whether they want to be shown on leaderboards.
        var isShown: Bool
    }

    /// Two people by their numbers, in this order.
    struct Pair: Hashable, Sendable {
        let from: Int
        let to: Int
    }

    struct Shared: Sendable {
        let id: Workout.ID
        let owner: Int
        var visibility: Visibility
        var distance: Double
        var hasPhoto: Bool
        var startedAt: Date
    }

    struct Remark: Sendable {
        let id: Comment.ID
        let workout: Int
        let author: Int
        var text: String
        let parent: Comment.ID?
        /// Those who gave it a heart.
        var hearts: Set<Int> = []
    }

    struct Praise: Hashable, Sendable {
        let workout: Int
        let person: Int
    }
}

extension RandomWorld {
    func session(_ person: Int) -> Session { engine.session(for: people[person].id) }

    func follows(_ one: Int, _ other: Int) -> Bool { follows.contains(Pair(from: one, to: other)) }

    func areFriends(_ one: Int, _ other: Int) -> Bool { follows(one, other) && follows(other, one) }

    /// Whether one of the two has blocked the other.
    func areApart(_ one: Int, _ other: Int) -> Bool {
        blocks.contains(Pair(from: one, to: other)) || blocks.contains(Pair(from: other, to: one))
    }

    func reach(_ viewer: Int, _ owner: Int) -> Reach {
        Reach(
            isMe: viewer == owner, isBlocked: areApart(viewer, owner), follows: follows(viewer, owner),
            isFollowedBack: follows(owner, viewer))
    }

    func sees(_ viewer: Int, _ workout: Shared) -> Bool {
        let owner = people[workout.owner]
        // What the product page says of a child, beside the rule that is tested.
        if owner.isChild, viewer != workout.owner, !areFriends(viewer, workout.owner) { return false }
        return Visibility.allows(
            reach: reach(viewer, workout.owner), audience: Audience.of(owner.privacyLevel),
            item: workout.visibility)
    }

    func seesProfile(_ viewer: Int, _ owner: Int) -> Bool {
        Visibility.allows(
            reach: reach(viewer, owner), audience: Audience.of(people[owner].privacyLevel), item: .public)
    }
}
