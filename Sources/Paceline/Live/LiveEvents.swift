/// What happens, as it happens, for one person; it goes on until nobody asks for more.
///
/// Whoever stops asking, or whose task is cancelled, is told nothing more, and nothing is kept for them.
public struct LiveEvents: AsyncSequence, Sendable {
    public typealias Element = LiveEvent
    public typealias Failure = any Error

    private let begin: @Sendable () async throws -> any LiveSource

    /// - Parameter begin: asked for once for each iteration, when its first element is.
    public init(begin: @escaping @Sendable () async throws -> any LiveSource) {
        self.begin = begin
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(begin: begin)
    }

    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let begin: @Sendable () async throws -> any LiveSource
        private var source: (any LiveSource)?

        fileprivate init(begin: @escaping @Sendable () async throws -> any LiveSource) {
            self.begin = begin
        }

        public mutating func next() async throws -> LiveEvent? {
            let source =
                if let source { source } else { try await begin() }
            self.source = source
            return try await source.next()
        }
    }
}

/// Where one stream's events come from. It ends when nobody holds it any more.
public protocol LiveSource: AnyObject, Sendable {
    /// The next event, once there is one; nil when the stream is over.
    func next() async throws -> LiveEvent?
}
