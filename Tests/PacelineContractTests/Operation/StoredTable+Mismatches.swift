import PacelineDatabase

@testable import PacelineEngine

extension [StoredTable] {
    /// Differences between the declarations and the database.
    func mismatches(of database: DatabaseTables) -> [String] {
        let declared = Dictionary(grouping: self, by: \.name)
        let twice = declared.filter { $0.value.count > 1 }.map { "\($0.key) is declared twice" }
        let undeclared = database.tables.keys.filter { declared[$0] == nil }.map {
            "\($0) is not declared by any feature"
        }
        let others = flatMap { declaration in
            database.tables[declaration.name].map { declaration.mismatches(of: $0, among: declared) }
                ?? ["\(declaration.name) does not exist"]
        }
        return (twice + undeclared + others).sorted()
    }
}

extension StoredTable {
    fileprivate func mismatches(
        of table: DatabaseTables.Table, among declared: [String: [StoredTable]]
    ) -> [String] {
        (peopleMismatches(of: table) + referenceMismatches(of: table)
            + lifetimeMismatches(of: table) + exportMismatches(among: declared))
            .map { "\(name): \($0)" }
    }

    /// Checks the columns that name people, and what deleting those people does.
    private func peopleMismatches(of table: DatabaseTables.Table) -> [String] {
        let references = table.references.filter { $0.value.table == "people" }
        let undeclared = references.keys.filter { people[$0] == nil }.map { "\($0) refers to a person" }
        let missing = people.keys.filter { !table.columns.contains($0) }.map { "there is no column \($0)" }
        let wrong = people.compactMap { column, erasure -> String? in
            let deletion = references[column]?.deletion
            return allows(erasure, of: column, deletion, in: table)
                ? nil : "\(column) is declared \(erasure), and has \(deletion ?? "no foreign key")"
        }
        let isPeople = people.values.contains { $0 == .isPerson } == (name == "people")
        return undeclared + missing + wrong + (isPeople ? [] : ["only rows of people are people"])
    }

    private func allows(
        _ erasure: Erasure, of column: String, _ deletion: String?, in table: DatabaseTables.Table
    ) -> Bool {
        switch erasure {
        case .isPerson: deletion == nil && table.primaryKey == [column]
        case .cascade: deletion == "CASCADE"
        case .byFeature: deletion == "CASCADE" || deletion == nil
        case .anonymized: deletion == "SET NULL"
        case .transferred: deletion == "RESTRICT"
        case .withRow: deletion == nil && people.values.contains { $0 == .cascade || $0 == .byFeature }
        case .expires: deletion == nil && isLimited
        }
    }

    private var isLimited: Bool {
        switch lifetime {
        case .untilDeleted: false
        case .limited, .purged, .replaced: true
        }
    }

    private func referenceMismatches(of table: DatabaseTables.Table) -> [String] {
        let others = table.references.filter { $0.value.table != "people" }
        let kept = others.filter { $0.value.deletion != "CASCADE" }.map { "\($0.key) does not cascade" }
        let real = others.mapValues(\.table)
        return kept
            + (real == cascadesFrom ? [] : ["cascades from \(cascadesFrom), but the database says \(real)"])
    }

    private func lifetimeMismatches(of table: DatabaseTables.Table) -> [String] {
        guard case .limited(let rule) = lifetime else { return [] }
        let hasKey = rule.key == table.primaryKey.joined(separator: ", ")
        return (hasKey ? [] : ["the primary key is not \(rule.key)"])
            + (table.indexed.contains(rule.instant) ? [] : ["\(rule.instant) is not indexed"])
    }

    private func exportMismatches(among declared: [String: [StoredTable]]) -> [String] {
        switch export {
        case .exported(let columns, let other):
            let unknown = columns.filter { people[$0] == nil }.map {
                "\($0) is exported to, but names no person"
            }
            guard let other else { return unknown + (columns.isEmpty ? ["exported to no person"] : []) }
            let isRoot = cascadesFrom.values.contains(other)
            let isExported = declared[other]?.contains { $0.isExported } ?? false
            return unknown + (isRoot && isExported ? [] : ["cannot be exported with \(other)"])
        case .whereShown: return people.isEmpty ? [] : ["rows that name people must be exported to them"]
        case .derived, .secret, .operational: return []
        }
    }

    private var isExported: Bool {
        if case .exported = export { true } else { false }
    }
}
