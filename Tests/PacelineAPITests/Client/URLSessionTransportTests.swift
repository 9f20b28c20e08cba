import Foundation
import Testing

@testable import PacelineClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import Glibc
#else
    import Darwin
#endif

@Suite("Failures of URLSession, and retries") struct URLSessionTransportTests {
    @Test(
        "Each has the cause that the app can do something about",
        arguments: [
            (.timedOut, .timedOut), (.badURL, .invalidAddress), (.unsupportedURL, .invalidAddress),
            (.appTransportSecurityRequiresSecureConnection, .encryptionRequired),
            (.cannotConnectToHost, .unreachable), (.notConnectedToInternet, .unreachable),
        ] as [(URLError.Code, TransportFailure)])
    func causes(code: URLError.Code, failure: TransportFailure) {
        #expect(URLSessionTransport.failure(URLError(code)) as? TransportFailure == failure)
    }

    @Test("A connection that must be encrypted is not reported as a server that is down")
    func encryption() {
        let client = APIClient(
            address: "http://192.168.1.20:8080", transport: URLSessionTransport(), retry: RetryPolicy())
        let error = client.socialError(for: TransportFailure.encryptionRequired) as? SocialError
        #expect(error?.message.contains("App Transport Security") == true)
        #expect(error?.message.contains("Cannot reach") == false)
    }

    @Test("A cancelled request ends at once, whenever it is cancelled", .timeLimit(.minutes(1)))
    func cancelling() async throws {
        // Accepts connections, and never responds.
        let listener = Self.newSocket()
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 512) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        try #require(isListening)
        let url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
        let transport = URLSessionTransport()
        for round in 0..<300 {
            let sending = Task { try await transport.send(OutgoingRequest(method: .get, url: url)) }
            for _ in 0..<round % 30 { await Task.yield() }
            sending.cancel()
            await #expect(throws: CancellationError.self) { try await sending.value }
        }
    }

    private static func newSocket() -> Int32 {
        #if canImport(Glibc)
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    @Test("The pauses between retries grow up to a limit, however many there are")
    func pauses() {
        let policy = RetryPolicy(pause: .milliseconds(1))
        for (attempt, factor) in [(0, 1), (1, 2), (10, 1_024), (16, 65_536), (31, 65_536), (64, 65_536)] {
            let pause = policy.pause(afterAttempt: attempt)
            #expect(
                pause >= .milliseconds(factor) * 0.5 && pause <= .milliseconds(factor) * 1.5, "\(attempt)")
        }
    }
}
