import Foundation
import PacelineAPI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The default transport: `URLSession` without cookies, caches or other stored state.
///
/// ```swift
/// let server = RemoteServer(url: url, transport: URLSessionTransport(timeout: 10))
/// ```
public struct URLSessionTransport: Transport {
    private let session: URLSession
    private let timeout: TimeInterval

    /// Creates a transport.
    /// - Parameter timeout: the time without received data after which a request fails, in seconds.
    public init(timeout: TimeInterval = 30) {
        self.timeout = timeout
        session = URLSession(configuration: Self.configuration(timeout: timeout))
    }

    private static func configuration(timeout: TimeInterval) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = timeout
        configuration.httpMaximumConnectionsPerHost = 64
        return configuration
    }

    public func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        let request = try Self.foundationRequest(request)
        do {
            let (data, response) = try await SingleResponse().receive(request, from: session)
            return try Self.response(data, response)
        } catch let error as URLError {
            throw Self.failure(error)
        }
    }

    /// - Note: A stream has a heartbeat every 15 seconds. It fails after 45 seconds without one, or after the timeout
    ///   if that is longer.
    public func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        let request = try Self.foundationRequest(request)
        let configuration = Self.configuration(timeout: max(timeout, 45))
        do {
            return try await StreamReceiver().begin(request, configuration)
        } catch let error as URLError {
            throw Self.failure(error)
        }
    }

    private static func foundationRequest(_ request: OutgoingRequest) throws(TransportFailure) -> URLRequest {
        guard let url = URL(string: request.url) else { throw .invalidAddress }
        var result = URLRequest(url: url)
        result.httpMethod = request.method.rawValue
        for (name, value) in request.headers { result.setValue(value, forHTTPHeaderField: name) }
        if !request.body.isEmpty { result.httpBody = Data(request.body) }
        return result
    }

    static func response(_ data: Data, _ response: URLResponse) throws(TransportFailure) -> EncodedResponse {
        guard let response = response as? HTTPURLResponse else { throw .invalidAddress }
        let headers = response.allHeaderFields.reduce(into: [String: String]()) { headers, field in
            if let name = field.key as? String, let value = field.value as? String { headers[name] = value }
        }
        return EncodedResponse(
            status: response.statusCode, contentType: response.value(forHTTPHeaderField: "Content-Type"),
            headers: headers, body: Array(data))
    }

    static func failure(_ error: URLError) -> any Error {
        switch error.code {
        case .cancelled: CancellationError()
        case .timedOut: TransportFailure.timedOut
        case .badURL, .unsupportedURL: TransportFailure.invalidAddress
        case .appTransportSecurityRequiresSecureConnection: TransportFailure.encryptionRequired
        default: TransportFailure.unreachable
        }
    }
}
