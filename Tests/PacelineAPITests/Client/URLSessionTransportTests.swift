import Foundation
import Testing

@testable import PacelineClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
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
