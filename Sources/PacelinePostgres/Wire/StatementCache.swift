import CPostgreSQL
import PacelineDatabase

/// A least-recently-used cache of a connection's prepared statements, keyed by ``SQLTemplate``.
struct StatementCache {
    /// A prepared statement and its name on the server.
    struct Prepared {
        let name: String
        /// The types of its parameters. The server inferred those that are unknown.
        let types: [Oid]
        fileprivate var lastUse: UInt64 = 0

        /// Whether it accepts values of these types. `NULL` fits any type.
        func accepts(_ others: [Oid]) -> Bool {
            types.count == others.count
                && zip(types, others).allSatisfy { $1 == Parameters.Kind.unknown || $0 == $1 }
        }
    }

    private let limit: Int
    private var statements: [SQLTemplate: Prepared] = [:]
    private var uses: UInt64 = 0
    private var names = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Returns the cached statement, if it was prepared for values of these types.
    mutating func statement(for template: SQLTemplate, taking types: [Oid]) -> Prepared? {
        guard let found = statements[template], found.accepts(types) else { return nil }
        uses += 1
        statements[template]?.lastUse = uses
        return found
    }

    /// Names a statement to prepare. Where a value is `NULL`, its parameter keeps the type of the cached statement.
    mutating func name(_ template: SQLTemplate, taking types: [Oid]) -> Prepared {
        names += 1
        var known = types
        if let before = statements[template]?.types, before.count == types.count {
            known = zip(types, before).map { $0 == Parameters.Kind.unknown ? $1 : $0 }
        }
        return Prepared(name: "s\(names)", types: known)
    }

    /// Caches a prepared statement.
    /// - Returns: the names of evicted statements.
    mutating func insert(_ statement: Prepared, for template: SQLTemplate) -> [String] {
        uses += 1
        var statement = statement
        statement.lastUse = uses
        var evicted = [statements.updateValue(statement, forKey: template)?.name].compactMap(\.self)
        if statements.count > limit, let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            statements[oldest.key] = nil
            evicted.append(oldest.value.name)
        }
        return evicted
    }
}
