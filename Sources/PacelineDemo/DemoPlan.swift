import Foundation
import Paceline

/// The content of a demo community. The same size, seed and end give the same plan.
///
/// People are referenced by their index in ``people``. The first is the demo user, whose password is known.
package struct DemoPlan: Equatable {
    /// The demo user's username.
    package static let username = "demi"
    /// The demo user's password.
    package static let password = "paceline-demo"
    /// A sentence with the demo user's sign-in.
    package static let signInHint = "Sign in as \(username) with the password \(password)."
    /// The length of the community's history, 18 months.
    static let dayCount = 548

    var people: [DemoPerson] = []
    var friendships: [Friendship] = []
    var follows: [Follow] = []
    var workouts: [SharedWorkout] = []
    var mutes: [Pair] = []
    var blocks: [Pair] = []
    /// Pending requests.
    var requests: [Request] = []
    var groups: [Group] = []
    /// In chronological order.
    var scores: [SharedScore] = []

    let firstDay: Day
    /// The instant at which the history ends.
    let end: Date

    /// Two people. The first follows, mutes or blocks the second, or sends them the request.
    struct Pair: Hashable {
        let from: Int
        let to: Int
    }

    struct Friendship: Equatable {
        let pair: Pair
        let requestedAt: Date
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
        var draft: WorkoutDraft
        let at: Date
        var photo: DemoPhoto?
        var kudos: [Kudos] = []
        var comments: [PlannedComment] = []
    }

    struct Kudos: Equatable {
        let person: Int
        let isBig: Bool
        let at: Date
    }

    /// A comment with its hearts and the item owner's reply.
    struct PlannedComment: Equatable {
        let person: Int
        var text: String
        let at: Date
        var reply: PlannedReply?
        var hearts: [Int] = []
    }

    /// The item owner's reply to a comment.
    struct PlannedReply: Equatable {
        let text: String
        let at: Date
    }

    /// Creates a plan.
    /// - Parameters:
    ///   - people: the number of people, at least 10.
    ///   - workouts: the number of workouts.
    ///   - seed: the seed of the random generator.
    ///   - end: the instant at which the history ends.
    package init(people: Int, workouts: Int, seed: UInt64, end: Date) {
        firstDay = Day(of: end, in: .gmt).adding(days: -Self.dayCount)
        self.end = end
        // Each part has its own generator, so that more workouts do not change the people.
        var generators = (0..<9).map { DemoRandom(seed: seed &* 31 &+ $0) }
        planPeople(people, using: &generators[0])
        let friendDates = planGraph(using: &generators[1])
        planRareSports(friendDates)
        planWorkouts(workouts, using: &generators[2])
        planFreshWorkouts(friendDates, using: &generators[8])
        planHeldWorkout()
        planReactions(friendDates, using: &generators[3])
        planRequestsAndBlocks(friendDates, using: &generators[4])
        planGroups(friendDates, using: &generators[5])
        planScores(friendDates, using: &generators[6])
        planInbox(friendDates, using: &generators[7])
    }
}
