import Paceline
import PacelineEngine

/// An item on its card, as a row of a card of several, or at the head of its own page.
struct CardView: Sendable {
    let item: FeedItem
    var preview = CardPreview()
    let viewer: Person.ID
    let localizer: Localizer

    /// With more exercises, a card would be mostly their list.
    private static let exercisesShown = 3

    var href: String {
        switch item.content {
        case .workout(let workout): "/workouts/\(workout.id)"
        case .score, .levelUp, .achievement, .milestone, .unknown: "/items/\(item.id)"
        }
    }

    var isMine: Bool { item.author.id == viewer }

    /// The values of a card and of the head of the item's page.
    var view: View {
        var view: View = [
            "id": .text("\(item.id)"), "href": .text(href), "author": .view(item.author.line),
            "time": .view(localizer.time(item.at)), "title": .text(title), "measures": .list(measures),
            "badges": .list(badges), "hasMeasures": .flag(!measures.isEmpty),
            "commentCount": .text(localizer.count("comments.count", item.commentCount)),
            "comments": .text(optional: item.commentCount == 0 ? nil : Measure.grouped(item.commentCount)),
            "kudos": .view(KudosView(item, isMine: isMine, href: href, localizer).view),
            "givers": .view(optional: GiversView(item, preview.givers, localizer)?.view),
            "latest": .nothing, "visibility": .text(localizer.visibilityName(item.visibility)),
            "isPrivate": .flag(item.visibility == .private), "isRow": .flag(isRow),
        ]
        view["latest"] = .view(optional: item.latestComment.flatMap(LatestView.init)?.view)
        return view
    }

    /// A card, or a row of a card of several items.
    /// - Parameter path: the path that its forms return to.
    func view(returningTo path: String) -> View {
        var view = view
        view["return"] = .text(path)
        switch item.content {
        case .workout(let workout): view = view.merging(picture(of: workout))
        case .score(let score): view = view.merging(row(of: score))
        case .levelUp, .achievement, .milestone:
            view = view.merging(EarnedView(item.content, localizer).line).merging(["isLead": true])
        case .unknown(let kind):
            view = view.merging(Self.noPicture).merging(["sport": "other", "type": .text(kind)])
        }
        return view
    }

    /// The template of the item on its own.
    var template: String {
        switch item.content {
        case .workout, .unknown: "Feed/card"
        case .levelUp, .achievement, .milestone: "Feed/earned"
        case .score: "Feed/puzzle"
        }
    }

    /// Whether it is shown on a card of several items.
    private var isRow: Bool { template != "Feed/card" }

    var title: String {
        switch item.content {
        case .workout(let workout): workout.shownTitle
        case .score(let score): localizer.gameName(score.game)
        case .levelUp, .achievement, .milestone: EarnedView(item.content, localizer).title
        case .unknown(let kind): kind
        }
    }

    private static let noPicture: View = ["photo": .nothing, "chart": .nothing, "lifts": .nothing]

    /// The photo, or else the shape of the session.
    private func picture(of workout: Workout) -> View {
        var view = Self.noPicture.merging([
            "sport": .text(WorkoutView.icon(of: workout.type)),
            "type": .text(localizer.typeName(workout.type)),
        ])
        guard !preview.hasPhoto else {
            view["photo"] = .text("\(href)/photo")
            return view
        }
        switch preview.sketch?.content {
        case .intervals(let intervals)?:
            let chart = IntervalChart(intervals: intervals, type: workout.type, localizer: localizer).sketch
            view["chart"] = .view(optional: chart?.view)
        case .exercises(let exercises)?:
            view["lifts"] = .view(LiftsView(exercises, limit: Self.exercisesShown, localizer).view)
        case nil: break
        }
        return view
    }

    private func row(of score: Score) -> View {
        [
            "tile": .view(GameTile(score.game, localizer).view), "result": .view(result(of: score)),
            "grid": .view(optional: grid(of: score, cellSize: 8)),
        ]
    }

