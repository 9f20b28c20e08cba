/// The sequence of live events for one person.
///
/// Each iteration opens one stream. The stream ends when the iterating task is cancelled or the iterator is released;
/// nothing is buffered after that. A cancelled iteration throws `CancellationError`.
///
/// ```swift
/// for try await event in session.events(after: lastPosition, watching: []) {
///     lastPosition = event.position
/// }
/// ```
public struct LiveEvents: AsyncSequence, Sendable {
    public typealias Element = LiveEvent
    public typealias Failure = any Error

    private let begin: @Sendable () async throws -> any LiveSource

    /// - Parameter begin: opens the stream; called once for each iteration, on its first element.
    public init(begin: @escaping @Sendable () async throws -> any LiveSource) {
        self.begin = begin
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(begin: begin)
    }

    /// Opens the stream on the first call of `next()`.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let begin: @Sendable () async throws -> any LiveSource
        private var source: (any LiveSource)?

        fileprivate init(begin: @escaping @Sendable () async throws -> any LiveSource) {
            self.begin = begin
        }

        /// Waits for the next event; nil when the stream has ended.
        public mutating func next() async throws -> LiveEvent? {
            let source =
                if let source { source } else { try await begin() }
            self.source = source
            let event = try await source.next()
            // A local source ends when the task is cancelled.
            if event == nil { try Task.checkCancellation() }
            return event
        }
    }
}

/// The source of one stream's events. Releasing it ends the stream.
public protocol LiveSource: AnyObject, Sendable {
    /// Waits for the next event; nil when the stream has ended.
    func next() async throws -> LiveEvent?
}
