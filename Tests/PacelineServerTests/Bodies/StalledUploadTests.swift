import Foundation
import Paceline
import PacelineTestSupport
import Synchronization
import Testing

@testable import PacelineServer

@Suite("Stalled uploads", .timeLimit(.minutes(5))) struct StalledUploadTests {
    /// What the server's metrics say about bodies.
    private struct Usage: Equatable {
        var byteCount = 0
        var uploads = 0
    }

    /// The responses to uploads, as they arrive.
    private final class Responses: Sendable {
        private let received = Mutex<[String]>([])

        var all: [String] { received.withLock { $0 } }

        func add(_ response: String) { received.withLock { $0.append(response) } }
    }

    @Test("200 stalled uploads take no more memory than all bodies may, and each is refused or ended")
    func stalledUploads() async throws {
        // Only a deep run sends as much as a server admits by default, which takes long without optimization. The time
        // that an upload has is the default one.
        let memory = Repetitions.count(6_400_000, deep: BodyLimits().memory)
        // Uploads may take seven eighths of the memory: 140 of these.
        let (size, fitting) = (memory / 160, 140)
        var configuration = PacelineServer.ServerConfiguration.withoutLimits
        configuration.bodies.memory = memory
        // Requests that wait for bodies make room for others; AdmissionTests test it.
        configuration.admission = nil
        try await RunningServer.run(configuration) { server in
            let ana = try await server.engine.member("ana")
            var senders: [Member] = []
            for number in 0..<100 { senders.append(try await server.engine.member("sender_\(number)")) }
            let responses = Responses()
            var most = 0
            try await withThrowingTaskGroup(of: Void.self) { uploads in
                for begun in [100, 200] {
                    for sender in senders {
                        uploads.addTask {
                            responses.add(try await Self.stall(after: size, as: sender, at: server))
                        }
                    }
                    // Each is either answered, or has sent all it is going to send.
                    var usage = Usage()
                    repeat {
                        try Task.checkCancellation()
                        usage = try await Self.usage(of: server)
                        most = max(most, usage.byteCount)
                    } while responses.all.count + usage.uploads < begun
                        || usage.byteCount != usage.uploads * size
                }
                let small = try await Self.writeBio(of: ana, at: server)
                #expect(small.hasPrefix("HTTP/1.1 200"), "Smaller bodies have memory of their own")
                try await uploads.waitForAll()
            }
            #expect(most <= memory)
            let all = responses.all
            let refused = all.count { $0.contains("\"busy\"") && $0.contains("\r\nRetry-After: 2\r\n") }
            let ended = all.count { $0.contains("\"timeout\"") }
            #expect(all.count == 200 && all.allSatisfy { $0.hasPrefix("HTTP/1.1 503") })
            #expect(refused + ended == 200)
            #expect(refused >= 200 - fitting && ended >= 100, "\(refused) refused, \(ended) ended")
            while try await Self.usage(of: server) != Usage() { try Task.checkCancellation() }
        }
    }

    /// Sends the beginning of an upload, and nothing more.
    /// - Returns: the response.
    private static func stall(
        after byteCount: Int, as sender: Member, at server: RunningServer
    ) async throws -> String {
        var response = ""
        try await RawConnection.open(server.address) { connection in
            try await connection.send(
                "PUT /v1/me/avatar HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(sender.token)\r\n"
                    + "Content-Type: image/webp\r\nContent-Length: \(1_000_000 + byteCount)\r\n\r\n")
            try await connection.send(bytes: [UInt8](repeating: 7, count: byteCount))
            response = try await connection.readToEnd()
        }
        return response
    }

    private static func writeBio(of member: Member, at server: RunningServer) async throws -> String {
        let body = #"{"bio":"Rows."}"#
        var response = ""
        try await RawConnection.open(server.address) { connection in
            try await connection.send(
                "PATCH /v1/me HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(member.token)\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
                    + "Connection: close\r\n\r\n\(body)")
            response = try await connection.readToEnd()
        }
        return response
    }

    private static func usage(of server: RunningServer) async throws -> Usage {
        var metrics = ""
        try await RawConnection.open(server.address) { connection in
            try await connection.send("GET /metrics HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
            metrics = try await connection.readToEnd()
        }
        let byteCount = try #require(metrics.firstMatch(of: /\npaceline_body_bytes ([0-9]+)\.0\n/))
        let uploads = try #require(metrics.firstMatch(of: /\npaceline_uploads_in_flight ([0-9]+)\.0\n/))
        return Usage(
            byteCount: try #require(Int(byteCount.1)), uploads: try #require(Int(uploads.1)))
    }
}
