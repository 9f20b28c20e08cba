import PacelineDatabase

/// The schema: a baseline that makes each table as it is, and the steps that have changed it since.
///
/// A step never changes once it has been merged: databases that have had it would not have it again. A feature that
/// needs something else appends a ``SchemaStep`` to its own ``EngineFeature/steps``, under the next number. SQLite cannot
/// alter a CHECK, a NOT NULL or a foreign key, nor make a table anew that others refer to: a table that will be referred
/// to admits from the beginning what is planned.
enum Schema {
    /// Every step, in the order in which databases have them.
    static let migrations = migrations(of: EngineFeature.all)

    /// The baselines of the features as one step, then their steps in the order of the numbers, whosever they are.
    static func migrations(of features: [EngineFeature]) -> [Migration] {
        [Migration("baseline", features.flatMap(\.baseline))]
            + features.flatMap(\.steps).sorted { $0.number < $1.number }.map(\.migration)
    }
}

/// A change of the schema that a feature needs.
struct SchemaStep: Sendable {
    /// The step's place among those of all features: 2 for the first after the baseline, and no number twice.
    let number: Int
    /// What the step is for, in a few words.
    let name: String
    /// What it does, in order and in one transaction.
    let statements: [SQL]

    init(_ number: Int, _ name: String, _ statements: [SQL]) {
        self.number = number
        self.name = name
        self.statements = statements
    }

    var migration: Migration { Migration("\(number) \(name)", statements) }
}
