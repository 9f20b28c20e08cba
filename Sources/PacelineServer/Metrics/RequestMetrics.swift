import CoreMetrics
import PacelineAPI
import PacelineEngine
import Synchronization

/// The request metrics of a server.
///
/// Labels are operations and statuses, never paths or usernames, so that the number of series stays bounded.
final class RequestMetrics: Sendable {
    fileprivate struct Outcome: Hashable {
        let operation: String
        let status: Int
    }

    fileprivate struct Known {
        var counters: [Outcome: Counter] = [:]
        var timers: [String: CoreMetrics.Timer] = [:]
    }

    private let factory: any MetricsFactory
    private let inFlight: Meter
    private let activities: [String: Counter]
    private let known = Mutex(Known())

    init(factory: any MetricsFactory) {
        self.factory = factory
        inFlight = Meter(label: Name.inFlight, factory: factory)
        activities = Self.activities.mapValues { Counter(label: $0, factory: factory) }
    }

    func begin() { inFlight.increment() }

    func end(operation: String?, status: Int, _ duration: Duration) {
        inFlight.decrement()
        let operation = operation ?? Self.noOperation
        let (count, durations) = known.withLock { known in
            (
                known.count(of: Outcome(operation: operation, status: status), factory),
                known.durations(of: operation, factory)
            )
        }
        count.increment()
        durations.recordNanoseconds(duration.nanoseconds)
        if (200..<300).contains(status) { activities[operation]?.increment() }
    }
}

extension RequestMetrics {
    fileprivate enum Name {
        static let inFlight = "paceline_requests_in_flight"
        static let requests = "paceline_requests_total"
        static let durations = "paceline_request_duration_seconds"
    }

    /// The one label of all operations that decline, block or mute a person. In a small community, a count of blocks
    /// that rises just after a visit would reveal who blocked whom.
    static let privateOperation = "private"

    /// The operation of a request that matches no endpoint.
    private static let noOperation = "none"

    /// The counters of user activity, by operation.
    private static let activities = [
        API.signUp.id: "paceline_sign_ups_total",
        API.signIn.id: "paceline_sign_ins_total",
        API.feed.id: "paceline_feed_pages_total",
        API.publishWorkout.id: "paceline_workouts_published_total",
        API.publishBatch.id: "paceline_workout_batches_total",
        API.giveKudos.id: "paceline_kudos_given_total",
        API.addComment.id: "paceline_comments_total",
        API.sendRequest.id: "paceline_requests_sent_total",
        API.follow.id: "paceline_follows_total",
        API.unfollow.id: "paceline_unfollows_total",
    ]

    fileprivate static let help = [
        Name.inFlight: "Requests in flight.",
        Name.requests: "Requests, by operation and status.",
        Name.durations: "Request duration in seconds, by operation.",
    ]
}

extension RequestMetrics.Known {
    mutating func count(
        of outcome: RequestMetrics.Outcome, _ factory: any MetricsFactory
    ) -> Counter {
        if let known = counters[outcome] { return known }
        let counter = Counter(
            label: RequestMetrics.Name.requests,
            dimensions: [("operation", outcome.operation), ("status", String(outcome.status))],
            factory: factory)
        counters[outcome] = counter
        return counter
    }

    mutating func durations(
        of operation: String, _ factory: any MetricsFactory
    ) -> CoreMetrics.Timer {
        if let known = timers[operation] { return known }
        let timer = CoreMetrics.Timer(
            label: RequestMetrics.Name.durations, dimensions: [("operation", operation)], factory: factory)
        timers[operation] = timer
        return timer
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}

extension MetricsRegistry {
    /// The help text of each metric of a ``Server``, by label.
    public static let serverHelp =
        ([RequestMetrics.help, AdmissionQueue.help, BodyBudget.help, LiveStreams.help]
        + PeriodicJob.all.map(\.measurements))
        .reduce(into: [:]) { $0.merge($1) { $1 } }
}
