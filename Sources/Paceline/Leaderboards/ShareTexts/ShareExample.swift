/// A sample share text and the result expected from parsing it.
///
/// ```swift
/// let example = ShareExample("Wordle 1,512 2/6", puzzle: 1_512, score: 2)
/// ```
public struct ShareExample: Sendable, Equatable, Codable {
    /// The share text.
    public var text: String
    /// The expected puzzle number; nil for none.
    public var puzzle: Int?
    /// The expected score; nil for none.
    public var score: Int?
    /// Whether the puzzle is expected to be solved.
    public var isCompleted: Bool

    /// Creates an example.
    public init(_ text: String, puzzle: Int? = nil, score: Int?, isCompleted: Bool = true) {
        self.text = text
        self.puzzle = puzzle
        self.score = score
        self.isCompleted = isCompleted
    }

    /// Whether parsing gave exactly this result.
    func agrees(with results: [SharedScore], of game: Game.ID) -> Bool {
        guard let result = results.first, results.count == 1 else { return false }
        return result.game == game && result.puzzle == puzzle && result.score == score
            && result.isCompleted == isCompleted
    }
}
