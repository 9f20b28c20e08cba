import Foundation
import Paceline
import PacelineAPI
import PacelineClient
import PacelineReplica

/// The server of a store: sends its commands, and loads what the change feed does not report.
struct ReplicaServer: Sendable {
    let url: URL
    let token: String
    /// Responses of a network in place of the server are failures in it, as is no response.
    let transport: any Transport
    let clock: ServerClock
    let session: RemoteSession
    /// The session without a check of whose it is. An overloaded server refuses the check, but never the end of a
    /// session.
    private let uncheckedSession: RemoteSession

    /// - Parameter person: to whom the token must belong: see ``PersonTransport``.
    init(url: URL, token: String, of person: Person.ID, transport: any Transport, clock: ServerClock) {
        let unchecked = ServerOnlyTransport(base: transport)
        let transport = PersonTransport(unchecked, address: Self.address(of: url), token: token, of: person)
        self.url = url
        self.token = token
        self.transport = transport
        self.clock = clock
        // Pauses between attempts are the sync machine's.
        func remote(over transport: any Transport) -> RemoteSession {
            RemoteServer(url: url, transport: transport, retry: RetryPolicy(retries: 0)).session(token: token)
        }
        (session, uncheckedSession) = (remote(over: transport), remote(over: unchecked))
    }

    /// The base URL, without a trailing slash.
    var address: String { Self.address(of: url) }

    private static func address(of url: URL) -> String {
        let address = url.absoluteString
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    func signOut() async throws { try await uncheckedSession.signOut() }

    func sync(_ request: SyncRequest) async throws(SyncFailure) -> LenientSyncAnswer {
        let response: EncodedResponse
        do {
            let target = API.sync.target(NoParameters(), NoParameters())
            response = try await transport.send(
                OutgoingRequest(
                    method: API.sync.method, url: address + target,
                    headers: [
                        "Authorization": "Bearer \(token)", "Content-Type": MediaType.json,
                        "Accept": "*/*",
                    ], body: try request.json()))
        } catch let error as SocialError {
            throw .stopped(error)
        } catch {
            throw .noAnswer
        }
        clock.adjust(to: response)
        guard response.status == 200 else { throw failure(in: response) }
        return try LenientSyncAnswer(parsing: response.body)
    }

    private func failure(in response: EncodedResponse) -> SyncFailure {
        let error = response.problem(of: address)
        switch response.status {
        case 401 where error.code == .unauthenticated: return .unauthenticated
        case 410: return .changesExpired
        case 409 where error.code == .deviceReused: return .deviceReused
        case 429, 500...599: return .busy(retryAfter: error.retryAfter)
        default: return .stopped(error)
        }
    }
}

/// Throws ``TransportFailure/unreachable`` when a network answers in place of the server: a session would take a page
/// with status 200 for the success of a request whose answer has no body.
private struct ServerOnlyTransport: Transport {
    let base: any Transport

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        let response = try await base.send(request)
        guard !response.isOfAnotherServer else { throw TransportFailure.unreachable }
        return response
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        let response = try await base.stream(request)
        guard !response.head.isOfAnotherServer else { throw TransportFailure.unreachable }
        return response
    }
}

extension EncodedResponse {
    /// Whether a network answered in place of the server, such as a hotel's that asks to sign in: with a page, a
    /// redirection, or status 511. The API redirects nowhere, and has no pages.
    fileprivate var isOfAnotherServer: Bool {
        switch status {
        case 304: false
        case 300...399, 511: true
        case 200...299, 401, 403: contentType?.lowercased().hasPrefix("text/html") == true
        default: false
        }
    }

    /// The error of a response that is not a success.
    fileprivate func problem(of address: String) -> SocialError {
        do {
            let problem = try PacelineJSON.decode(Problem.self, from: body)
            return problem.error(retryAfter: header("Retry-After").flatMap { Int($0) })
        } catch {
            return SocialError(
                .unavailable,
                "\(address) returned status \(status). Check that it is the address of a Paceline server.",
                retryAfter: header("Retry-After").flatMap { Int($0) })
        }
    }
}

