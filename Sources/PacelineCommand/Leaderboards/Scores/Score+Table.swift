import Foundation
import Paceline

extension [Score] {
    /// The scores, one per line.
    /// - Parameter showsGrids: whether to add the grids, each on one line with its rows separated by spaces.
    func table(_ games: Games, showsGrids: Bool = false) -> Table {
        var columns: [Table.Column] = [
            .left("ID", dropPriority: 3), .left("DAY"), .truncated("GAME"), .left("RESULT"), .right("POINTS"),
            .right("PUZZLE", dropPriority: 2), .left("VISIBLE TO", dropPriority: 1),
        ]
        if showsGrids { columns.append(.wrapped("GRID")) }
        var table = Table(columns: columns)
        for score in self {
            var cells: [Table.Cell] = [
                .init(score.id.short, .faint), .init(HumanTime.text(of: score.day)),
                .init(games.name(of: score.game), .accent), score.result(games),
                .init(Measure.grouped(score.points)), .init(score.puzzle.map(Measure.grouped)),
                .init("\(score.visibility)", .faint),
            ]
            if showsGrids { cells.append(.init(score.grid?.description)) }
            table.add(cells)
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
