import Paceline

extension Leaderboard {
    /// The rows of the board. The viewer's row is marked, and appended if the page does not contain it.
    func lines(_ metric: BoardMetric, _ games: Games, on console: Console) -> [String] {
        // The viewer's row can need a column that no row of this page needs.
        let shown = rows + (me.map { [$0] } ?? [])
        let columns = BoardColumn.all.filter { column in
            metric.isTraining ? column.isForTraining : column != .amount
        }.filter { column in shown.contains { column.isNeeded(for: $0) } }
        var table = Table(columns: columns.map(\.heading))
        for row in rows { table.add(columns.map { $0.cell(row, isMine(row), games) }) }
        if let me, !rows.contains(where: isMine) {
            if !rows.isEmpty { table.add(columns.map { .init($0 == .rank ? "…" : "", .faint) }) }
            table.add(columns.map { $0.cell(me, true, games) })
        }
        return table.lines(on: console)
    }

    private func isMine(_ row: LeaderboardRow) -> Bool { row.person.id == me?.person.id }
}

/// A column of a board. Optional columns are shown only if a row has a value for them.
private enum BoardColumn: CaseIterable {
    case mark, rank, moved, name, username, points, amount, result, breakdown

    static let all = allCases

    /// Whether boards by training have the column. Their amounts are in units, not points.
    var isForTraining: Bool {
        switch self {
        case .points, .result, .breakdown: false
        default: true
        }
    }

    func isNeeded(for row: LeaderboardRow) -> Bool {
        switch self {
        case .moved: row.delta != nil
        case .result: row.hasResult
        case .breakdown: row.breakdown != nil
        default: true
        }
    }

    var heading: Table.Column {
        switch self {
        case .mark: .left("")
        case .rank: .right("#")
        case .moved: .left("MOVED", dropPriority: 1)
        case .name: .truncated("NAME")
        case .username: .left("USERNAME", dropPriority: 3)
        case .points: .right("POINTS")
        case .amount: .right("AMOUNT")
        case .result: .left("RESULT")
        case .breakdown: .wrapped("BREAKDOWN", dropPriority: 2)
        }
    }

    func cell(_ row: LeaderboardRow, _ isMine: Bool, _ games: Games) -> Table.Cell {
        switch self {
        case .mark: .init(isMine ? "*" : "", .accent)
        case .rank: "\(row.rank)"
        case .moved: row.moved
        case .name: .init(row.person.displayName, isMine ? .strong : .plain)
        case .username: .init("@" + row.person.username, .accent)
        case .points: .init(Measure.grouped(row.points), .strong)
        case .amount: .init(row.result, .strong)
        case .result: .init(row.result)
        case .breakdown: .init(row.breakdownText(games), .faint)
        }
    }
}

extension LeaderboardRow {
    /// Whether the result differs from the points.
    fileprivate var hasResult: Bool { result != Score.label(points: points) }

    /// The change in rank.
    fileprivate var moved: Table.Cell {
        switch delta {
        case nil: .init("")
        case let delta? where delta > 0: .init("↑ \(delta)", .good)
        case let delta? where delta < 0: .init("↓ \(-delta)", .bad)
        default: .init("=", .faint)
        }
    }

    /// The points per game in the catalogue's order: `Wordle 4, Connections 5`.
    fileprivate func breakdownText(_ games: Games) -> String {
        guard let breakdown else { return "" }
        let known = games.inOrder.filter { breakdown[$0.id.description] != nil }.map(\.id.description)
        let ids = known + breakdown.keys.filter { !known.contains($0) }.sorted()
        return ids.map { id in
            "\(games.name(of: Game.ID(trusted: id))) \(Measure.grouped(breakdown[id] ?? 0))"
        }.joined(separator: ", ")
    }
}
