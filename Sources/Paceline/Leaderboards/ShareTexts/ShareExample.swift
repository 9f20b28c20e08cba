/// A sample share text and the result expected from parsing it.
public struct ShareExample: Sendable, Equatable, Codable {
    public var text: String
    public var puzzle: Int?
    public var score: Int?
    public var isCompleted: Bool

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
