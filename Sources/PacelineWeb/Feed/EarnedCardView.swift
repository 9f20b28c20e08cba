import Foundation
import Paceline
import PacelineEngine

/// All that one person earned at one time, as a card of one or two lines.
struct EarnedCardView: Sendable {
    let view: View

    /// - Parameters:
    ///   - workout: the workout that earned it; nil if the page doesn't show it.
    ///   - path: the path that the forms return to, to which the anchor of a row is added.
    init(
        author: Person, _ items: [FeedItem], by workout: Workout?, viewer: Person.ID,
        returningTo path: String, _ localizer: Localizer
    ) {
        let rows = items.enumerated().map { index, item in
            let row = CardView(item: item, viewer: viewer, localizer: localizer)
                .view(returningTo: "\(path)#item-\(item.id)")
            // Several badges share a line and the buttons of the first.
            return items.count == 1
                ? row : row.merging(["task": .nothing, "isLead": .flag(index == 0)])
        }
        view = [
            "id": .text("\(items[0].id)"), "author": .view(author.line),
            "time": .view(localizer.time(items[0].at)), "rows": .list(rows),
            "workout": .view(optional: workout.map(Self.link)),
        ]
    }

    /// The link to the workout that earned something.
    static func link(to workout: Workout) -> View {
        ["href": .text("/workouts/\(workout.id)"), "title": .text(workout.shownTitle)]
    }
}

/// The workouts on a page of the feed, by what their levels and badges have in common with them.
struct WorkoutsByEnd: Sendable {
    private struct Key: Hashable {
        let owner: Person.ID
        let end: Date
    }

    private let workouts: [Key: Workout]

    init(_ items: [FeedItem]) {
        workouts = Dictionary(
            items.compactMap(\.workout).map { (Key(owner: $0.owner, end: $0.endedAt), $0) }
        ) { first, _ in first }
    }

    /// The workout that earned the item; nil if it isn't on the page.
    subscript(item: FeedItem) -> Workout? { workouts[Key(owner: item.author.id, end: item.at)] }
}
