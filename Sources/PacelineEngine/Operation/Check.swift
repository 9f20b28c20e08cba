import Foundation
import Paceline
import PacelineDatabase

/// A counter that does not hold what it counts.
public struct CounterDifference: Sendable, Equatable, Codable {
    /// Which counter, such as `people.friend_count`.
    public let counter: String
    /// Whose.
    public let subject: String
    public let stored: Int
    public let counted: Int
}

extension Engine {
    /// Recounts every counter in one consistent state, and says which differ.
    public func check() async throws -> [CounterDifference] {
        try await translatingErrors {
            try await database.readInBackground { connection in
                try EngineFeature.all.flatMap(\.counters).flatMap { try $0.differences(in: connection) }
            }
        }
    }
}

/// A counter, and the query that counts anew.
struct Counter: Sendable {
    let name: String
    /// Rows of subject, what is stored, what is counted, where the two differ.
    let query: SQL
    /// Reads the subject, which most often is an identifier.
    var subject: @Sendable (Row) -> String = { ($0[0] as Person.ID).description }

    func differences(in connection: any Connection) throws -> [CounterDifference] {
        try connection.fetch(query) {
            CounterDifference(counter: name, subject: subject($0), stored: $0[1], counted: $0[2])
        }
    }

    /// A column of a table with an `id` that holds how many rows there are.
    /// - Parameter kept: what the column keeps of what is counted.
    static func column(
        _ name: String, of table: String, counting rows: String, keeping kept: (SQL) -> SQL = { $0 }
    ) -> Counter {
        Counter(
            name: "\(table).\(name)",
            query: """
                SELECT id, \(raw: name), counted
                FROM (
                    SELECT id, \(raw: name), (SELECT COUNT(*) FROM \(raw: rows)) AS counted
                    FROM \(raw: table)) AS compared
                WHERE \(raw: name) <> \(kept("counted"))
                """)
    }
}
