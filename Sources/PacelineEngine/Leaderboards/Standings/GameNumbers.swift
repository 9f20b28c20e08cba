import Paceline
import PacelineDatabase
import Synchronization

/// The numbers that stand for the games in the keys of boards, which are shorter than their names. One that was given
/// stays as it is.
final class GameNumbers: Sendable {
    /// What stands for all games together.
    static let allGames = 0

    private let known = Mutex<[Game.ID: Int]>([:])

    /// The game's number. It is looked up once: another server may have other games, and have given them theirs.
    func number(of game: Game.ID, on connection: any Connection) throws -> Int {
        if let number = known(game) { return number }
        let found = try connection.fetchFirst("SELECT number FROM game_numbers WHERE game = \(game)") {
            $0[0] as Int
        }
        guard let number = found, number < BoardKey.gameNumberCount else {
            throw DatabaseError.sql(message: "The game \(game) has no number that a board could have.")
        }
        known.withLock { $0[game] = number }
        return number
    }

    /// The number of a game that was looked up already.
    fileprivate func known(_ game: Game.ID) -> Int? { known.withLock { $0[game] } }
}

extension Engine {
    /// The game's number, before there is a transaction.
    func number(of game: Game.ID) async throws -> Int {
        if let number = gameNumbers.known(game) { return number }
        return try await translatingErrors {
            try await database.read { try gameNumbers.number(of: game, on: $0) }
        }
    }
}

extension Connection {
    /// Gives a number to each of the games that has none yet, in a write that asks for none of them: what
    /// ``GameNumbers`` knows may not be undone.
    func assignNumbers(to games: [Game.ID]) throws {
        let numbered = Set(try fetch("SELECT game FROM game_numbers") { $0[0] as Game.ID })
        for game in games where !numbered.contains(game) {
            try send(
                """
                INSERT INTO game_numbers (number, game)
                SELECT COALESCE(MAX(number), \(GameNumbers.allGames)) + 1, \(game)
                FROM game_numbers
                """)
        }
    }
}
