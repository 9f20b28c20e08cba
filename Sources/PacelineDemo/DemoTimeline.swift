import Foundation
import Paceline

/// One person's items in chronological order, which keeps the person's last activity correct.
struct DemoTimeline {
    let owner: Int
    let entries: [Entry]

    var count: Int { entries.count }

    enum Entry {
        case workout(DemoPlan.SharedWorkout)
        case score(DemoPlan.SharedScore)
    }

    /// The timelines of all people with items.
    static func all(of plan: DemoPlan) -> [DemoTimeline] {
        let entries = plan.workouts.map(Entry.workout) + plan.scores.map(Entry.score)
        return Dictionary(grouping: entries, by: \.owner).sorted { $0.key < $1.key }.map { owner, entries in
            DemoTimeline(owner: owner, entries: entries.sorted { $0.at < $1.at })
        }
    }
}

extension DemoTimeline.Entry {
    var owner: Int {
        switch self {
        case .workout(let workout): workout.owner
        case .score(let score): score.owner
        }
    }

    var at: Date {
        switch self {
        case .workout(let workout): workout.at
        case .score(let score): score.at
        }
    }

    var kudos: [DemoPlan.Kudos] {
        switch self {
        case .workout(let workout): workout.kudos
        case .score(let score): score.kudos
        }
    }

    var comments: [DemoPlan.PlannedComment] {
        switch self {
        case .workout(let workout): workout.comments
        case .score(let score): score.comments
        }
    }
}

/// The planned reactions to a published item.
struct DemoReactions {
    let owner: Int
    let item: FeedItem.ID
    let kudos: [DemoPlan.Kudos]
    let comments: [DemoPlan.PlannedComment]
}
