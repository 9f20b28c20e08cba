import Foundation
import Paceline

/// Everything that happened in a made-up community, before any of it is done: the same seed and last day give the
/// same plan.
///
/// People are named by their place in ``people``; the first is the one whose password is known.
package struct DemoPlan: Equatable {
    package static let username = "demi"
    package static let password = "paceline-demo"
    package static let invitation = "Sign in as \(username) with the password \(password)."
    /// Eighteen months.
    static let dayCount = 548

    var people: [DemoPerson] = []
    var friendships: [Friendship] = []
    var follows: [Follow] = []
    var workouts: [SharedWorkout] = []
    /// By person and person.
    var mutes: [Pair] = []
    var blocks: [Pair] = []
    /// Requests that still wait.
    var requests: [Request] = []
    var groups: [Group] = []
    /// In the order of time.
    var scores: [SharedScore] = []

    let firstDay: Day
    /// Nothing happens after this.
    let end: Date

    struct Pair: Hashable {
        let one: Int
        let other: Int
    }

    struct Friendship: Equatable {
        let pair: Pair
        let askedAt: Date
        let acceptedAt: Date
    }

    struct Follow: Equatable {
        let pair: Pair
        let at: Date
    }

    struct Request: Equatable {
        let pair: Pair
        let message: String?
        let at: Date
    }

    struct SharedWorkout: Equatable {
        let owner: Int
        let id: Workout.ID
        let draft: WorkoutDraft
        let at: Date
        var kudos: [Kudos] = []
        var comments: [PlannedComment] = []
    }

    struct Kudos: Equatable {
        let person: Int
        let isBig: Bool
        let at: Date
    }

    /// A comment, and what it led to.
    struct PlannedComment: Equatable {
        let person: Int
        let text: String
        let at: Date
        var reply: Reply?
        var hearts: [Int] = []
    }

    /// What the owner of what it stands under says to a comment.
    struct Reply: Equatable {
        let text: String
        let at: Date
    }

    /// - Parameters:
    ///   - lastDay: the community's newest day; nothing happens on it any more.
    ///   - people: at least 10.
    package init(people: Int, workouts: Int, seed: UInt64, lastDay: Day) {
        firstDay = lastDay.adding(days: -Self.dayCount)
        end = lastDay.startInUTC
        // Each part has a chance of its own, so that asking for more workouts leaves the people as they are.
        var randoms = (0..<7).map { DemoRandom(seed: seed &* 31 &+ $0) }
        planPeople(people, using: &randoms[0])
        let friendDates = planGraph(using: &randoms[1])
        planWorkouts(workouts, using: &randoms[2])
        planReactions(friendDates, using: &randoms[3])
        planRequestsAndBlocks(friendDates, using: &randoms[4])
        planGroups(friendDates, using: &randoms[5])
        planScores(friendDates, using: &randoms[6])
    }
}
