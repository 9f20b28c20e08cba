import Paceline
import PacelineDatabase

/// Copies a community into an empty database of either kind.
///
/// The source must not change during the copy. If it does, the copy fails at the end.
public struct CommunityCopy: Sendable {
    private let source: any Database
    private let target: any Database
    private let catalogue: Catalogue
    /// How to treat the rows of each table of the target.
    private let rules: [String: StoredTable.Copying]

    /// The number of rows of a table, equal in both databases.
    public struct Count: Sendable, Equatable, Codable {
        public let table: String
        public let rows: Int
    }

    /// The progress of a copy, in rows.
    public struct Progress: Sendable {
        public let table: String
        public let done: Int
        public let total: Int
    }

    /// The reason why a copy failed.
    public enum Failure: Error, Equatable {
        /// The target already has rows in the table.
        case targetNotEmpty(String)
        /// The source changed during the copy.
        case sourceChanged(String)
        /// The table has different numbers of rows in the source and the target.
        case incomplete(String)
    }

    /// Migrates both databases.
    /// - Throws: ``DatabaseError``.
    public init(from source: any Database, to target: any Database) async throws {
        for database in [source, target] { try await database.migrate(Schema.migrations) }
        self.source = source
        self.target = target
        rules = Dictionary(
            uniqueKeysWithValues: EngineFeature.tables(in: target).map { ($0.name, $0.copying) })
        catalogue = try await Catalogue()
    }

    /// Copies all rows, and verifies their number in both databases.
    ///
    /// If the copy fails, the target is emptied again. A target with data is rejected unchanged.
    /// - Returns: the number of rows of each table.
    /// - Throws: ``Failure``, ``DatabaseError``.
    public func run(_ progress: @escaping @Sendable (Progress) -> Void = { _ in }) async throws -> [Count] {
        let tables = tables(where: { $0 == .copied || $0 == .replaced })
        try await requireEmptyTarget()
        do {
            let before = try await counts(of: tables, in: source)
            try await empty(self.tables(where: { $0 == .replaced }))
            var copied = Copied(total: before.map(\.rows).reduce(0, +), progress: progress)
            for table in tables {
                do {
                    try await copy(table, &copied)
                } catch DatabaseError.foreignKey {
                    // Referenced rows are copied first, so a missing one was added during the copy.
                    throw Failure.sourceChanged(table.name)
                }
            }
            try await continueSequence()
            try await fillSearch()
            try await verify(tables, before)
            try await target.write { try $0.markAsFork() }
            return before
        } catch {
            try await empty(self.tables(where: { $0 != .excluded }))
            throw error
        }
    }

    private struct Copied {
        var done = 0
        let total: Int
        let progress: @Sendable (Progress) -> Void

        mutating func add(_ rows: Int, of table: String) {
            done += rows
            progress(Progress(table: table, done: done, total: total))
        }
    }

    private func tables(where isIncluded: (StoredTable.Copying) -> Bool) -> [Catalogue.Table] {
        catalogue.tables.filter { rules[$0.name].map(isIncluded) ?? false }
    }

    private func requireEmptyTarget() async throws {
        for table in tables(where: { $0 == .copied || $0 == .rebuilt }) {
            let hasRows = try await target.read { try $0.exists("SELECT 1 FROM \(raw: table.name)") }
            if hasRows { throw Failure.targetNotEmpty(table.name) }
        }
    }

    private func counts(of tables: [Catalogue.Table], in database: any Database) async throws -> [Count] {
        try await database.readInBackground { connection in
            try tables.map { table in
                let rows = try connection.fetchFirst("SELECT COUNT(*) FROM \(raw: table.name)") {
                    $0[0] as Int
                }
                return Count(table: table.name, rows: rows ?? 0)
            }
        }
    }

    private func empty(_ tables: [Catalogue.Table]) async throws {
        try await target.write { connection in
            for table in tables.reversed() { try connection.execute("DELETE FROM \(raw: table.name)") }
        }
    }

