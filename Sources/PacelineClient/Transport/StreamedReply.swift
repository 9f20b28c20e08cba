import PacelineAPI

/// An answer whose body comes bit by bit.
public struct StreamedReply: Sendable {
    /// Its status and headers; its body is empty.
    public var head: Reply
    /// The body, in parts of any size, cut anywhere. It throws ``TransportFailure`` when the connection breaks; letting
    /// go of it ends the connection.
    public var body: AsyncThrowingStream<[UInt8], any Error>

    public init(head: Reply, body: AsyncThrowingStream<[UInt8], any Error>) {
        self.head = head
        self.body = body
    }
}
