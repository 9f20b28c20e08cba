import Paceline

/// A result found in a pasted text, and the user's choices about it.
struct FoundScore: Sendable {
    let score: SharedScore
    /// The index in the text.
    let index: Int
    /// Whether to publish it.
    let isSelected: Bool
    /// The day in the form.
    let day: String
    /// The reason why it was rejected.
    var error: SocialError?
    /// Whether it has been published.
    var isPublished = false

    /// - Parameter form: the user's choices; empty right after the text was pasted.
    init(_ score: SharedScore, at index: Int, in form: FormData, today: Day) {
        self.score = score
        self.index = index
        let isDecided = form["decided"] != nil
        let isCertain = score.details.isQuoted != true && score.dateConflict == nil
        isSelected = isDecided ? form["take-\(index)"] != nil : isCertain
        day = form["day-\(index)"] ?? (score.day ?? today).dashed
    }

    func view(_ localizer: Localizer) -> View {
        GameTile(score.game, localizer).view.merging([
            "index": .text("\(index)"), "isSelected": .flag(isSelected && !isPublished), "day": .text(day),
            "result": .text(result(localizer)), "facts": .text(facts(localizer)),
            "warning": .text(optional: warning(localizer)), "isPublished": .flag(isPublished),
            "grid": .view(
                optional: score.grid.map {
                    GridView(grid: $0, cellSize: 12, localizer: localizer).view()
                }), "error": .text(optional: error.map(localizer.message)),
            "today": .text(localizer.today.dashed),
        ])
    }

    private func result(_ localizer: Localizer) -> String {
        guard let game = localizer.games[score.game] else { return "" }
        let maximum = score.maximum ?? game.maximum
        let points = game.points(score: score.score, maximum: maximum, isCompleted: score.isCompleted)
        return game.metric(points: points, maximum: maximum, isCompleted: score.isCompleted)
    }

    private func facts(_ localizer: Localizer) -> String {
        let number = score.puzzle.map { localizer("paste.number", ["number": Measure.grouped($0)]) }
        let mode = score.isHardMode == true ? localizer("score.hardMode") : nil
        let archive = score.details.isArchive == true ? localizer("paste.archive") : nil
        return [number, mode, archive].compactMap(\.self).joined(separator: " · ")
    }

    /// The reason why the result isn't selected by default.
    private func warning(_ localizer: Localizer) -> String? {
        if score.details.isQuoted == true { return localizer("paste.quoted") }
        guard let dateConflict = score.dateConflict else { return nil }
        let known = [
            dateConflict.puzzle.map { localizer("paste.puzzleSays", ["date": localizer.fullDate($0)]) },
            dateConflict.printed.map { localizer("paste.textSays", ["date": localizer.fullDate($0)]) },
        ]
        return localizer(
            "paste.dateConflict",
            ["days": known.compactMap(\.self).joined(separator: localizer("paste.but"))])
    }
}

extension Localizer {
    /// `21 Nov 2026`, always with the year.
    fileprivate func fullDate(_ day: Day) -> String {
        self(
            "date.withYear",
            [
                "date": self(
                    "date.dayAndMonth",
                    ["day": "\(day.dayOfMonth)", "month": self("date.months.\(day.monthOfYear)")]),
                "year": "\(day.year)",
            ])
    }
}
