import CPostgreSQL
import PacelineDatabase

/// The statements that a connection has prepared, by their text; the ones used longest ago make room for others.
struct StatementCache {
    /// A statement under the name that the server knows it by.
    struct Prepared {
        let name: String
        /// The types of its parameters; unknown ones the server has chosen by itself.
        let types: [Oid]
        fileprivate var lastUse: UInt64 = 0

        /// Whether it takes values of these types. `NULL` is of any type.
        func takes(_ others: [Oid]) -> Bool {
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

    /// The statement of the text, if it has been prepared for values of these types.
    mutating func statement(for template: SQLTemplate, taking types: [Oid]) -> Prepared? {
        guard let found = statements[template], found.takes(types) else { return nil }
        uses += 1
        statements[template]?.lastUse = uses
        return found
    }

    /// Names a statement that is to be prepared. Where a value is `NULL`, the type is that of an earlier value.
    mutating func name(_ template: SQLTemplate, taking types: [Oid]) -> Prepared {
        names += 1
        var known = types
        if let before = statements[template]?.types, before.count == types.count {
            known = zip(types, before).map { $0 == Parameters.Kind.unknown ? $1 : $0 }
        }
        return Prepared(name: "s\(names)", types: known)
    }

    /// Keeps a statement that has been prepared.
    /// - Returns: the names of those that made room.
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
