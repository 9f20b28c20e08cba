import PacelineDatabase

/// The database schema: a baseline that creates each table, and the steps since.
///
/// Never change a merged step: databases that have run it do not run it again. A feature that needs a change appends a
/// ``SchemaStep`` with the next number to its ``EngineFeature/steps``. SQLite cannot alter a CHECK, a NOT NULL or a
/// foreign key, nor recreate a table that others reference, so the baseline of such a table already allows what is
/// planned.
enum Schema {
    /// All migrations, in the order in which databases run them.
    static let migrations = migrations(of: EngineFeature.all)

    /// All baselines as one migration, then the steps of all features by number.
    static func migrations(of features: [EngineFeature]) -> [Migration] {
        [Migration("baseline", features.flatMap(\.baseline))]
            + features.flatMap(\.steps).sorted { $0.number < $1.number }.map(\.migration)
    }
}

extension Engine {
    /// The newest migration of the schema, such as `3 pinned comments`.
    package static let newestSchemaStep = Schema.migrations.last?.name ?? ""
}

/// A schema change that a feature needs.
struct SchemaStep: Sendable {
    /// The number, unique among all features. The first step after the baseline is 2.
    let number: Int
    /// The purpose, in a few words.
    let name: String
    /// The statements, run in order and in one transaction.
    let statements: [SQL]

    init(_ number: Int, _ name: String, _ statements: [SQL]) {
        self.number = number
        self.name = name
        self.statements = statements
    }

    var migration: Migration { Migration("\(number) \(name)", statements) }
}
