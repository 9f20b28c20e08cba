import Paceline

/// The form for a score of one game on one day.
struct ScoreForm: Sendable {
    let game: Game
    private let typed: FormData

    init(_ game: Game, _ typed: FormData) {
        self.game = game
        self.typed = typed
    }

    /// Fills the form with an existing score.
    init(_ game: Game, _ score: Score) {
        self.game = game
        typed = FormData([
            "day": score.day.dashed, "outcome": score.isCompleted ? "solved" : "missed",
            "score": score.score.map { ScoreForm.written($0, in: game) } ?? "",
            "puzzle": score.puzzle.map { "\($0)" } ?? "",
            "hardMode": score.isHardMode == true ? "1" : "", "visibility": "\(score.visibility)",
        ])
    }

    /// The day in the form; today while there is none.
    func shownDay(_ localizer: Localizer) -> Day { Day(typed["day"] ?? "") ?? localizer.today }

    /// The day and the score; nil with the errors of all invalid fields.
    func read(
        _ user: SignedInUser, _ localizer: Localizer
    ) -> (day: Day?, draft: ScoreDraft?, errors: [SocialError]) {
        var found = ErrorCollector()
        let day = found.check { () throws(SocialError) in try self.day(localizer) }
        let isCompleted = typed["outcome"] != "missed"
        let score =
            isCompleted ? found.check { () throws(SocialError) in try self.score(localizer) } : nil
        let puzzle = found.check { () throws(SocialError) in try self.puzzle(localizer) }
        guard found.errors.isEmpty else { return (nil, nil, found.errors) }
        let draft = ScoreDraft(
            score: score, isCompleted: isCompleted, isHardMode: typed["hardMode"] == "1" ? true : nil,
            puzzle: puzzle ?? nil, visibility: Self.visibility(in: typed, user))
        return (day, draft, [])
    }

    private func day(_ localizer: Localizer) throws(SocialError) -> Day {
        guard let day = Day(typed["day"] ?? "") else {
            throw SocialError(.invalidValue, localizer("board.notADay"), field: "day")
        }
        return day
    }

    private func score(_ localizer: Localizer) throws(SocialError) -> Int {
        guard let text = typed["score"], let score = Self.read(text, in: game) else {
            let isTime = game.unit == .seconds
            throw SocialError(
                .invalidValue, localizer(isTime ? "score.notATime" : "score.notANumber"), field: "score")
        }
        return score
    }

    private func puzzle(_ localizer: Localizer) throws(SocialError) -> Int? {
        guard let text = typed["puzzle"] else { return nil }
        guard let number = Int(text.filter { $0 != "," && $0 != "." && $0 != "#" }) else {
            throw SocialError(.invalidValue, localizer("score.notANumber"), field: "puzzle")
        }
        return number
    }

    /// Parses `4`, or a time as `1:17` or `77`.
    private static func read(_ text: String, in game: Game) -> Int? {
        guard game.unit == .seconds, let time = ClockTime(text) else { return Int(text) }
        return time.tenths % 10 == 0 ? time.tenths / 10 : nil
    }

    private static func written(_ score: Int, in game: Game) -> String {
        game.unit == .seconds ? Measure.clock(score) : "\(score)"
    }
}

extension ScoreForm {
    /// - Parameter isPublished: whether there is a score of the day shown.
    func view(
        _ errors: [SocialError], isPublished: Bool, _ user: SignedInUser, _ localizer: Localizer
    ) -> View {
        let fields = [
            Field(name: "day", label: localizer("score.day"), type: "date", attributes: [.isRequired]),
            Field(
                name: "score", label: localizer("score.unit.\(game.unit.rawValue)"), hint: hint(localizer)),
            Field(name: "puzzle", label: localizer("score.puzzle"), hint: localizer("score.puzzleHint")),
        ]
        let today = localizer.today.dashed
        return fields.view(errors, localizer) { typed[$0] ?? ($0 == "day" ? today : nil) }
            .merging(GameTile(game.id, localizer).view)
            .merging([
                "isMissed": .flag(typed["outcome"] == "missed"),
                "hasHardMode": .flag(game.scoring == .lowerAttempts && game.unit == .guesses),
                "isHardMode": .flag(typed["hardMode"] == "1"),
                "visibilities": Self.visibilities(
                    typed["visibility"], isPublished: isPublished, user, localizer),
            ])
    }

    private func hint(_ localizer: Localizer) -> String {
        switch (game.unit, game.scoring) {
        case (.seconds, _): localizer("score.timeHint")
        case (_, .lowerAttempts):
            localizer("score.rangeHint", ["least": "\(game.unit.minimum)", "most": "\(game.maximum)"])
        default: localizer("edit.wrong.whole")
        }
    }

    /// The option that gives a score the user's default visibility, even if it replaces a published one.
    private static let usual = "usual"

    /// The visibility field.
    /// - Parameter isPublished: whether it is for a published score, whose visibility the first option keeps. For new
    ///   scores, that is the user's default.
    static func visibilities(
        _ chosen: String?, isPublished: Bool, _ user: SignedInUser, _ localizer: Localizer
    ) -> ViewValue {
        let name = isPublished ? "asBefore" : "asUsual"
        let usual = localizer.visibilityName(user.account.settings.scoreVisibility)
        let first = (value: isPublished ? "" : Self.usual, text: localizer("score.\(name)", ["who": usual]))
        let published = isPublished ? chosen.flatMap(ScoreVisibility.init) : nil
        let others = user.account.scoreVisibilities(besides: published, localizer).map {
            (value: $0.rawValue, text: localizer.visibilityName($0))
        }
        return .select("visibility", localizer("visibility.label"), [first] + others, chosen: chosen)
    }

    /// The chosen visibility; nil for that of the score to replace, or the user's default.
    static func visibility(in form: FormData, _ user: SignedInUser) -> ScoreVisibility? {
        guard form["visibility"] != usual else { return user.account.settings.scoreVisibility }
        return form["visibility"].flatMap(ScoreVisibility.init)
    }
}
