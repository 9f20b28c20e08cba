import Foundation
import Paceline
import PacelineAPI
import PacelineClient
import PacelineEngine

/// Answers requests from a community in this process, as a server would. Use it in tests and previews of what needs a
/// server, such as a ``HybridSession`` that loses its connection.
///
/// ```swift
/// let community = try await LocalCommunity.preview()
/// let server = RemoteServer(
///     url: URL(string: "https://social.example")!, transport: CommunityTransport(community))
/// let signedIn = try await server.signIn(
///     with: .password(username: "maya", password: LocalCommunity.Preview.password))
/// ```
///
/// It has no rate limits, and sends no entity tags. To see how an app behaves without a connection, put a transport of
/// your own in front of it.
public struct CommunityTransport: Transport {
    private let engine: Engine

    /// - Parameter community: the community that the server has. What others do in it reaches the app as from a server.
    public init(_ community: LocalCommunity) {
        engine = community.engine
    }

    public func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        do {
            return try await respond(to: request)
        } catch let error as SocialError {
            return try Problem.response(error)
        }
    }

    /// Opens the live stream of the person whose token the request has.
    public func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        let (body, chunks) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        do {
            let query = try API.stream.readQuery(try Target(of: request).query)
            let session = try await session(of: request)
            let position = request.headers["Last-Event-ID"].flatMap { LogPosition($0) } ?? query.after
            let sending = Task {
                do {
                    for try await event in session.events(after: position, watching: query.items) {
                        chunks.yield(try event.serverSent().encoded)
                    }
                    chunks.finish()
                } catch {
                    chunks.finish(throwing: error)
                }
            }
            chunks.onTermination = { _ in sending.cancel() }
            return StreamedResponse(head: EventStream().response(200), body: body)
        } catch let error as SocialError {
            let problem = try Problem.response(error)
            chunks.yield(problem.body)
            chunks.finish()
            return StreamedResponse(head: problem, body: body)
        }
    }

    private func respond(to request: OutgoingRequest) async throws -> EncodedResponse {
        let target = try Target(of: request)
        let candidates = AllEndpoints.all.filter {
            $0.method == request.method && $0.path.parameters(in: target.segments) != nil
        }
        guard let endpoint = candidates.max(by: { $0.path.literalCount < $1.path.literalCount }) else {
            throw SocialError(.notFound, "There is nothing at this address.")
        }
        if endpoint.id == API.health.id { return try API.health.response(.ok) }
        let encoded = EncodedRequest(
            path: endpoint.path.parameters(in: target.segments) ?? [:], query: target.query,
            body: request.body, contentType: request.headers["Content-Type"],
            ifMatch: request.headers["If-Match"], accept: request.headers["Accept"])
        guard endpoint.access != .anyone else { return try await endpoint.respond(to: encoded, from: engine) }
        var session = try await session(of: request)
        if endpoint.headers.contains(.idempotencyKey), let key = request.headers["Idempotency-Key"] {
            session = session.withIdempotencyKey(
                key, fingerprint: Array("\(request.method) \(request.url)\n".utf8) + request.body)
        }
        guard endpoint.role == nil else {
            return try await endpoint.respond(to: encoded, asStaff: session)
        }
        return try await endpoint.respond(to: encoded, as: session)
    }

    /// - Throws: ``SocialError/Code/unauthenticated``.
    private func session(of request: OutgoingRequest) async throws -> Session {
        try await engine.services(
            token: String(request.headers["Authorization"]?.dropFirst("Bearer ".count) ?? ""))
    }
}

/// The path and query of a request.
private struct Target {
    /// Percent-decoded.
    let segments: [String]
    /// Percent-decoded.
    let query: [(name: String, value: String)]

    /// - Throws: ``SocialError/Code/malformed`` if a part is not percent-encoded UTF-8.
    init(of request: OutgoingRequest) throws {
        let parts = request.url.split(separator: "?", maxSplits: 1)
        // `https:`, nothing, and the host.
        let path = parts.first?.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3) ?? []
        segments = try path.filter { !$0.isEmpty }.map { try PercentEncoding.decoded($0) }
        query = try PercentEncoding.decodedPairs(parts.dropFirst().first ?? "")
    }
}
