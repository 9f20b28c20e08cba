import Foundation

/// A background job that a server repeats while it runs.
///
/// Several servers of one community can run it at the same time; jobs never do the same work twice. An app that embeds
/// the engine runs each once with `LocalCommunity.runMaintenance()`.
public struct PeriodicJob: Sendable {
    /// The name in the server's log.
    public let name: String
    /// The pause between two runs.
    public let pause: Duration
    /// Whether a database change ends the pause early.
    public let isPrompt: Bool
    /// Names of the job's metrics, with their descriptions.
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

    /// Runs the job once. The next run makes up for a failed one.
    public func run(on engine: Engine) async throws -> Outcome {
        try await work(engine)
    }

    /// The result of a run.
    public struct Outcome: Sendable {
        /// Lines for the server's log.
        public var notes: [Note] = []
        /// Values of the metrics in ``PeriodicJob/measurements``.
        public var values: [String: Int] = [:]
        /// Seconds until the next run, if that is sooner than the pause.
        public var runAgainAfter: TimeInterval?
    }

    /// A line for the server's log.
    public struct Note: Sendable {
        /// A constant message; variable data goes to ``details``.
        public let text: String
        /// Metadata of the line.
        public let details: [String: String]
        /// Whether to log the line as an error.
        public var isError = false
    }
}
