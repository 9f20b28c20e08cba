import Paceline

extension WorkoutService {
    /// Publishes many workouts, such as years of training that an app recorded before it joined a community, in batches
    /// of ``IdentifiedDraft/batchLimit``.
    ///
    /// Nothing is sent before the loop asks for the first step, and a loop that ends early sends no further batch. To
    /// resume, also after the app was killed, publish the same drafts again: workouts that are published already stay
    /// as they are, and have the status ``PublishStatus/unchanged``.
    ///
    /// ```swift
    /// for try await progress in session.publish(history: drafts) {
    ///     print("\(progress.done) of \(progress.total)")
    /// }
    /// ```
    /// - Parameters:
    ///   - drafts: any number of workouts, in the order in which to publish them.
    ///   - retry: how often, and after which pauses, a batch is sent again while the server is busy or unreachable.
    /// - Returns: the steps. The sequence throws the error that ends it; workouts of earlier steps stay published.
    public func publish(
        history drafts: [IdentifiedDraft], retry: RetryPolicy = .history
    ) -> HistoryPublication {
        HistoryPublication(of: drafts, retry: retry) { try await publish($0) }
    }
}

extension RetryPolicy {
    /// For work in the background: six retries after 1 to 32 s, or after what the server asks for, up to 15 minutes.
    public static let history = RetryPolicy(retries: 6, maximumRetryAfter: 900, pause: .seconds(1))
}

/// The steps of publishing many workouts, from `publish(history:retry:)` of any services.
///
/// ```swift
/// var rejected: [BatchResult] = []
/// for try await progress in session.publish(history: drafts) {
///     rejected += progress.results.filter { $0.status == .rejected }
/// }
/// ```
public struct HistoryPublication: AsyncSequence, Sendable {
    private let drafts: [IdentifiedDraft]
    private let retry: RetryPolicy
    private let publish: @Sendable ([IdentifiedDraft]) async throws -> [BatchResult]

    package init(
        of drafts: [IdentifiedDraft], retry: RetryPolicy,
        publish: @escaping @Sendable ([IdentifiedDraft]) async throws -> [BatchResult]
    ) {
        self.drafts = drafts
        self.retry = retry
        self.publish = publish
    }

    public func makeAsyncIterator() -> Iterator { Iterator(publication: self) }

    /// Publishes one batch after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let publication: HistoryPublication
        private var done = 0
        private var attempt = 0
        private var pause: HistoryProgress.Pause?

        fileprivate init(publication: HistoryPublication) {
            self.publication = publication
        }

        /// Waits for the announced pause, if there is one, and publishes the next batch.
        /// - Returns: nil after the last batch.
        public mutating func next() async throws -> HistoryProgress? {
            try Task.checkCancellation()
            if let pause { try await publication.retry.sleep(pause.duration) }
            pause = nil
            let batch = Array(publication.drafts[done...].prefix(IdentifiedDraft.batchLimit))
            guard !batch.isEmpty else { return nil }
            do {
                let results = try await publication.publish(batch)
                (done, attempt) = (done + batch.count, 0)
                return progress(results)
            } catch let error as SocialError {
                guard let duration = publication.retry.pause(after: error, attempt: attempt) else {
                    throw error
                }
                attempt += 1
                pause = HistoryProgress.Pause(duration: duration, error: error)
                return progress([])
            }
        }

        private func progress(_ results: [BatchResult]) -> HistoryProgress {
            HistoryProgress(done: done, total: publication.drafts.count, results: results, pause: pause)
        }
    }
}

extension RetryPolicy {
    /// The pause before sending a batch again; nil if that does not help, or was done often enough.
    package func pause(after error: SocialError, attempt: Int) -> Duration? {
        guard [.rateLimited, .busy, .unavailable, .timeout].contains(error.code), attempt < retries else {
            return nil
        }
        guard let seconds = error.retryAfter else { return pause(afterAttempt: attempt) }
        return seconds <= maximumRetryAfter ? .seconds(seconds) : nil
    }
}

/// One step of publishing many workouts: the results of a batch, or a pause.
///
/// ```swift
/// for try await progress in session.publish(history: drafts) {
///     if let pause = progress.pause { print(pause.error.message, pause.duration) }
/// }
/// ```
public struct HistoryProgress: Sendable, Equatable {
    /// How many workouts have a result.
    public var done: Int
    /// How many workouts there are.
    public var total: Int
    /// The results of this step's batch, in its order; empty before a pause.
    public var results: [BatchResult]
    /// The pause that follows, because the server is busy or unreachable; nil if the batch was published.
    public var pause: Pause?

    public init(done: Int, total: Int, results: [BatchResult] = [], pause: Pause? = nil) {
        self.done = done
        self.total = total
        self.results = results
        self.pause = pause
    }

    /// Why and how long publishing pauses.
    public struct Pause: Sendable, Equatable {
        /// How long. Then the batch is sent again.
        public var duration: Duration
        /// Why the batch could not be published.
        public var error: SocialError

        public init(duration: Duration, error: SocialError) {
            self.duration = duration
            self.error = error
        }
    }
}
