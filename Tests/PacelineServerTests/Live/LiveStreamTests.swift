import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("The stream over HTTP", .timeLimit(.minutes(2))) struct LiveStreamTests {
    private static let configuration = PacelineServer.ServerConfiguration(
        port: 0, drainTime: 300, rateLimits: .none)

    private func running(_ body: (RunningServer) async throws -> Void) async throws {
        try await RunningServer.run(Self.configuration, EngineEnvironment(passwordCost: .fast), body)
    }

    @Test("Its headers prevent buffering and caching")
    func head() async throws {
        try await running { server in
            let ana = try await server.engine.member("ana")
            try await server.stream(ana) { stream in
                let head = stream.head.lowercased()
                #expect(head.hasPrefix("http/1.1 200 ok"))
                for line in [
                    "content-type: text/event-stream", "cache-control: private, no-store",
                    "x-accel-buffering: no", "connection: close", "transfer-encoding: chunked",
                ] {
                    #expect(head.contains(line), "\(line)")
                }
                #expect(!head.contains("content-length"))
                let events = try await stream.events(1)
                #expect(events.map(\.content) == [.upToDate])
            }
        }
    }

    @Test("A resumed stream delivers each missed event once")
    func resume() async throws {
        try await running { server in
            let (ana, ben) = (try await server.engine.member("ana"), try await server.engine.member("ben"))
            let request = try await ana.session.request(RequestDraft(to: .person(.id(ben.id))))
            _ = try await ben.session.accept(request.id)
            var last = ""
            try await server.stream(ana) { stream in
                _ = try await stream.events(1)
                let workout = try await ben.publish()
                let events = try await stream.events { $0.item != nil }
                #expect(events.last?.content.item?.id.uuid == workout.id.uuid)
                last = try #require(events.last?.position.description)
            }
            let missed = try await ben.publish(on: 2)
            try await server.stream(ana, query: "?after=0-1", after: last) { stream in
                let events = try await stream.events(2)
                #expect(events.first?.content.item?.id.uuid == missed.id.uuid)
                #expect(events.last?.content == .upToDate)
                #expect(events.count == 2)
            }
            try await server.stream(ana, query: "?after=\(last)") { stream in
                let events = try await stream.events(2)
                #expect(events.first?.content.item?.id.uuid == missed.id.uuid)
            }
        }
    }

    @Test("A position outside the log gets a reset")
    func reset() async throws {
        try await running { server in
            let ana = try await server.engine.member("ana")
            try await server.stream(ana, after: "0-999999") { stream in
                let events = try await stream.events(2)
                #expect(events.map(\.content) == [.reset, .upToDate])
            }
        }
    }

    @Test("A closed connection leaves no listener behind")
    func inboundClose() async throws {
        try await running { server in
            let ana = try await server.engine.member("ana")
            for _ in 0..<20 {
                try await server.stream(ana) { stream in
                    _ = try await stream.events(1)
                    #expect(await server.engine.live.count >= 1)
                }
            }
            await server.waitUntilNoListeners()
            #expect(try await server.metric("paceline_streams_open") == 0)
        }
    }

    @Test("Shutdown ends all streams cleanly, without waiting for the drain time")
    func stop() async throws {
        try await running { server in
            try await withThrowingTaskGroup(of: String.self) { readers in
                for number in 0..<20 {
                    let member = try await server.engine.member("rower\(number)")
                    for _ in 0..<LiveLimits.streams {
                        readers.addTask {
                            var rest = ""
                            try await server.stream(member) { stream in rest = try await stream.end() }
                            return rest
                        }
                    }
                }
                await server.waitForListeners(200)
                try await server.stopped()
                let rests = try await readers.reduce(into: []) { $0.append($1) }
                #expect(rests.count == 200)
                #expect(rests.allSatisfy { $0.hasSuffix("0\r\n\r\n") })
            }
            await server.waitUntilNoListeners()
        }
    }

    @Test("A person who has too many streams gets a 409")
    func limit() async throws {
        try await running { server in
            let ana = try await server.engine.member("ana")
            let (opened, opening) = AsyncStream.makeStream(of: Void.self)
            try await withThrowingTaskGroup(of: Void.self) { readers in
                for _ in 0..<LiveLimits.streams {
                    readers.addTask {
                        try await server.stream(ana) { stream in
                            _ = try await stream.events(1)
                            opening.yield()
                            _ = try await stream.events(.max)
                        }
                    }
                }
                for await _ in opened.prefix(LiveLimits.streams) {}
                try await server.stream(ana) { stream in
                    #expect(stream.head.hasPrefix("HTTP/1.1 409"))
                    #expect(stream.head.contains("Retry-After: 15"))
                }
                readers.cancelAll()
            }
            await server.waitUntilNoListeners()
            try await server.stream(ana) { #expect($0.head.hasPrefix("HTTP/1.1 200")) }
        }
    }

    @Test("Signing out ends the streams of the session")
    func signOut() async throws {
        try await running { server in
            let ana = try await server.engine.member("ana")
            try await server.stream(ana) { stream in
                _ = try await stream.events(1)
                try await ana.session.signOut()
                let rest = try await stream.end()
                #expect(rest.hasSuffix("0\r\n\r\n"))
            }
            try await server.stream(ana) { #expect($0.head.hasPrefix("HTTP/1.1 401")) }
        }
    }

    @Test("A request with a body is rejected")
    func body() async throws {
        try await running { server in
            let ana = try await server.engine.member("ana")
            try await RawConnection.open(server.address) { connection in
                try await connection.send(
                    "GET /v1/stream HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(ana.token)\r\n"
                        + "Content-Length: 4\r\n\r\nhelp")
                let response = try await connection.read(until: "\r\n\r\n")
                #expect(response.hasPrefix("HTTP/1.1 400"))
            }
            await server.waitUntilNoListeners()
        }
    }
}

extension RunningServer {
    /// The value of a metric without labels.
    func metric(_ name: String) async throws -> Double? {
        var text = ""
        try await RawConnection.open(address) { connection in
            try await connection.send(
                "GET /metrics HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
            text = try await connection.readToEnd()
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line?.split(separator: " ").last.flatMap { Double($0) }
    }
}
