#if os(Linux)
    import NIOCore
    import Paceline
    import PacelineEngine
    import Testing

    @testable import PacelineServer

    @Suite("Vanished clients", .timeLimit(.minutes(1))) struct VanishedPeerTests {
        @Test("A client that stops acknowledging is disconnected")
        func vanished() async throws {
            var configuration = PacelineServer.ServerConfiguration(port: 0, rateLimits: .none)
            configuration.tcpUserTimeout = 0.3
            try await RunningServer.run(configuration) { server in
                let ana = try await server.engine.member("ana")
                try await server.stream(ana) { there in
                    _ = try await there.events(1)
                    try await server.stream(ana) { tunnel in
                        _ = try await tunnel.events(1)
                        await server.waitForListeners(2)
                        try await tunnel.vanish()
                        // The timeout applies only while sent data is unacknowledged.
                        try await ana.publish()
                        while await server.engine.live.count > 1, !Task.isCancelled { await Task.yield() }
                        #expect(try await server.metric("paceline_streams_open") == 1)
                    }
                    // The other client still receives events.
                    let workout = try await ana.publish(on: 2)
                    let events = try await there.events { $0.item?.id.uuid == workout.id.uuid }
                    #expect(events.last?.content.item?.id.uuid == workout.id.uuid)
                }
            }
        }
    }
#endif
