import Foundation
import Paceline
import PacelineEngine

/// The page that shows every component once, with sample data. docs/style.md explains them.
enum StylePages {
    private static let colours = [
        "ground", "card", "sunk", "raised", "line", "edge", "ink", "soft", "accent", "accent-soft", "warm",
        "warm-soft",
        "wrong", "wrong-soft",
    ]
    private static let icons = [
        "home", "add", "people", "trophy", "bell", "search", "calendar", "kudos", "comment", "heart", "lock",
        "check", "back", "forward", "down", "more", "brand", "rowing", "skiing", "cycling", "running",
        "walking",
        "hiking", "swimming", "strength", "yoga", "other",
        "level", "flag", "flags", "half", "medal", "mountain", "gauge", "stopwatch", "clock", "waves",
        "kettlebell", "sunrise", "moon", "double", "week", "three", "star", "return", "tally", "road",
        "hourglass", "flame",
    ]

    /// A badge that has been earned, and one that is missing.
    private static func earned(_ localizer: Localizer) -> [View] {
        let (first, second) = (Achievement.catalogue[0], Achievement.catalogue[1])
        return [
            BadgeView(EarnedAchievement(achievement: first, at: localizer.now), localizer).view,
            BadgeView(missing: second, .none, localizer).view,
        ]
    }

    static func show(_ request: WebRequest) async throws -> PageResponse {
        let localizer = request.localizer
        let sample = StyleSample(now: localizer.now, games: localizer.games)
        let field = Field(name: "sample", label: localizer("style.field"), hint: localizer("style.hint"))
        let error = SocialError(.invalidValue, localizer("edit.wrong.number"), field: "wrong")
        let wrong = Field(name: "wrong", label: localizer("style.field"))
        let menu = MenuView(
            localizer("style.sheet"), [.link(to: "/style", localizer("workout.edit"))])
        let empty = EmptyState(
            icon: .people, title: localizer("home.nothing"), text: localizer("home.nothingText"))
        return PageResponse.page(
            "Site/style", title: localizer("style.title"),
            [
                "spaces": .list(
                    [8, 16, 24].map { ["size": .text("\($0)"), "label": .text("\($0) px")] }),
                "corners": .list(
                    [10, 12, 18].map { ["radius": .text("\($0)"), "label": .text("\($0) px")] }),
                "colours": .list(colours.map { ["name": .text($0)] }),
                "icons": .list(icons.map { ["sport": .text($0)] }),
                "earned": .list(earned(localizer)), "people": .list(sample.people.map(\.line)),
                "items": .list(sample.workouts.map { card($0, localizer).view(returningTo: "/style") }),
                "earnedCards": .list([
                    EarnedCardView(
                        author: sample.author, sample.earned, by: sample.workout, viewer: sample.reader.id,
                        returningTo: "/style", localizer
                    ).view
                ]),
                // The author's own view, and that of a reader who has not played the puzzles.
                "puzzles": .list(
                    [sample.author, sample.reader].map { viewer in
                        PuzzleCardView(
                            author: sample.author, sample.scores, [:], viewer: viewer.id,
                            returningTo: "/style", localizer
                        ).view
                    }),
                "tabs": Tabs.friends.view(localizer, shown: "find"),
                "sports": .list(
                    sample.workouts.map { item, _ in
                        [
                            "text": .text(item.workout.map { localizer.typeName($0.type) } ?? ""),
                            "isOn": .flag(item.workout?.type == .rowing),
                        ]
                    }),
                "window": .view(
                    optional: RowWindow(at: "60", of: 150, size: BreakdownView.rowsPerPage)
                        .view(of: "/style", "rows", localizer)),
                "thread": .list(
                    ThreadView(
                        comments: sample.comments(localizer), owner: sample.author.id,
                        viewer: sample.reader.id, path: "/style", localizer: localizer
                    ).views),
                "chart": .view(
                    optional: WorkoutSketch.Intervals(sample.intervals).flatMap {
                        IntervalChart(intervals: $0, type: .rowing, localizer: localizer).chart?.view
                    }),
                "facts": .list(
                    WorkoutView(workout: sample.workout, localizer: localizer).facts),
                "bar": .list(
                    LevelView(
                        Experience(lifetime: 10_600, balance: 10_600, today: 412), localizer
                    ).bars),
                "field": .view(field.view("2000", nil, localizer)),
                "wrong": .view(wrong.view("2x", error, localizer)),
                "menu": .view(menu.view), "empty": .view(empty.view),
                "choice": .view(Self.choice(localizer).view("friends", nil, localizer)),
                "switches": .list(
                    [("on", "style.on"), ("off", "style.off")].map { name, label in
                        Switch(name: name, label: localizer(label), hint: localizer("style.hint"))
                            .view(name == "on", localizer)
                    }),
                "select": .visibilities(Self.visibilities(localizer), localizer, chosen: "friends"),
            ]
        ).unlisted
    }

    private static func choice(_ localizer: Localizer) -> Choice {
        Choice(
            name: "choice", label: localizer("style.choice"),
            options: visibilities(localizer).map { value, text in
                Choice.Option(value: value, text: text, hint: localizer("style.hint"))
            })
    }

    private static func visibilities(_ localizer: Localizer) -> [(value: String, text: String)] {
        localizer.options(ItemVisibility.allCases.reversed())
    }

