import PacelineAPI
// A transport takes and gives these; the rest of the API's module stays out of an app's way.
@_exported import enum PacelineAPI.HTTPMethod
@_exported import struct PacelineAPI.Reply

/// What carries requests to a server and brings back its answers.
public protocol Transport: Sendable {
    /// Sends one request, once.
    /// - Throws: ``TransportFailure`` when no answer came, `CancellationError` when the task was cancelled.
    func send(_ request: OutgoingRequest) async throws -> Reply
    /// Sends one request, once, and gives its answer as it comes.
    /// - Throws: the same, as long as the head of the answer has not come.
    func stream(_ request: OutgoingRequest) async throws -> StreamedReply
}

/// A request as it goes over the wire.
public struct OutgoingRequest: Sendable, Equatable {
    public var method: HTTPMethod
    /// The whole address, query included.
    public var url: String
    public var headers: [String: String]
    public var body: [UInt8]

    public init(method: HTTPMethod, url: String, headers: [String: String] = [:], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

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

/// Why no answer came.
public enum TransportFailure: Error, Sendable, Equatable {
    /// There is no connection, or it broke before the answer was whole.
    case unreachable
    /// The answer took longer than the transport waits.
    case timedOut
    /// The address is not one that can be asked.
    case invalidAddress
}
