import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import PacelineServer

@Suite("Connections", .timeLimit(.minutes(5))) struct ConnectionTests {
    @Test(
        "A connection closes after Connection: close, in any spelling, and after HTTP/1.0",
        arguments: [
            "GET /health HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n",
            "GET /health HTTP/1.1\r\nHost: test\r\nConnection: foo, Close\r\n\r\n",
            "GET /health HTTP/1.0\r\n\r\n", "GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        ])
    func closing(request: String) async throws {
        let responses = try await Self.responses(to: request + "GET /ready HTTP/1.1\r\nHost: test\r\n\r\n")
        // Requests after the last one are ignored.
        #expect(responses.split(separator: "HTTP/1.1 ").count == 1)
        #expect(responses.hasPrefix("HTTP/1.1 200"))
        #expect(responses.contains("\r\nConnection: close\r\n"))
    }

    @Test("Other connections stay open")
    func keeping() async throws {
        try await RunningServer.run(.withoutLimits) { server in
            try await RawConnection.open(server.address) { connection in
                for _ in 0..<3 {
                    try await connection.send("GET /health HTTP/1.1\r\nHost: test\r\n\r\n")
                    let response = try await connection.read(until: "\"ok\"}")
                    #expect(!response.contains("Connection: close"))
                }
            }
        }
    }

    @Test("A request has exactly one Host header", arguments: ["", "Host: a\r\nHost: b\r\n"])
    func hosts(fields: String) async throws {
        let response = try await Self.responses(to: "GET /health HTTP/1.1\r\n\(fields)\r\n")
        #expect(response.hasPrefix("HTTP/1.1 400"))
    }

    @Test(
        "A rejected body is not read to its end",
        arguments: ["Content-Length: 99999999999\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n"])
    func rejectedBodies(start: String) async throws {
        try await RunningServer.run(.withoutLimits) { server in
            let ana = try await server.engine.member("ana")
            let isChunked = start.hasPrefix("Transfer")
            let part = String(repeating: "a", count: 0x10000)
            let parts = String(repeating: "10000\r\n\(part)\r\n", count: 32)
            try await RawConnection.open(server.address) { connection in
                try await connection.send(
                    "PATCH /v1/me HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(ana.token)\r\n"
                        + "Content-Type: application/json\r\n" + start + (isChunked ? parts : ""))
                let response = try await connection.readToEnd()
                #expect(response.hasPrefix("HTTP/1.1 413"))
                #expect(response.contains("\"too_large\""))
                #expect(response.contains("\r\nConnection: close\r\n"))
            }
        }
    }

    @Test("Expect: 100-continue gets 100 Continue")
    func expectContinue() async throws {
        try await RunningServer.run(.withoutLimits) { server in
            try await RawConnection.open(server.address) { connection in
                try await connection.send(
                    "POST /v1/sessions HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 2\r\nExpect: 100-Continue\r\n\r\n")
                #expect(try await connection.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
                try await connection.send("{}")
                #expect(try await connection.read(until: "}").hasPrefix("HTTP/1.1 400"))
            }
        }
    }

    @Test("During shutdown, a response closes its connection")
    func stopping() throws {
        let channel = EmbeddedChannel(handler: ConnectionHandler(headTimeout: .seconds(60)))
        let request = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: "/", headers: ["Host": "test", "Connection": "keep-alive"])
        for part in [HTTPServerRequestPart.head(request), .end(nil)] { try channel.writeInbound(part) }
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try channel.writeOutbound(
            HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        let response = try channel.readOutbound(as: HTTPServerResponsePart.self)
        let expected = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Connection": "close"])
        #expect(response == .head(expected))
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("A connection on which a head arrives too slowly closes")
    func slowHead() throws {
        let channel = EmbeddedChannel(handlers: [
            ByteToMessageHandler(HTTPRequestDecoder()), ConnectionHandler(headTimeout: .seconds(60)),
        ])
        let loop = channel.embeddedEventLoop
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
        try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: test\r\n\r\n"))
        // A response may take longer.
        loop.advanceTime(by: .seconds(300))
        try channel.writeOutbound(
            HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nX-A: "))
        for _ in 0..<59 {
            loop.advanceTime(by: .seconds(1))
            try channel.writeInbound(ByteBuffer(string: "a"))
        }
        #expect(channel.isActive)
        loop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        // The decoder reports the incomplete request.
        #expect(throws: HTTPParserError.invalidEOFState) { try channel.throwIfErrorCaught() }
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test(
        "An invalid request is rejected and changes nothing",
        arguments: [
            "GET /v1/me\0 HTTP/1.1\r\n\r\n", "GET /v1/people?query=\u{010D} HTTP/1.1\r\n\r\n",
            "BREW /v1/me HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "GET /health HTTP/1.1\r\nX A: b\r\n\r\n", "GET /health HTTP/1.1\r\nX-A: b\r\n c\r\n\r\n",
            "GET /health HTTP/1.1\r\nX-A: \(String(repeating: "a", count: 200_000))\r\n\r\n",
            "GET /health HTTP/1.1\r\n\(String(repeating: "X-A: b\r\n", count: 2_000))\r\n",
            "GET /\(String(repeating: "a", count: 300_000)) HTTP/1.1\r\n\r\n",
            "DELETE /v1/me/avatar HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "DELETE /v1/me/avatar HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "DELETE /v1/me/avatar HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "DELETE /v1/me/avatar HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "DELETE /v1/me/avatar HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
        ])
    func invalidRequests(text: String) async throws {
        try await RunningServer.run(.withoutLimits) { server in
            let ana = try await server.engine.member("ana")
            let account = try await ana.session.setAvatar(Pictures.small)
            let fields = "HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(ana.token)\r\n"
            try await RawConnection.open(server.address) { connection in
                try await connection.send(text.replacing("HTTP/1.1\r\n", with: fields, maxReplacements: 1))
                #expect(try await connection.readToEnd().hasPrefix("HTTP/1.1 400"))
            }
            #expect(try await ana.session.me() == account)
        }
    }

    /// Everything that the server sends until it closes the connection.
    private static func responses(to text: String) async throws -> String {
        let (responses, response) = AsyncStream.makeStream(of: String.self)
        try await RunningServer.run(.withoutLimits) { server in
            try await RawConnection.open(server.address) { connection in
                try await connection.send(text)
                response.yield(try await connection.readToEnd())
            }
        }
        response.finish()
        return await responses.reduce("", +)
    }
}
