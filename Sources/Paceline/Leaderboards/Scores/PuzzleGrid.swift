/// The grid that a game prints for sharing a result: up to 12 rows of up to 16 emoji: squares, circles, stars,
/// ticks, crosses and lights.
///
/// A grid shows how the puzzle was solved. Hide it from readers who have no result for the puzzle, unless they ask for
/// it; see ``Score/isOfSamePuzzle(as:)``.
///
/// ```swift
/// let grid = PuzzleGrid("⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩")
/// grid?.rows.count  // 2
/// ```
public struct PuzzleGrid: Sendable, Hashable, LosslessStringConvertible {
    /// The rows, separated by line breaks, without emoji variation selectors.
    public let description: String

    /// The most rows in a grid.
    static let maxRows = 12
    /// The most cells in a row.
    static let maxCells = 16

    /// Creates a grid from rows separated by line breaks.
    /// - Returns: nil for other characters than squares, circles, stars, ticks, crosses and lights, and for too many.
    public init?(_ text: String) {
        var cells = String.UnicodeScalarView()
        var (rows, cellsInRow, mayVary) = (1, 0, false)
        for scalar in text.unicodeScalars {
            // A variation selector belongs to the cell before it.
            if scalar == Self.variationSelector, mayVary {
                mayVary = false
                continue
            }
            let startsRow = scalar == "\n" && cellsInRow > 0
            guard startsRow || Self.isCell(ShareScalar(scalar)) else { return nil }
            (rows, cellsInRow, mayVary) = startsRow ? (rows + 1, 0, false) : (rows, cellsInRow + 1, true)
            guard rows <= Self.maxRows, cellsInRow <= Self.maxCells else { return nil }
            cells.append(scalar)
        }
        guard cellsInRow > 0 else { return nil }
        description = String(cells)
    }

    /// Creates a grid without validating it, for values from the database.
    package init(trusted: String) {
        description = trusted
    }

    /// - Returns: nil for no rows, for too many, and for rows that are empty, too long or of other scalars.
    init?(_ rows: [some Collection<ShareScalar>]) {
        guard (1...Self.maxRows).contains(rows.count),
            rows.allSatisfy({ (1...Self.maxCells).contains($0.count) && $0.allSatisfy(Self.isCell) })
        else { return nil }
        var text = String.UnicodeScalarView()
        for row in rows {
            if !text.isEmpty { text.append("\n") }
            text.append(contentsOf: row.lazy.compactMap { Unicode.Scalar($0.value) })
        }
        description = String(text)
    }

    /// The cells from top to bottom and left to right, one emoji each.
    public var rows: [[Unicode.Scalar]] {
        description.unicodeScalars.split(separator: "\n").map(Array.init)
    }

    private static let variationSelector: Unicode.Scalar = "\u{FE0F}"

    private static func isCell(_ scalar: ShareScalar) -> Bool { scalar.isCell || scalar.isHint }
}

extension PuzzleGrid: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let grid = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a grid of emoji")
        }
        self = grid
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