    /// The grid, veiled unless the reader has a result for the puzzle.
    private func grid(of score: Score, cellSize: Int) -> View? {
        guard let grid = score.grid else { return nil }
        let owner = (game: localizer.gameName(score.game), player: item.author.displayName)
        return GridView(grid: grid, cellSize: cellSize, localizer: localizer)
            .view(veiledFor: isMine || preview.hasOwnResult ? nil : owner)
    }

    /// The grid on the item's own page.
    var largeGrid: View? { item.score.flatMap { grid(of: $0, cellSize: 28) } }

    private func result(of score: Score) -> View {
        .badge(localizer.result(of: score), score.isCompleted ? .good : .plain)
    }

    private var measures: [View] {
        switch item.content {
        case .workout(let workout): WorkoutView(workout: workout, localizer: localizer).measures
        case .score, .levelUp, .achievement, .milestone, .unknown: []
        }
    }

    private var badges: [View] {
        switch item.content {
        case .workout(let workout): WorkoutView(workout: workout, localizer: localizer).remarks
        case .score(let score):
            [result(of: score), .badge(localizer.count("score.points", score.points))]
        case .levelUp, .achievement, .milestone, .unknown: []
        }
    }
}

/// All puzzles that one person played on one day, as a card.
struct PuzzleCardView: Sendable {
    let view: View

    /// The number of puzzles shown before the card is opened.
    private static let rowsShown = 4

    /// - Parameter path: the path that the forms return to, to which the anchor of a row is added.
    init(
        author: Person, _ items: [FeedItem], _ previews: [FeedItem.ID: CardPreview], viewer: Person.ID,
        returningTo path: String, _ localizer: Localizer
    ) {
        let rows = items.map { item in
            CardView(
                item: item, preview: previews[item.id] ?? CardPreview(), viewer: viewer, localizer: localizer
            ).view(returningTo: "\(path)#item-\(item.id)")
        }
        // A card for one more row isn't worth a button.
        let isShort = rows.count <= Self.rowsShown + 1
        view = [
            "id": .text("\(items[0].id)"), "author": .view(author.line),
            "time": .view(localizer.time(items[0].at)),
            "count": .text(localizer.count("home.puzzles", items.count).unbroken),
            "rows": .list(isShort ? rows : Array(rows.prefix(Self.rowsShown))),
            "others": isShort
                ? .nothing
                : .view([
                    "more": .text(localizer.count("home.morePuzzles", rows.count - Self.rowsShown)),
                    "puzzles": .list(Array(rows.dropFirst(Self.rowsShown))),
                ]),
        ]
    }
}

extension Localizer {
    /// A score's result: the time as it was entered, or otherwise the score's metric, such as `3 guesses`.
    func result(of score: Score) -> String {
        guard let seconds = score.score, score.isCompleted, games[score.game]?.unit == .seconds else {
            return score.metric.unbroken
        }
        return Measure.clock(seconds)
    }
}

extension View {
    /// The style of a badge, by its CSS classes.
    enum BadgeKind: String {
        case plain = "badge"
        case test = "badge test"
        case good = "badge good"
    }

    /// A badge.
    static func badge(_ text: String, _ kind: BadgeKind = .plain) -> View {
        ["text": .text(text), "kind": .text(kind.rawValue)]
    }
}

/// The latest comment on a card.
struct LatestView: Sendable {
    let view: View

    /// The maximum number of characters, more than the line shows on a wide screen.
    private static let length = 140

    /// - Returns: nil if the comment was deleted.
    init?(_ comment: Comment) {
        guard let author = comment.author else { return nil }
        let start = comment.text.prefix(Self.length)
        let text = start.endIndex < comment.text.endIndex ? "\(start)…" : comment.text
        view = ["author": .view(author.line), "text": .text(text)]
    }
}
