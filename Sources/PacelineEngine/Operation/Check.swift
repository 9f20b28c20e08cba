import Foundation
import Paceline
import PacelineDatabase

/// A counter whose stored value differs from the actual count, or a badge that differs from what the workouts earn.
public struct CounterDifference: Sendable, Equatable, Codable {
    /// The counter's name, such as `people.friend_count` or `achievements.tenK.at_friends`.
    public let counter: String
    /// The id of the row that holds the counter, or of the person who owns it.
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

/// A counter, and how to recount it.
struct Counter: Sendable {
    let name: String
    private let recount: @Sendable (any Connection) throws -> [CounterDifference]

    /// - Parameter recount: returns the differences.
    init(name: String, recount: @escaping @Sendable (any Connection) throws -> [CounterDifference]) {
        self.name = name
        self.recount = recount
    }

    /// - Parameters:
    ///   - query: selects subject, stored value and actual count where the two differ.
    ///   - subject: reads the subject, usually an identifier.
    init(
        name: String, query: SQL,
        subject: @escaping @Sendable (Row) -> String = { ($0[0] as Person.ID).description }
    ) {
        self.init(name: name) { connection in
            try connection.fetch(query) {
                CounterDifference(counter: name, subject: subject($0), stored: $0[1], counted: $0[2])
            }
        }
    }

    func differences(in connection: any Connection) throws -> [CounterDifference] {
        try recount(connection)
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
