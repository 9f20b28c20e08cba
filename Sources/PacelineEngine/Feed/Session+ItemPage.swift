import Foundation
import Paceline
import PacelineDatabase

/// The data for an item's page.
public struct ItemPage: Sendable {
    /// Includes the details that cards leave out.
    public let item: FeedItem
    /// Whether the viewer has a result for the same puzzle, so that its grid can be shown.
    public let hasOwnResult: Bool
    /// The workout that earned the level or badge; nil for other items, and if the viewer doesn't see the workout.
    public let earnedWith: Workout?
    /// The day on which a workout of the viewer earns XP. It can differ from the day of its start: a workout that
    /// overlaps another one earns on that one's day. Nil if it overlaps workouts of several days, so that it earns on
    /// none, and for all other items.
    public let awardDay: Day?
    /// Newest first.
    public let kudos: Page<Kudos>
    public let comments: Page<Comment>
}

extension Session {
    /// Reads the data for an item's page in one transaction.
    public func itemPage(
        _ id: FeedItem.ID, kudos kudosPage: PageRequest, comments commentsPage: PageRequest
    ) async throws -> ItemPage {
        try await read { transaction in
            var item = try transaction.item(id)
            let reactions = Reactions(transaction)
            let kudos = try reactions.kudos(of: item.id, kudosPage)
            let comments = try reactions.comments(on: item.id, commentsPage)
            let detailed = try ItemContent.of(item.content.kind)?.detailed(item.id, transaction)
            if let detailed { item.content = detailed }
            return ItemPage(
                item: item,
                hasOwnResult: try !transaction.scoresOfPlayedPuzzles(among: [item.score].compactMap(\.self))
                    .isEmpty,
                earnedWith: try transaction.workout(earning: item),
                awardDay: try transaction.awardDay(of: item),
                kudos: kudos, comments: comments)
        }
    }
}

extension Transaction {
    /// The workout that earned a level or badge, at whose end it was earned. Index: the primary key of `items`.
    fileprivate func workout(earning item: FeedItem) throws -> Workout? {
        switch item.content {
        case .levelUp, .achievement, .milestone: break
        case .workout, .score, .unknown: return nil
        }
        let entry = try connection.fetchFirst(
            """
            SELECT \(Entry.columns)
            FROM items
            JOIN people ON people.id = items.owner
            JOIN workouts ON workouts.id = items.id
            WHERE items.owner = \(item.author.id)
                AND items.at <= \(item.at) AND items.at >= \(item.at.addingTimeInterval(-Self.longestWorkout))
                AND workouts.ended_at = \(item.at) AND \(isVisible)
            ORDER BY items.at DESC, items.id DESC
            """, Entry.init)
        return try entry.flatMap { try items([$0]).first?.workout }
    }

    /// Index: the unique one of `awards.workout`.
    fileprivate func awardDay(of item: FeedItem) throws -> Day? {
        guard let workout = item.workout, item.author.id == viewer.id else { return nil }
        return try connection.fetchFirst(
            """
            SELECT day FROM awards
            WHERE workout = \(workout.id) AND owner = \(viewer.id) AND bridges_days = \(false)
            """
        ) { $0[0] as Day }
    }

    /// How long before its end a workout may have started, in seconds.
    private static let longestWorkout: TimeInterval = 30 * 86_400
}
