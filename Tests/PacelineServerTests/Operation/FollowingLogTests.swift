import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import PacelineAPI
import PacelineDatabase
import PacelineEngine
import Synchronization
import Testing

@testable import PacelineServer

@Suite("Following the log", .timeLimit(.minutes(1))) struct FollowingLogTests {
    @Test("It polls the log after each pause, until the server stops")
    func polls() async throws {
        let (database, clock) = (try SQLiteDatabase.inMemory(), PausedClock())
        let engine = try await Engine(database: database, environment: .init(passwordCost: .fast))
        let job = PeriodicJobRunner(
            .followingLog, on: engine, clock: clock, logger: .quiet, metrics: MetricsRegistry())
        let running = Task { try await job.run() }
        for _ in 0..<3 {
            #expect(await clock.pause() == .seconds(30))
            clock.wake()
        }
        running.cancel()
        try await running.value
        try await database.close()
    }

    @Test("A write is followed without waiting for the pause to end")
    func prompts() async throws {
        let (database, clock) = (try SQLiteDatabase.inMemory(), PausedClock())
        let engine = try await Engine(database: database, environment: .init(passwordCost: .fast))
        let job = PeriodicJobRunner(
            .followingLog, on: engine, clock: clock, logger: .quiet, metrics: MetricsRegistry())
        let running = Task { try await job.run() }
        #expect(await clock.pause() == .seconds(30))
        _ = try await engine.member("ana")
        // The clock is not woken, so another pause means that the write triggered a run.
        #expect(await clock.pause() == .seconds(30))
        running.cancel()
        try await running.value
        try await database.close()
    }

    @Test("A parked event is counted and logged as an error, and the server stays ready")
    func parked() async throws {
        let (database, time, clock) = (try SQLiteDatabase.inMemory(), StoppedClock(), PausedClock())
        let engine = try await Engine(
            database: database, environment: .init(now: { time.now }, passwordCost: .fast))
        _ = try await engine.member("ana")
        // An unknown visibility.
        try await database.write { try $0.send("UPDATE events SET reach = 99") }
        let metrics = MetricsRegistry()
        let lines = Mutex<[Data]>([])
        let logger = Logger(label: "test") { label in
            JSONLogHandler(label: label) { line in lines.withLock { $0.append(line) } }
        }
        let job = PeriodicJobRunner(
            .followingLog, on: engine, clock: clock, logger: logger, metrics: metrics)
        let running = Task { try await job.run() }
        for retry in [1, 5, 25] {
            #expect(await clock.pause() == .seconds(retry))
            #expect(metrics.text.contains("paceline_parked_events 0.0\n"))
            time.advance(by: TimeInterval(retry))
            clock.wake()
        }
        #expect(await clock.pause() == .seconds(30))
        let parked = try await engine.parkedEvents()
        #expect(!parked.isEmpty)
        #expect(metrics.text.contains("paceline_parked_events \(parked.count).0\n"))
        let entries = try lines.withLock { $0 }.map { try JSONValue(parsing: Array($0.dropLast())) }
        #expect(entries.count == parked.count)
        for event in parked {
            let entry = entries.first { $0["consumer"] == .string(event.consumer) }
            #expect(entry?["level"] == "error")
            #expect(entry?["message"] == "Parked an event of the log")
            #expect(entry?["position"] == .string(event.position.description))
            #expect(entry?["error"] == .string(event.error))
        }
        let server = PacelineServer.Server(engine: engine, configuration: .withoutLimits, logger: .quiet)
        try await server.application().test(.router) { client in
            try await client.execute(uri: "/ready", method: .get) { #expect($0.status == .ok) }
        }
        running.cancel()
        try await running.value
        try await database.close()
    }
}
