import Foundation
import HTTPTypes
import Paceline
import Testing

@testable import PacelineServer

@Suite("Bodies in flight", .timeLimit(.minutes(5))) struct BodyLimitTests {
    private static func configuration(
        _ change: (inout BodyLimits) -> Void
    ) -> PacelineServer.ServerConfiguration {
        var configuration = PacelineServer.ServerConfiguration.withoutLimits
        change(&configuration.bodies)
        return configuration
    }

    /// The head of an upload of an avatar, without its body.
    private static func head(_ member: Member, byteCount: Int) -> String {
        "PUT /v1/me/avatar HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(member.token)\r\n"
            + "Content-Type: image/webp\r\nContent-Length: \(byteCount)\r\n\r\n"
    }

    @Test("An upload that does not fit into the memory is rejected, and smaller bodies are not")
    func memory() async throws {
        try await Community.run(Self.configuration { $0.memory = 800_000 }) { community in
            let ana = try await community.member("ana")
            func upload(_ byteCount: Int) async throws -> ServerResponse {
                try await community.send(
                    .put, "/v1/me/avatar", token: ana.token, [.contentType: "image/webp"],
                    body: Pictures.picture(byteCount: byteCount))
            }
            let rejected = try await upload(700_002)
            rejected.expect(.busy, 503)
            #expect(rejected.headers[.retryAfter] == "2")
            // The memory of a rejected body is free again, and that of an accepted one.
            for _ in 0..<3 { #expect(try await upload(700_000).status == 200) }
            try await community.send(.patch, "/v1/me", token: ana.token, json: #"{"bio":"Rows."}"#)
            #expect(try await ana.session.me().bio == "Rows.")
        }
    }

    @Test("A person's third upload at a time is rejected, until another one ends")
    func uploads() async throws {
        try await RunningServer.run(.withoutLimits) { server in
            let (ana, ben) = (try await server.engine.member("ana"), try await server.engine.member("ben"))
            let size = BodyLimits.uploadSize + 2
            let picture = Pictures.picture(byteCount: size)
            /// The status of a complete upload.
            func upload(_ member: Member) async throws -> String {
                var response = ""
                try await RawConnection.open(server.address) { connection in
                    try await connection.send(Self.head(member, byteCount: size))
                    try await connection.send(bytes: picture)
                    response = try await connection.read(until: "\r\n\r\n")
                }
                return response
            }
            try await RawConnection.open(server.address) { first in
                try await first.send(Self.head(ana, byteCount: size))
                try await RawConnection.open(server.address) { second in
                    try await second.send(Self.head(ana, byteCount: size))
                    try await Self.waitForUploads(2, at: server)
                    let third = try await upload(ana)
                    #expect(third.hasPrefix("HTTP/1.1 503") && third.contains("Retry-After: 2"))
                    #expect(try await upload(ben).hasPrefix("HTTP/1.1 200"))
                    try await second.send(bytes: picture)
                    #expect(try await second.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
                    try await Self.waitForUploads(1, at: server)
                    #expect(try await upload(ana).hasPrefix("HTTP/1.1 200"))
                }
            }
            // The end of a connection ends its upload.
            try await Self.waitForUploads(0, at: server)
        }
    }

    /// Reads the metrics until they count this many uploads.
    private static func waitForUploads(_ count: Int, at server: RunningServer) async throws {
        var metrics = ""
        while !metrics.contains("paceline_uploads_in_flight \(count).0\n") {
            try Task.checkCancellation()
            try await RawConnection.open(server.address) { connection in
                try await connection.send("GET /metrics HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
                metrics = try await connection.readToEnd()
            }
        }
    }

    @Test("A body that arrives too slowly is rejected", arguments: ["", "RIFF"])
    func slow(start: String) async throws {
        var configuration = Self.configuration {
            $0.grace = 0.05
            $0.lowestRate = 1_000_000_000
        }
        configuration.requestTimeout = 100
        try await RunningServer.run(configuration) { server in
            let ana = try await server.engine.member("ana")
            try await RawConnection.open(server.address) { connection in
                try await connection.send(Self.head(ana, byteCount: 1_000) + start)
                let response = try await connection.readToEnd()
                #expect(response.hasPrefix("HTTP/1.1 503"))
                #expect(response.contains("\"timeout\"") && response.contains("Retry-After: 5"))
                #expect(response.contains("1 GB arrive per second"))
            }
        }
    }
}
