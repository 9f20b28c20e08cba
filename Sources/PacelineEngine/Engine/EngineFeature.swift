import PacelineDatabase

/// A feature of the engine: its tables, kinds of feed items, counters, log consumers and periodic jobs.
///
/// ``all`` is the only list of features. The schema, ``Engine/check()``, ``Engine/purgeExpired()``, ``LogPump``,
/// ``CommunityCopy`` and ``PeriodicJob/all`` read it. To add a feature, add a folder with a declaration like this one,
/// and list it in ``all``:
///
/// ```swift
/// extension EngineFeature {
///     /// Reports of abuse.
///     static let reports = EngineFeature(
///         steps: [SchemaStep(2, "reports", ["CREATE TABLE reports (…)"])],
///         tables: [
///             StoredTable("reports", people: ["reporter": .cascade], export: .exported(to: ["reporter"]))
///         ],
///         consumers: [ReportConsumer()])
/// }
/// ```
struct EngineFeature: Sendable {
    /// The feature's part of the baseline schema. Features added later leave it empty and use ``steps``.
    var baseline: [SQL] = []
    /// Schema changes since the baseline.
    var steps: [SchemaStep] = []
    /// The feature's tables. Each table belongs to exactly one feature.
    let tables: [StoredTable]
    /// The kinds of feed items that the feature adds.
    var itemContents: [ItemContent] = []
    /// The counters that ``Engine/check()`` recounts.
    var counters: [Counter] = []
    /// The consumers that derive the feature's data from the log.
    var consumers: [any LogConsumer] = []
    /// The periodic jobs that a server runs for the feature.
    var jobs: [PeriodicJob] = []
}

extension EngineFeature {
    /// All features. The baseline schema is created in this order, so a feature comes after those whose tables it
    /// references.
    static let all: [EngineFeature] = [
        .people, .settings, .graph,
        .feed, .reactions, .workouts, .stats, .experience, .rewards, .achievements,
        .groups, .scores, .seasons, .standings, .training,
        .log, .notifications, .sync, .operation, .security, .quotas, .moderation, .mail,
        .administration, .merging,
    ]
}
