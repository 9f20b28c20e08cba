import Paceline
import PacelineAPI

extension RoundTrip {
    static func games(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), EmptyBody())
        return [
            RoundTrip(
                API.games, nothing, nothing, empty, GameList(items: GameCatalogue.standard.games),
                GameList(items: [])),
            RoundTrip(
                API.readScores, nothing, nothing,
                DatedShareText(text: samples.text(), day: samples.maybe(samples.day())),
                SharedScores(results: [samples.sharedScore(), samples.sharedScore()]),
                SharedScores(results: [])),
        ]
    }
}

extension Samples {
    mutating func sharedScore() -> SharedScore {
        var details = ShareDetails()
        details.boards = maybe([6, 0, 9, 4])
        details.gridRows = maybe(count())
        details.groupsSolved = maybe(count())
        details.guesses = maybe(count())
        details.hints = maybe(count())
        details.backtracks = maybe(count())
        details.percent = maybe(96)
        details.theme = maybe(text())
        details.rank = maybe(text())
        details.difficulty = maybe(text())
        details.isFlawless = maybe(true)
        details.isQuoted = maybe(bool())
        details.isArchive = maybe(bool())
        let dateConflict = DateConflict(puzzle: maybe(day()), printed: maybe(day()), given: day())
        return SharedScore(
            game: Game.ID(trusted: "wordle"), puzzle: maybe(count()), day: maybe(day()),
            score: maybe(count()),
            maximum: maybe(6), isCompleted: true, isHardMode: maybe(false), grid: maybe(grid()),
            details: details,
            dateConflict: maybe(dateConflict))
    }
}
