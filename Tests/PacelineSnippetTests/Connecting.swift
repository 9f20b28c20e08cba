import Foundation
import PacelineLocal
import Testing

func connect(using transport: any Transport = URLSessionTransport()) async throws -> RemoteServer {
    let server = RemoteServer(url: URL(string: "https://social.example")!, transport: transport)
    _ = try await server.health()
    return server
}

@Suite("Snippets: connecting") struct ConnectingTests {
    @Test("The server is asked whether it is alive")
    func connecting() async throws {
        let requests = RecordingTransport(
            .success(
                EncodedResponse(
                    status: 200, contentType: "application/json", body: Array(#"{"status":"ok"}"#.utf8))))
        _ = try await connect(using: requests)
        #expect(requests.urls == ["https://social.example/health"])
    }
}
