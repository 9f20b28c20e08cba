import Foundation
import PacelineLocal
import Synchronization

/// A server in this process: a local community behind the endpoints of the API, whose network a test controls.
final class InProcessServer: Transport {
    enum Network: Sendable {
        case works
        /// No request arrives.
        case isGone
        /// The server performs requests, and its answers are lost.
        case losesAnswers
        /// The network answers in place of the server, as where a hotel asks to sign in.
        case answersItself(EncodedResponse)

        fileprivate var works: Bool { if case .works = self { true } else { false } }
    }

    static let url = URL(string: "https://social.example")!
    let community: LocalCommunity
    private struct State {
        var network = Network.works
        var requests: [String] = []
        var streams: [AsyncThrowingStream<[UInt8], any Error>.Continuation] = []
        /// Tells a test about each stream that opens.
        var opened: AsyncStream<String>.Continuation?
    }

    private let state = Mutex(State())

    init(_ community: LocalCommunity) { self.community = community }

    var network: Network {
        get { state.withLock { $0.network } }
        set {
            state.withLock { $0.network = newValue }
            if !newValue.works { cutStreams() }
        }
    }

    /// Ends all streams, as when the server restarts.
    func cutStreams() {
        let streams = state.withLock { state in
            defer { state.streams = [] }
            return state.streams
        }
        for stream in streams { stream.finish(throwing: TransportFailure.unreachable) }
    }

    /// The targets of the streams that open from now on.
    func openedStreams() -> AsyncStream<String> {
        let (targets, opened) = AsyncStream.makeStream(of: String.self)
        state.withLock { $0.opened = opened }
        return targets
    }

    /// The requests that arrived since this was last asked, such as `GET /v1/me`.
    func arrivals() -> [String] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        switch network {
        case .isGone: throw TransportFailure.unreachable
        case .answersItself(let response): return response
        case .works, .losesAnswers: break
        }
        let target = request.url.dropFirst(Self.url.absoluteString.count)
        state.withLock { $0.requests.append("\(request.method.rawValue) \(target)") }
        let response = try await CommunityTransport(community).send(request)
        guard network.works else { throw TransportFailure.unreachable }
        return response
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        if case .answersItself(let response) = network {
            let (body, chunks) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            chunks.yield(response.body)
            chunks.finish()
            return StreamedResponse(head: response, body: body)
        }
        guard network.works else { throw TransportFailure.unreachable }
        let target = String(request.url.dropFirst(Self.url.absoluteString.count))
        let response = try await CommunityTransport(community).stream(request)
        guard response.head.status == 200 else { return response }
        let (body, chunks) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let sending = Task {
            do {
                for try await chunk in response.body { chunks.yield(chunk) }
                chunks.finish()
            } catch {
                chunks.finish(throwing: error)
            }
        }
        chunks.onTermination = { _ in sending.cancel() }
        let opened = state.withLock { state in
            state.streams.append(chunks)
            return state.opened
        }
        opened?.yield(target)
        return StreamedResponse(head: response.head, body: body)
    }
}

/// A community of a server with two friends, Ana and Ben. Ana has a phone that works offline.
struct HybridScene {
    let server: InProcessServer
    let ana: Account
    let token: String
    /// With which Ana signs in.
    private let secret = Credential.newDeviceSecret()
    /// Ben, and Ana on another device, which are always online.
    let ben: any SocialServices
    let benID: Person.ID
    let online: any SocialServices
    let folder = FileManager.default.temporaryDirectory.appending(
        path: "paceline-hybrid-\(UUID().uuidString)")

    init() async throws {
        let community = try await LocalCommunity.inMemory()
        server = InProcessServer(community)
        let signedIn = try await community.signIn(
            with: .device(secret: secret), birthDate: Day("1990-05-01"))
        token = signedIn.token
        let online = community.session(for: signedIn.person.id)
        ana = try await online.setUsername("ana")
        let other = try await community.signIn(
            with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01"))
        let ben = community.session(for: other.person.id)
        _ = try await ben.setUsername("ben")
        (self.online, self.ben, benID) = (online, ben, other.person.id)
        let request = try await ben.request(RequestDraft(to: .person(.id(ana.id))))
        _ = try await online.accept(request.id)
    }

    /// Ana's phone. Each call is a start of the app.
    func phone(
        isAutomatic: Bool = false, inMemory: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> HybridSession {
        try await HybridSession(
            at: InProcessServer.url, token: token, of: ana.id, in: inMemory ? nil : folder, transport: server,
            isAutomatic: isAutomatic, now: now)
    }

    /// Signs Ana in again.
    func newToken() async throws -> String {
        try await server.community.signIn(with: .device(secret: secret), birthDate: nil).token
    }

    /// Runs a test with the phone, up to date.
    func withPhone(_ body: (HybridSession) async throws -> Void) async throws {
        let phone = try await phone()
        try await phone.sync()
        do {
            try await body(phone)
        } catch {
            try await phone.close()
            try removeFolder()
            throw error
        }
        try await phone.close()
        try removeFolder()
    }

    func removeFolder() throws {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        try FileManager.default.removeItem(at: folder)
    }

    /// Ben's workout of some hours ago.
    func workoutOfBen(hoursAgo: Double = 2, _ title: String = "2000m") async throws -> FeedItem.ID {
        try await ben.publish(.hoursAgo(hoursAgo, title), as: Workout.ID(UUID()), ifMatch: nil).workout.id
            .item
    }
}

extension Game.ID {
    static let wordle = Game.ID("wordle")!
    static let connections = Game.ID("connections")!
}

extension WorkoutDraft {
    static func hoursAgo(_ hours: Double, _ title: String = "2000m") -> WorkoutDraft {
        WorkoutDraft(
            type: .rowing, title: title, startedAt: Date().addingTimeInterval(-3_600 * hours), duration: 600,
            visibility: .friends)
    }
}

extension FeedService {
    /// The workouts of the home feed: others are what they earned.
    func homeWorkouts() async throws -> [FeedItem] {
        try await feed(FeedQuery(), PageRequest(limit: 100)).items.filter { $0.workout != nil }
    }
}

/// The code of the error that the action throws; nil if it succeeds.
func code(of action: () async throws -> Void) async throws -> SocialError.Code? {
    do {
        try await action()
        return nil
    } catch let error as SocialError {
        return error.code
    }
}
