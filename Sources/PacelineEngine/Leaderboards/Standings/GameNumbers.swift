import Paceline
import PacelineDatabase
import Synchronization

/// The numbers of games, used in place of their longer names in the keys of boards. A game's number never changes.
final class GameNumbers: Sendable {
    /// The number for all games together.
    static let allGames = 0

    private let known = Mutex<[Game.ID: Int]>([:])

    /// The game's number, cached after the first lookup. It is not known earlier, because another server with other
    /// games may have assigned it.
    func number(of game: Game.ID, on connection: any Connection) throws -> Int {
        if let number = known(game) { return number }
        let found = try connection.fetchFirst("SELECT number FROM game_numbers WHERE game = \(game)") {
            $0[0] as Int
        }
        guard let number = found, number < BoardKey.firstMetricNumber else {
            throw DatabaseError.sql(message: "The game \(game) has no number for boards.")
        }
        known.withLock { $0[game] = number }
        return number
    }

    /// The number if it is cached.
    fileprivate func known(_ game: Game.ID) -> Int? { known.withLock { $0[game] } }
}

extension Engine {
    /// The game's number, for use outside a transaction.
    func number(of game: Game.ID) async throws -> Int {
        if let number = gameNumbers.known(game) { return number }
        return try await translatingErrors {
            try await database.read { try gameNumbers.number(of: game, on: $0) }
        }
    }
}

extension Connection {
    /// Assigns a number to each game that has none, before those of metrics. The same transaction must not read
    /// ``GameNumbers``, which would cache numbers that a rollback undoes.
    func assignNumbers(to games: [Game.ID]) throws {
        let numbered = Set(try fetch("SELECT game FROM game_numbers") { $0[0] as Game.ID })
        for game in games where !numbered.contains(game) {
            try send(
                """
                INSERT INTO game_numbers (number, game)
                SELECT number, \(game)
                FROM (
                    SELECT COALESCE(MAX(number), \(GameNumbers.allGames)) + 1 AS number FROM game_numbers
                ) AS next
                WHERE number < \(BoardKey.firstMetricNumber)
                """)
        }
    }
}
