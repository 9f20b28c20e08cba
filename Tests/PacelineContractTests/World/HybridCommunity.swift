import Foundation
import PacelineClient
import PacelineLocal
import Synchronization

/// A community whose people have devices: reads bring the device up to date, and are answered by it; writes wait on the
/// device, and for the server.
final class HybridCommunity: SignInService {
    private let url: URL
    private let server: RemoteServer
    private let clock: TestClock
    private let open = Mutex<[HybridSession]>([])

    init(url: URL, clock: TestClock) {
        self.url = url
        self.clock = clock
        server = RemoteServer(url: url)
    }

    func services(token: String) async throws -> RemoteSession {
        let person = try await server.services(token: token).me().id
        let session = try await HybridSession(
            at: url, token: token, of: person, in: nil, transport: UndatedTransport(), isAutomatic: false,
            now: { [clock] in clock.now })
        open.withLock { $0.append(session) }
        return session.confirming
    }

    func close() async throws {
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
        var response = try await base.send(request)
        response.headers = response.headers.filter { $0.key.lowercased() != "date" }
        return response
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        try await base.stream(request)
    }
}
