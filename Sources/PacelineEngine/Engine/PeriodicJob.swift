import Foundation

/// Something that a server does by itself, again and again, for as long as it runs.
///
/// Several servers of one community may do it side by side: nothing is done twice. `LocalCommunity.runMaintenance()` runs
/// each once, for an app without a server.
public struct PeriodicJob: Sendable {
    /// What a server's log calls it.
    public let name: String
    /// How long to wait before the next run.
    public let pause: Duration
    /// Whether a change of the database ends the pause.
    public let isPrompt: Bool
    /// What it measures, with what is said of each.
    public let measurements: [String: String]
    private let work: @Sendable (Engine) async throws -> Outcome

    init(
        _ name: String, pause: Duration, isPrompt: Bool = false, measurements: [String: String] = [:],
        work: @escaping @Sendable (Engine) async throws -> Outcome
    ) {
        self.name = name
        self.pause = pause
        self.isPrompt = isPrompt
        self.measurements = measurements
        self.work = work
    }

    /// The jobs of every feature.
    public static let all = EngineFeature.all.flatMap(\.jobs)

    /// Does what is to be done now. What fails is made up for by the next run.
    public func run(on engine: Engine) async throws -> Outcome {
        try await work(engine)
    }

    /// What came of a run.
    public struct Outcome: Sendable {
        /// What the server's log is to say.
        public var notes: [Note] = []
        /// Values of ``PeriodicJob/measurements``.
        public var values: [String: Int] = [:]
        /// Seconds after which to run again, where that is sooner than the pause.
        public var runAgainAfter: TimeInterval?
    }

    /// A line for the server's log.
    public struct Note: Sendable {
        /// What happened, always in the same words.
        public let text: String
        /// What it happened to.
        public let details: [String: String]
        /// Whether something went wrong.
        public var isError = false
    }
}
