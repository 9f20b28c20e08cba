import Paceline

/// The grid of a puzzle as a picture: one path for each colour, in cells of 10 by 10 units.
struct GridView: Sendable {
    let grid: PuzzleGrid
    /// The width and height of a cell in pixels.
    let cellSize: Int
    let localizer: Localizer

    /// - Parameter veiledFor: the game and player to name on the button that shows the grid; nil to show it at once.
    func view(veiledFor owner: (game: String, player: String)? = nil) -> View {
        let rows = grid.rows.map { $0.map(Cell.init) }
        var paths: [Colour: String] = [:]
        for (y, row) in rows.enumerated() {
            for (x, cell) in row.enumerated() { paths[cell.colour, default: ""] += cell.path(x: x, y: y) }
        }
        let (width, height) = (rows.map(\.count).max() ?? 0, rows.count)
        let show = owner.map { localizer("grid.showOf", ["name": $0.player, "game": $0.game]) }
        return [
            "box": .text("0 0 \(10 * width) \(10 * height)"), "width": .text("\(cellSize * width)"),
            "height": .text("\(cellSize * height)"), "label": .text(label(of: rows)),
            "show": .text(optional: show),
            "colours": .list(
                paths.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                    ["colour": .text($0.key.rawValue), "path": .text($0.value)]
                }),
        ]
    }

    /// `Grid: row 1: 3 black, 1 yellow, 1 green; row 2: 5 green`.
    private func label(of rows: [[Cell]]) -> String {
        let texts = rows.enumerated().map { index, row in
            let counts = Colour.allCases.compactMap { colour -> String? in
                let count = row.count { $0.colour == colour }
                return count == 0 ? nil : "\(count) \(localizer("grid.colours.\(colour.rawValue)"))"
            }
            return localizer("grid.row", ["number": "\(index + 1)", "cells": counts.joined(separator: ", ")])
        }
        return localizer("grid.label", ["rows": texts.joined(separator: "; ")])
    }
}

extension GridView {
    /// The colours of cells, named after their CSS classes.
    private enum Colour: String, CaseIterable {
        case black, white, yellow, orange, red, purple, blue, brown, green
    }

    private struct Cell {
        let colour: Colour
        let isRound: Bool

        init(_ scalar: Unicode.Scalar) {
            (colour, isRound) =
                switch scalar {
                case "🟩", "✅": (.green, false)
                case "🟢": (.green, true)
                case "🟨": (.yellow, false)
                case "🟡", "⭐", "💡", "🕯": (.yellow, true)
                case "🟧": (.orange, false)
                case "🟠": (.orange, true)
                case "🟥", "❌": (.red, false)
                case "🔴": (.red, true)
                case "🟪": (.purple, false)
                case "🟣": (.purple, true)
                case "🟦": (.blue, false)
                case "🔵": (.blue, true)
                case "🟫": (.brown, false)
                case "🟤": (.brown, true)
                case "⬜": (.white, false)
                case "⚪": (.white, true)
                case "⚫": (.black, true)
                default: (.black, false)
                }
        }

        func path(x: Int, y: Int) -> String {
            isRound
                ? "M\(10 * x) \(10 * y).5m0 4a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z"
                : "M\(10 * x) \(10 * y)h9v9h-9z"
        }
    }
}
