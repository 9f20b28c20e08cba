import Foundation
import PacelineLocal
import Testing

/// A transport for tests and previews, on which every request fails in the same way.
struct FailingTransport: Transport {
    let failure: TransportFailure

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse { throw failure }
    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse { throw failure }
}

/// The services of an app that has lost its connection. Retries do not sleep, so tests stay fast.
func offlineServices() -> some SocialServices {
    let server = RemoteServer(
        url: URL(string: "https://social.example")!,
        transport: FailingTransport(failure: .unreachable), retry: RetryPolicy(sleep: { _ in }))
    return server.session(token: "test")
}

@Suite("Snippets: a failing transport") struct FailingTransportTests {
    @Test("Every failure of the connection becomes an error of the services")
    func codes() async throws {
        for (failure, code) in [
            (TransportFailure.unreachable, SocialError.Code.unavailable), (.timedOut, .timeout),
            (.invalidAddress, .unavailable), (.encryptionRequired, .unavailable),
        ] {
            let server = RemoteServer(
                url: URL(string: "https://social.example")!, transport: FailingTransport(failure: failure),
                retry: RetryPolicy(sleep: { _ in }))
            let error = await #expect(throws: SocialError.self) {
                try await server.session(token: "test").me()
            }
            #expect(error?.code == code)
        }
    }

    @Test("A model says that the server cannot be reached")
    @MainActor func offline() async {
        let model = FeedModel(offlineServices())
        await model.load()
        #expect(model.items.isEmpty)
        #expect(model.problem?.contains("https://social.example") == true)
    }
}
