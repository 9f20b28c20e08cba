import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("The pulse of streams", .timeLimit(.minutes(1))) struct LivePulseTests {
    @Test("After each pause every idle stream says where it stands")
    func beats() async throws {
        let (database, clock) = (try SQLiteDatabase.inMemory(), PausedClock())
        let engine = try await Engine(database: database, environment: .init(passwordCost: .fast))
        let ana = try await engine.member("ana").session
        var events = ana.events(after: nil, watching: []).makeAsyncIterator()
        let start = try await events.next()
        #expect(start?.content == .upToDate)
        let streams = LiveStreams(metrics: MetricsRegistry())
        let pulse = Task { try await LivePulse(engine: engine, streams: streams, clock: clock).run() }
        let waiting = Task { [events] in
            var events = events
            return try await events.next()
        }
        #expect(await clock.pause() == .seconds(15))
        clock.wake()
        // A beat finds those who wait; whoever begins to wait after it is told by the next one.
        let other = Task {
            while let _ = await clock.pause() { clock.wake() }
        }
        #expect(try await waiting.value == start)
        for task in [other] { task.cancel() }
        pulse.cancel()
        try await pulse.value
    }

    @Test("A write that takes too long ends its stream, and no other")
    func stalled() async throws {
        let streams = LiveStreams(metrics: MetricsRegistry())
        let (slow, fine) = (LiveConnection(), LiveConnection())
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            tasks.addTask {
                try await streams.counting(fine) { try await fine.run { await Self.foreverOrCancelled() } }
                return true
            }
            tasks.addTask {
                try await streams.counting(slow) {
                    try await slow.run {
                        try await slow.writing {
                            begin.yield()
                            await Self.foreverOrCancelled()
                        }
                    }
                }
                return false
            }
            for await _ in begun.prefix(1) {}
            while streams.count < 2 { await Task.yield() }
            streams.endStalled()
            #expect(streams.count == 2)
            streams.endStalled(at: .now + .seconds(31))
            let first = try await tasks.next()
            #expect(first == false)
            #expect(streams.count == 1)
            streams.close()
            let second = try await tasks.next()
            #expect(second == true)
        }
        #expect(streams.count == 0)
        await #expect(throws: SocialError.self) { try await streams.counting(LiveConnection()) {} }
    }

    private static func foreverOrCancelled() async {
        let (never, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
    }
}