    private func verify(_ tables: [Catalogue.Table], _ before: [Count]) async throws {
        for (before, after) in zip(before, try await counts(of: tables, in: source)) where before != after {
            throw Failure.sourceChanged(before.table)
        }
        for (expected, found) in zip(before, try await counts(of: tables, in: target)) where expected != found
        {
            throw Failure.incomplete(expected.table)
        }
    }
}

extension CommunityCopy {
    /// PostgreSQL binds at most 65,535 values per statement.
    private static let valuesPerStatement = 30_000

    private static func batchSize(of table: Catalogue.Table) -> Int {
        // Images can have several megabytes each.
        table.name == "images" ? 8 : valuesPerStatement / table.columns.count
    }

    /// Copies a table in key order. References to the same table are set once all rows exist.
    private func copy(_ table: Catalogue.Table, _ copied: inout Copied) async throws {
        let first = table.columns.filter { !table.selfReferences.contains($0) }
        try await forEachBatch(of: table, first) { rows in
            try await target.write { connection in
                try connection.send(
                    "INSERT INTO \(raw: table.name) (\(first.list))", rows: SQLRows(rows))
            }
            copied.add(rows.count, of: table.name)
        }
        for reference in table.selfReferences {
            try await forEachBatch(of: table, table.key + [reference]) { rows in
                try await target.write { connection in
                    for row in rows {
                        guard let value = row.last, value != .null else { continue }
                        try connection.execute(
                            """
                            UPDATE \(raw: table.name)
                            SET \(raw: reference.name) = \(value)
                            WHERE (\(table.key.list)) = (\(list(row.dropLast())))
                            """)
                    }
                }
            }
        }
    }

    private func list(_ values: some Sequence<SQLValue>) -> SQL {
        values.map { "\($0)" as SQL }.joined(separator: ", ")
    }

    private func forEachBatch(
        of table: Catalogue.Table, _ columns: [Catalogue.Column], _ body: ([[SQLValue]]) async throws -> Void
    ) async throws {
        let count = Self.batchSize(of: table)
        let selected = columns + table.key.filter { !columns.contains($0) }
        var last: [SQLValue]?
        while true {
            let after: SQL = last.map { "WHERE (\(table.key.list)) > (\(list($0)))" } ?? .empty
            let rows = try await source.readInBackground { connection in
                try connection.fetch(
                    """
                    SELECT \(selected.map { value(of: $0, in: table) }.joined(separator: ", "))
                    FROM \(raw: table.name)
                    \(after)
                    ORDER BY \(table.key.list)
                    LIMIT \(count)
                    """
                ) { row in selected.map { $0.value(&row) } }
            }
            guard let end = rows.last else { return }
            try await body(rows.map { Array($0.prefix(columns.count)) })
            guard rows.count == count else { return }
            last = table.key.compactMap { column in selected.firstIndex(of: column).map { end[$0] } }
        }
    }

    /// The value of the column in the target.
    private func value(of column: Catalogue.Column, in table: Catalogue.Table) -> SQL {
        // SQLite orders events by sequence alone.
        if column.name == "tx", target.hasOneWriter { return "0" }
        guard table.name == "items", column.name == "kudos_count" else { return [column].list }
        return KudosCount.stored(KudosCount.sql, byOneWriter: target.hasOneWriter)
    }

    /// Continues the sequence of event numbers after the last event. SQLite does this itself.
    private func continueSequence() async throws {
        guard !target.hasOneWriter else { return }
        _ = try await target.write { try $0.execute(.continuingEventNumbers) }
    }

    private func fillSearch() async throws {
        var last: Person.ID?
        while true {
            let after: SQL = last.map { "WHERE id > \($0)" } ?? .empty
            let people = try await target.write { connection in
                let people = try connection.fetch("SELECT id FROM people \(after) ORDER BY id LIMIT 1000") {
                    $0[0] as Person.ID
                }
                for person in people { try connection.updateSearch(of: person) }
                return people
            }
            guard let end = people.last else { return }
            last = end
        }
    }
}
