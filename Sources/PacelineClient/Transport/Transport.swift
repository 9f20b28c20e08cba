import PacelineAPI
// Transports use these types. The rest of PacelineAPI is not exported to apps.
@_exported import enum PacelineAPI.HTTPMethod
@_exported import struct PacelineAPI.EncodedResponse

/// Sends requests to a server. Implement it to use another HTTP client, or to simulate failures in tests.
///
/// ```swift
/// struct OfflineTransport: Transport {
///     func send(_ request: OutgoingRequest) async throws -> EncodedResponse { throw TransportFailure.unreachable }
///     func stream(_ request: OutgoingRequest) async throws -> StreamedResponse { throw TransportFailure.unreachable }
/// }
/// ```
public protocol Transport: Sendable {
    /// Sends one request, without retries.
    /// - Throws: ``TransportFailure`` if there was no response, `CancellationError` if the task was cancelled.
    func send(_ request: OutgoingRequest) async throws -> EncodedResponse
    /// Sends one request, without retries, and returns its response as soon as the head has arrived.
    /// - Throws: ``TransportFailure`` if there was no response, `CancellationError` if the task was cancelled.
    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse
}

/// An encoded HTTP request.
///
/// ```swift
/// let request = OutgoingRequest(method: .get, url: "https://example.org/ready")
/// ```
public struct OutgoingRequest: Sendable, Equatable {
    /// The HTTP method.
    public var method: HTTPMethod
    /// The full URL, with the query.
    public var url: String
    /// The headers by name.
    public var headers: [String: String]
    /// The body; empty for none.
    public var body: [UInt8]

    /// Creates a request.
    public init(method: HTTPMethod, url: String, headers: [String: String] = [:], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// A response with a streamed body.
///
/// ```swift
/// for try await chunk in response.body { received += chunk }
/// ```
public struct StreamedResponse: Sendable {
    /// The status and headers; the body is empty.
    public var head: EncodedResponse
    /// The body, in chunks of any size. It throws ``TransportFailure`` if the connection is lost. Releasing it closes
    /// the connection.
    public var body: AsyncThrowingStream<[UInt8], any Error>

    /// Creates a response.
    public init(head: EncodedResponse, body: AsyncThrowingStream<[UInt8], any Error>) {
        self.head = head
        self.body = body
    }
}

/// Why a request got no response.
///
/// ```swift
/// func send(_ request: OutgoingRequest) async throws -> EncodedResponse { throw TransportFailure.timedOut }
/// ```
public enum TransportFailure: Error, Sendable, Equatable {
    /// There is no connection, or it was lost before the response was complete.
    case unreachable
    /// The response took longer than the transport's timeout.
    case timedOut
    /// The URL is invalid or not supported.
    case invalidAddress
    /// App Transport Security requires `https` for this address.
    case encryptionRequired
}
