/// On how many days in a row somebody has solved their puzzles (L8), counted over the scores that the viewer may see.
public struct Streaks: Sendable, Equatable, Codable {
    /// Days on which any puzzle was solved.
    public var overall: Length
    /// The games that were ever solved, in the order of their ids.
    public var games: [OfGame]

    public init(overall: Length, games: [OfGame]) {
        self.overall = overall
        self.games = games
    }

    /// Days in a row.
    public struct Length: Sendable, Equatable, Codable {
        /// Up to today or yesterday, as it is for the player; 0 when a whole day has passed without.
        public var current: Int
        public var longest: Int

        public init(current: Int, longest: Int) {
            self.current = current
            self.longest = longest
        }

        /// - Parameter days: ascending, without repeats.
        public init(_ days: some Sequence<Day>, today: Day) {
            let runs = Streak.runs(in: days)
            self.init(current: runs?.last.length(on: today) ?? 0, longest: runs?.longest ?? 0)
        }
    }

    /// The streak of one game.
    public struct OfGame: Sendable, Equatable, Codable {
        public var game: Game.ID
        public var current: Int
        public var longest: Int

        public init(game: Game.ID, _ length: Length) {
            self.game = game
            current = length.current
            longest = length.longest
        }
    }
}
