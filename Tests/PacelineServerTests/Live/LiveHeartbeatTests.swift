import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("The heartbeat of streams", .timeLimit(.minutes(1))) struct LiveHeartbeatTests {
    @Test("Each idle stream gets a heartbeat after the pause")
    func beats() async throws {
        let (database, clock) = (try SQLiteDatabase.inMemory(), PausedClock())
        let engine = try await Engine(database: database, environment: .init(passwordCost: .fast))
        let ana = try await engine.member("ana").session
        var events = ana.events(after: nil, watching: []).makeAsyncIterator()
        let start = try await events.next()
        #expect(start?.content == .upToDate)
        let streams = LiveStreams(metrics: MetricsRegistry())
        let runner = PeriodicJobRunner.keepingAlive(streams, of: engine, clock: clock, logger: .quiet)
        let heartbeat = Task { try await runner.run() }
        let waiting = Task { [events] in
            var events = events
            return try await events.next()
        }
        #expect(await clock.pause() == .seconds(15))
        clock.wake()
        // A heartbeat reaches only streams that are waiting, so repeat it.
        let waker = Task {
            while let _ = await clock.pause() { clock.wake() }
        }
        #expect(try await waiting.value == start)
        waker.cancel()
        heartbeat.cancel()
        try await heartbeat.value
    }

    @Test("A stalled write closes its own connection only")
    func stalled() async throws {
        let (database, streams) = (try SQLiteDatabase.inMemory(), LiveStreams(metrics: MetricsRegistry()))
        let ana = try await Engine(database: database, environment: .init(passwordCost: .fast)).member("ana")
        let (slow, slowEnd) = try await Self.connection(of: ana.session)
        let (idle, _) = try await Self.connection(of: ana.session)
        try await withThrowingTaskGroup(of: String.self) { tasks in
            tasks.addTask {
                try await streams.counting(slow) {
                    try await slow.writing { for await _ in slowEnd {} }
                }
                return "slow"
            }
            tasks.addTask {
                try await streams.counting(idle) { try await Self.expectEnd(of: idle) }
                return "idle"
            }
            while streams.count < 2 || !slow.isStalled(at: .now + .seconds(31)) {
                try Task.checkCancellation()
                await Task.yield()
            }
            streams.endStalled()
            #expect(streams.count == 2)
            streams.endStalled(at: .now + .seconds(31))
            let first = try await tasks.next()
            #expect(first == "slow")
            #expect(streams.count == 1)
            streams.close()
            let second = try await tasks.next()
            #expect(second == "idle")
        }
        #expect(streams.count == 0)
        let (late, _) = try await Self.connection(of: ana.session)
        try await streams.counting(late) {
            let event = try await late.next()
            #expect(event == nil)
        }
        try await database.close()
    }

    /// A connection, and a stream that finishes when it is closed.
    private static func connection(of session: Session) async throws -> (LiveConnection, AsyncStream<Void>) {
        let (end, ending) = AsyncStream.makeStream(of: Void.self)
        let stream = try await session.stream(after: nil, watching: [])
        return (LiveConnection(stream) { ending.finish() }, end)
    }

    private static func expectEnd(of connection: LiveConnection) async throws {
        while let event = try await connection.next() { #expect(event.content == .upToDate) }
    }
}
