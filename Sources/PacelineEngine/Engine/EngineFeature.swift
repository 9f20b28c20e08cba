import PacelineDatabase

/// A feature as the engine sees it: its tables, kinds of feed items, the counters to recount, what follows the log, and periodic jobs.
///
/// ``all`` is the only list of features. The schema, ``Engine/check()``, ``Engine/purgeExpired()``, ``LogPump``,
/// ``CommunityCopy`` and ``PeriodicJob/all`` read it. A new feature is a folder with a declaration, and a line there:
///
/// ```swift
/// extension EngineFeature {
///     /// Who reports what.
///     static let reports = EngineFeature(
///         steps: [SchemaStep(2, "reports", ["CREATE TABLE reports (…)"])],
///         tables: [
///             StoredTable("reports", people: ["reporter": .cascade], export: .exported(to: ["reporter"]))
///         ],
///         followers: [ReportFollower()])
/// }
/// ```
struct EngineFeature: Sendable {
    /// The feature's part of the schema's first step. A feature that comes later has none, and begins with a step.
    var baseline: [SQL] = []
    /// What has changed the schema since.
    var steps: [SchemaStep] = []
    /// Every table of the feature, each declared by one feature.
    let tables: [StoredTable]
    /// The kinds of feed items that are the feature's.
    var itemContents: [ItemContent] = []
    /// What ``Engine/check()`` recounts.
    var counters: [Counter] = []
    /// What the feature makes from the log.
    var followers: [any LogFollower] = []
    /// What a server does for the feature by itself.
    var jobs: [PeriodicJob] = []
}

extension EngineFeature {
    /// Every feature. The baseline follows this order, so a feature stands behind those that its tables refer to.
    static let all: [EngineFeature] = [
        .people, .settings, .graph,
        .feed, .reactions, .workouts, .stats,
        .groups, .scores, .seasons, .standings,
        .log, .notifications, .sync, .operation,
    ]
}
