import Foundation
import Paceline
import PacelineDatabase

/// A counter whose stored value differs from the actual count.
public struct CounterDifference: Sendable, Equatable, Codable {
    /// The counter's name, such as `people.friend_count`.
    public let counter: String
    /// The id of the row that holds the counter.
    public let subject: String
    public let stored: Int
    public let counted: Int
}

extension Engine {
    /// Recounts every counter in one snapshot, and returns those that differ.
    /// - Throws: ``SocialError/Code/unavailable`` when the database fails.
    public func check() async throws -> [CounterDifference] {
        try await translatingErrors {
            try await database.readInBackground { connection in
                try EngineFeature.all.flatMap(\.counters).flatMap { try $0.differences(in: connection) }
            }
        }
    }
}

/// A counter, and the query that recounts it.
struct Counter: Sendable {
    let name: String
    /// Selects subject, stored value and actual count where the two differ.
    let query: SQL
    /// Reads the subject, usually an identifier.
    var subject: @Sendable (Row) -> String = { ($0[0] as Person.ID).description }

    func differences(in connection: any Connection) throws -> [CounterDifference] {
        try connection.fetch(query) {
            CounterDifference(counter: name, subject: subject($0), stored: $0[1], counted: $0[2])
        }
    }

    /// A counter stored in a column of a table that has an `id`.
    /// - Parameter stored: converts the actual count to the value to store.
    static func column(
        _ name: String, of table: String, counting rows: String, storing stored: (SQL) -> SQL = { $0 }
    ) -> Counter {
        Counter(
            name: "\(table).\(name)",
            query: """
                SELECT id, \(raw: name), counted
                FROM (
                    SELECT id, \(raw: name), (SELECT COUNT(*) FROM \(raw: rows)) AS counted
                    FROM \(raw: table)) AS compared
                WHERE \(raw: name) <> \(stored("counted"))
                """)
    }

    /// A counter that is a sum of many rows.
    /// - Parameters:
    ///   - rows: selects stored and counted rows alike, with the columns `person`, `stored` and `counted`, and those of
    ///     the key.
    ///   - key: the columns by which the sums are compared.
    static func sums(_ name: String, of rows: SQL, by key: SQL) -> Counter {
        Counter(
            name: name,
            query: """
                SELECT person, SUM(stored), SUM(counted)
                FROM (\(rows)) AS compared
                GROUP BY \(key)
                HAVING SUM(stored) <> SUM(counted)
                """)
    }
}
