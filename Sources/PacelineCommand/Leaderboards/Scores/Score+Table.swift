import Foundation
import Paceline

extension [Score] {
    /// The scores, one per line.
    func table(_ games: Games) -> Table {
        var table = Table(
            .left("ID", dropPriority: 3), .left("DAY"), .truncated("GAME"), .left("RESULT"), .right("POINTS"),
            .right("PUZZLE", dropPriority: 2), .left("VISIBLE TO", dropPriority: 1))
        for score in self {
            table.add(
                .init(score.id.short, .faint), .init(HumanTime.text(of: score.day)),
                .init(games.name(of: score.game), .accent), score.result(games),
                .init(Measure.grouped(score.points)), .init(score.puzzle.map(Measure.grouped)),
                .init("\(score.visibility)", .faint))
        }
        return table
    }
}

extension Score {
    fileprivate func result(_ games: Games) -> Table.Cell {
        .init(ScoreResult(self, in: games[game]).text, isCompleted ? .plain : .bad)
    }

    /// `Wordle 3/6`.
    func title(_ games: Games) -> String {
        "\(games.name(of: game)) \(ScoreResult(self, in: games[game]).text)"
    }
}
