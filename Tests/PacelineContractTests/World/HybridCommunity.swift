import Foundation
import PacelineClient
import PacelineLocal
import Synchronization

/// A community whose people have devices.
final class HybridCommunity: SignInService {
    enum Connection: Sendable {
        /// Reads sync first, and are answered by the device. Writes are queued on the device, and wait for the server.
        case online
        /// Each write is made without a connection, and then sent.
        case lateWrites
        /// People act without a connection. When another person acts, both devices sync.
        case airplaneMode
    }

    private let url: URL
    private let server: RemoteServer
    private let clock: TestClock
    private let connection: Connection
    private let turns = Turns()
    private let open = Mutex<[HybridSession]>([])

    init(url: URL, clock: TestClock, connection: Connection) {
        self.url = url
        self.connection = connection
        self.clock = clock
        server = RemoteServer(url: url)
    }

    func services(token: String) async throws -> RemoteSession {
        let person = try await server.services(token: token).me().id
        let session = try await HybridSession(
            at: url, token: token, of: person, in: nil, transport: UndatedTransport(), isAutomatic: false,
            now: { [clock] in clock.now })
        open.withLock { $0.append(session) }
        let device = session.transport(isConfirming: false)
        let online = session.transport(isConfirming: true)
        let transport: any Transport
        switch connection {
        case .online: return session.confirming
        case .lateWrites: transport = LateTransport(session: session, device: device, online: online)
        case .airplaneMode:
            transport = AirplaneTransport(session: session, device: device, online: online, turns: turns)
        }
        return RemoteServer(url: url, transport: transport, retry: RetryPolicy(retries: 0))
            .session(token: token)
    }

    func close() async throws {
        try await turns.end()
        let sessions = open.withLock { open in
            defer { open = [] }
            return open
        }
        for session in sessions { try await session.close() }
    }

    func signUp(_ signUp: SignUp) async throws -> SignedIn { try await server.signUp(signUp) }
    func createNonce() async throws -> SignInNonce { try await server.createNonce() }
    func createPasskeyChallenge() async throws -> PasskeyChallenge {
        try await server.createPasskeyChallenge()
    }
    func signIn(with credential: Credential, birthDate: Day?) async throws -> SignedIn {
        try await server.signIn(with: credential, birthDate: birthDate)
    }
    func recover(_ recovery: Recovery) async throws -> SignedIn { try await server.recover(recovery) }
    func restore(with credential: Credential) async throws -> SignedIn {
        try await server.restore(with: credential)
    }
    func sendRecoveryLink(to account: String) async throws {
        try await server.sendRecoveryLink(to: account)
    }
    func availability(ofUsername username: String) async throws -> UsernameAvailability {
        try await server.availability(ofUsername: username)
    }
}

/// A connection whose answers have no date: the clock of a test is not the server machine's.
private struct UndatedTransport: Transport {
    private let base = URLSessionTransport()

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        guard !AirplaneMode.isOn else { throw TransportFailure.unreachable }
        var response = try await base.send(request)
        response.headers = response.headers.filter { $0.key.lowercased() != "date" }
        return response
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        try await base.stream(request)
    }
}
