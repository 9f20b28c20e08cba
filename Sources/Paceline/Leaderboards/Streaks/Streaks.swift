/// A person's streaks: consecutive days with a solved puzzle, counted over the scores the viewer may see.
///
/// ```swift
/// let streaks = try await services.streaks(of: .me)
/// print("\(streaks.overall.current) days, longest \(streaks.overall.longest)")
/// ```
public struct Streaks: Sendable, Equatable, Codable {
    /// Days with any puzzle solved.
    public var overall: Length
    /// One entry for each game ever solved, ordered by id.
    public var games: [GameStreak]

    public init(overall: Length, games: [GameStreak]) {
        self.overall = overall
        self.games = games
    }

    /// The current and the longest streak, in days.
    public struct Length: Sendable, Equatable, Codable {
        /// The length of the streak that ends today or yesterday, in days of the player's time zone; 0 when neither day
        /// has a solved puzzle.
        public var current: Int
        /// Days of the longest streak ever.
        public var longest: Int

        public init(current: Int, longest: Int) {
            self.current = current
            self.longest = longest
        }

        /// Counts the streaks in a series of days.
        /// - Parameter days: in ascending order, without duplicates.
        public init(_ days: some Sequence<Day>, today: Day) {
            let runs = Streak.runs(in: days)
            self.init(current: runs?.last.length(on: today) ?? 0, longest: runs?.longest ?? 0)
        }
    }

    /// The streak of one game.
    ///
    /// ```swift
    /// for streak in streaks.games where streak.current > 0 { print(streak.game, streak.current) }
    /// ```
    public struct GameStreak: Sendable, Equatable, Codable {
        /// The game.
        public var game: Game.ID
        /// The current streak, in days.
        public var current: Int
        /// The longest streak ever, in days.
        public var longest: Int

        /// Creates a game's entry.
        public init(game: Game.ID, _ length: Length) {
            self.game = game
            current = length.current
            longest = length.longest
        }
    }
}
