import Foundation
import Paceline
import PacelineAPI

/// Calls the endpoints of one server: encodes requests, retries them and decodes responses.
struct APIClient: Sendable {
    /// The base URL, without a trailing slash.
    let address: String
    let transport: any Transport
    let retry: RetryPolicy
    /// The session token; nil before signing in.
    var token: String?
    /// A name for the list of sessions.
    var clientName: String?
    /// The token of an earlier sign-in.
    var clientToken: String?

    func call<Path, Query, Body, Output>(
        _ endpoint: Endpoint<Path, Query, Body, Output>, _ path: Path, _ query: Query, _ body: Body,
        ifMatch version: Version? = nil, accept mediaType: String = "*/*"
    ) async throws -> Output {
        var request = try request(endpoint, path, query, body, version)
        request.headers["Accept"] = mediaType
        // After a lost response, a retry with If-Match would fail because the first request succeeded. It is better to
        // report the lost connection.
        let mayRepeat = endpoint.isIdempotent && version == nil
        let response = try await send(request, retries: mayRepeat ? retry.retries : 0)
        guard (200..<300).contains(response.status) else { throw error(in: response) }
        do {
            return try Output.read(response)
        } catch {
            throw unexpectedResponse
        }
    }

    /// The error for a response that is not valid.
    var unexpectedResponse: SocialError {
        SocialError(
            .unavailable,
            "\(address) sent an unexpected response. Is it a Paceline server of this version?")
    }

    func request<Path, Query, Body, Output>(
        _ endpoint: Endpoint<Path, Query, Body, Output>, _ path: Path, _ query: Query, _ body: Body,
        _ version: Version?
    ) throws -> OutgoingRequest {
        var request = OutgoingRequest(method: endpoint.method, url: address + endpoint.target(path, query))
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        if let version { request.headers["If-Match"] = version.entityTag }
        if endpoint.headers.contains(.client) {
            request.headers["Client-Name"] = clientName
            request.headers["Client-Token"] = clientToken
        }
        if endpoint.headers.contains(.idempotencyKey) {
            request.headers["Idempotency-Key"] = UUID().uuidString.lowercased()
        }
        if let written = try body.written() {
            request.headers["Content-Type"] = written.contentType
            request.body = written.bytes
        }
        return request
    }

    /// Sends the request, and retries it with the same headers and body.
    private func send(_ request: OutgoingRequest, retries: Int) async throws -> EncodedResponse {
        var attempt = 0
        while true {
            try Task.checkCancellation()
            let pause: Duration
            do {
                let response = try await transport.send(request)
                guard attempt < retries, let wait = retry.pause(after: response) else { return response }
                pause = wait
            } catch let failure as TransportFailure {
                guard attempt < retries, failure == .unreachable else { throw error(for: failure) }
                pause = retry.pause(afterAttempt: attempt)
            }
            try await retry.sleep(pause)
            attempt += 1
        }
    }
}

extension APIClient {
    func error(in response: EncodedResponse) -> SocialError {
        do {
            let problem = try PacelineJSON.decode(Problem.self, from: response.body)
            return problem.error(retryAfter: response.header("Retry-After").flatMap(Int.init))
        } catch {
            return SocialError(
                .unavailable,
                "\(address) returned status \(response.status). Check that it is the address of a Paceline server."
            )
        }
    }

    /// Converts an error of the transport or the parser to a ``SocialError``.
    func socialError(for error: any Error) -> any Error {
        switch error {
        case let failure as TransportFailure: self.error(for: failure)
        case is ServerSentEventParser.Failure: unexpectedResponse
        default: error
        }
    }

    private func error(for failure: TransportFailure) -> SocialError {
        switch failure {
        case .unreachable:
            SocialError(.unavailable, "Cannot reach \(address). Check the address and the connection.")
        case .timedOut: SocialError(.timeout, "\(address) did not respond in time; try again.")
        case .invalidAddress: SocialError(.unavailable, "\(address) is not a valid server address.")
        case .encryptionRequired:
            SocialError(
                .unavailable,
                """
                This app may open only encrypted connections. Use https, or except \(address) from App Transport \
                Security.
                """)
        }
    }
}