    /// A card for an empty home page, without anything to press.
    static func example(_ localizer: Localizer) -> View? {
        StyleSample(now: localizer.now, games: localizer.games).workouts.first.map { sample in
            card(sample, localizer).view(returningTo: "/").merging([
                "kudosCount": .text(localizer.count("kudos.count", sample.0.kudosCount))
            ])
        }
    }

    private static func card(_ item: (FeedItem, CardPreview), _ localizer: Localizer) -> CardView {
        CardView(item: item.0, preview: item.1, viewer: item.0.author.id, localizer: localizer)
    }
}

/// The people and items on the page of components.
private struct StyleSample {
    let now: Date
    let games: GameCatalogue

    private static let names = ["Ana Ant", "Ben Bee", "Cleo Crane"]

    let people = zip(1..., names).map { number, name in
        Person(
            id: Person.ID(StyleSample.uuid(UInt8(number))), username: name.prefix(3).lowercased(),
            displayName: name, friendCount: 2)
    }

    var author: Person { people[0] }

    var reader: Person { people[1] }

    /// A comment and a reply.
    func comments(_ localizer: Localizer) -> [Comment] {
        zip([author, reader], ["style.comment", "style.reply"]).enumerated().map { index, written in
            Comment(
                id: Comment.ID(Self.uuid(30 + UInt8(index))), item: FeedItem.ID(Self.uuid(11)),
                author: written.0, text: localizer(written.1),
                parent: index == 0 ? nil : Comment.ID(Self.uuid(30)), createdAt: now, editedAt: nil,
                heartCount: index, hasHeart: false, isDeleted: false)
        }
    }

    var intervals: [Interval] {
        [105.0, 104, 104.5, 102].enumerated().map {
            Interval(index: $0, duration: $1, distance: 500, restDuration: 60)
        }
    }

    private var sets: [ExerciseSet] {
        ["Squat", "Bench press", "Row"].enumerated().map {
            ExerciseSet(exercise: $1, index: $0, repetitions: 8, weight: 90 - 20 * Double($0))
        }
    }

    var workout: Workout {
        let duration = intervals.compactMap(\.duration).reduce(0, +)
        return sample(.rowing, "4x500m/1:00r", lasting: duration, distance: 2_000)
    }

    /// A workout with intervals, one with sets, and one without either.
    var workouts: [(FeedItem, CardPreview)] {
        [
            (item(.workout(workout), 11), preview(WorkoutDetail(intervals: intervals), givers: people)),
            (
                item(.workout(sample(.strength, "Full body", lasting: 2_700)), 12),
                preview(WorkoutDetail(sets: sets))
            ),
            (
                item(.workout(sample(.running, "Easy run", lasting: 1_794, distance: 5_200)), 13),
                preview(WorkoutDetail())
            ),
        ]
    }

    /// A level and a badge.
    var earned: [FeedItem] {
        [item(.levelUp(LevelUp(level: 7)), 14), item(.milestone(Achievement.catalogue[0]), 15)]
    }

    var scores: [FeedItem] {
        let grid = PuzzleGrid("⬛🟨⬛⬛⬛\n🟨🟩⬛⬛🟩\n🟩🟩🟩🟩🟩")
        let results: [(String, Int, PuzzleGrid?)] = [("wordle", 3, grid), ("nyt_mini", 31, nil)]
        return zip(21..., results).compactMap { number, result in
            Game.ID(result.0).flatMap { games[$0] }.map { game in
                item(.score(score(result.1, in: game, result.2)), UInt8(number))
            }
        }
    }

    private func item(_ content: FeedItem.Content, _ number: UInt8) -> FeedItem {
        FeedItem(
            id: FeedItem.ID(Self.uuid(number)), at: now.addingTimeInterval(-7_200), author: author,
            visibility: .public, content: content, kudosCount: number == 11 ? 5 : 0, hasKudos: false,
            commentCount: number == 11 ? 2 : 0)
    }

    private func preview(_ detail: WorkoutDetail, givers: [Person] = []) -> CardPreview {
        CardPreview(sketch: WorkoutSketch(detail), givers: givers)
    }

    private func sample(
        _ type: WorkoutType, _ title: String, lasting duration: TimeInterval, distance: Double? = nil
    ) -> Workout {
        Workout(
            id: Workout.ID(Self.uuid(10)), owner: author.id, type: type, title: title, startedAt: now,
            endedAt: now, duration: duration, measures: WorkoutMeasures(distance: distance), isErgTest: false,
            volume: distance == nil ? 1_680 : nil, exerciseCount: distance == nil ? 3 : nil,
            isCompleted: true, source: nil, visibility: .public, xpEarned: 0, createdAt: now, updatedAt: now)
    }

    private func score(_ score: Int, in game: Game, _ grid: PuzzleGrid?) -> Score {
        let points = game.points(score: score, maximum: game.maximum, isCompleted: true)
        return Score(
            id: FeedItem.ID(Self.uuid(20)), owner: author.id, game: game.id, day: Day(of: now, in: .gmt),
            score: score, maximum: game.maximum, isCompleted: true, grid: grid, visibility: .public,
            points: points,
            metric: game.metric(points: points, maximum: game.maximum, isCompleted: true),
            createdAt: now, updatedAt: now)
    }

    private static func uuid(_ number: UInt8) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
    }
}
