import Algorithms
import Paceline
import PacelineDatabase

extension Session {
    public func streaks(of person: PersonReference) async throws -> Streaks {
        try await readCounted { try $0.streaks(of: try $0.transaction.resolve(person)) }
    }
}

extension CountedScores {
    /// Computed from the scores on each read, so that late and deleted scores are taken into account.
    func streaks(of person: Person.ID) throws -> Streaks {
        let today = try connection.day(of: now, for: person)
        let closeness = try connection.closeness(from: viewer.id, to: person)
        guard try transaction.sees(.public, of: person) else {
            return Streaks(overall: Streaks.Length([], today: today), games: [])
        }
        let solved = try connection.fetch(
            """
            SELECT day, game
            FROM scores
            WHERE owner = \(person) AND is_completed = 1 AND visibility >= \(closeness.rawValue) \(isCounted)
            ORDER BY day
            """
        ) { (day: $0[0] as Day, game: $0[1] as Game.ID) }
        let days = Dictionary(grouping: solved, by: \.game).mapValues { $0.map(\.day) }
        return Streaks(
            overall: Streaks.Length(solved.map(\.day).uniqued(), today: today),
            games: days.sorted { $0.key < $1.key }.map { game, days in
                Streaks.GameStreak(game: game, Streaks.Length(days, today: today))
            })
    }
}