// The live stream.
extension ReplicaServer {
    /// Opens the live stream at the current position.
    /// - Parameter items: whose kudos and comments it reports even if their authors are not followed.
    /// - Throws: ``TransportFailure`` if there is no connection, ``SocialError`` if the server refuses.
    func stream(watching items: [FeedItem.ID]) async throws -> StreamedResponse {
        let target = API.stream.target(NoParameters(), StreamParameters(items: items))
        let response = try await transport.stream(
            OutgoingRequest(
                method: API.stream.method, url: address + target,
                headers: ["Authorization": "Bearer \(token)", "Accept": ServerSentEvent.mediaType]))
        guard response.head.status == 200 else {
            var head = response.head
            for try await chunk in response.body where head.body.count < Self.problemLimit {
                head.body += chunk
            }
            throw head.problem(of: address)
        }
        guard response.head.contentType?.hasPrefix(ServerSentEvent.mediaType) == true else {
            throw TransportFailure.unreachable
        }
        return response
    }

    /// In bytes.
    private static let problemLimit = 64 << 10
}

// Loads.
extension ReplicaServer {
    func load(_ load: Load) async throws(SyncFailure) -> Loaded {
        do {
            return try await loaded(load)
        } catch let error as SocialError {
            guard let failure = Self.failure(error) else { return .gone }
            throw failure
        } catch {
            throw .noAnswer
        }
    }

    private func loaded(_ load: Load) async throws -> Loaded {
        let page = PageRequest(limit: PageRequest.limits.upperBound, cursor: load.cursor)
        let person = PersonReference.id(Person.ID(load.id))
        switch load.kind {
        case .account: return .account(try await session.me())
        case .blocks: return Self.people(try await session.blocks(page))
        case .mutes: return Self.people(try await session.mutes(page))
        case .following: return Self.people(try await session.following(of: .me, page))
        case .followers: return Self.people(try await session.followers(of: .me, page))
        case .incomingRequests: return Self.requests(try await session.requests(.incoming, kind: nil, page))
        case .outgoingRequests: return Self.requests(try await session.requests(.outgoing, kind: nil, page))
        case .groups:
            let found = try await session.groups(page)
            return .groups(found.items, next: found.next)
        case .invitations:
            let found = try await session.groupInvitations(page)
            return .invitations(found.items, next: found.next)
        case .feed: return Self.items(try await session.feed(FeedQuery(), page))
        case .personFeed: return Self.items(try await session.feed(FeedQuery(person: person), page))
        case .person: return .person(try await session.person(person))
        case .item: return .item(try await session.item(FeedItem.ID(load.id)))
        case .comments:
            let found = try await session.comments(on: FeedItem.ID(load.id), page)
            return .comments(found.items, next: found.next)
        case .lostPeople, .sweep: return .gone
        }
    }

    private static func people(_ page: Page<Person>) -> Loaded { .people(page.items, next: page.next) }
    private static func items(_ page: Page<FeedItem>) -> Loaded { .items(page.items, next: page.next) }
    private static func requests(_ page: Page<ConnectionRequest>) -> Loaded {
        .requests(page.items, next: page.next)
    }

    /// - Returns: nil if the requested person or item no longer exists.
    private static func failure(_ error: SocialError) -> SyncFailure? {
        switch error.code {
        case .unauthenticated: .unauthenticated
        case .personNotFound, .itemNotFound, .commentNotFound, .blockedByMe: nil
        case .rateLimited, .busy, .internalError: .busy(retryAfter: error.retryAfter)
        case .unavailable where error.retryAfter != nil: .busy(retryAfter: error.retryAfter)
        case .unavailable, .timeout: .noAnswer
        default: .stopped(error)
        }
    }
}
