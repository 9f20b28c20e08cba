import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

/// The benchmarks of event streams: memory, delivery time and shutdown time.
struct StreamBenchmarks {
    /// The path of the `paceline` executable.
    let server: String

    private static let idle = 5_000
    private static let subscribers = 1_000
    private static let events = 20
    /// The number of streams per person, half of the server's limit.
    private static let streamsPerPerson = 5

    func run() async throws -> [Measurement] {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "paceline-streams-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "streams.sqlite").path
        let fixture = try await StreamFixture.make(followers: Self.subscribers, at: path)
        try StreamClients.raiseFileLimit()
        let measurements = [
            try idleMemory(of: fixture, at: path), try deliveryTime(of: fixture, at: path),
            try shutdownTime(of: fixture, at: path),
        ]
        try FileManager.default.removeItem(at: folder)
        return measurements
    }

    private func idleMemory(of fixture: StreamFixture, at path: String) throws -> Measurement {
        let serving = try BenchmarkServer(executable: server, database: "sqlite:" + path)
        defer { serving.stop() }
        // One-time costs of the first streams are excluded.
        let first = try StreamClients(serving.address, tokens: fixture.tokens.prefix(50).map(\.self))
        let before = try serving.residentMegabytes()
        let tokens = (0..<Self.idle).map { fixture.tokens[$0 / Self.streamsPerPerson] }
        let sockets = try StreamClients(serving.address, tokens: tokens)
        let after = try serving.residentMegabytes()
        first.close()
        sockets.close()
        let kilobytes = (after - before) * 1_000 / Double(Self.idle)
        return Measurement(
            "Memory of each of \(Self.idle) idle streams", kilobytes: kilobytes, atMost: 30)
    }

    private func deliveryTime(of fixture: StreamFixture, at path: String) throws -> Measurement {
        let serving = try BenchmarkServer(executable: server, database: "sqlite:" + path)
        defer { serving.stop() }
        let sockets = try StreamClients(serving.address, tokens: fixture.tokens)
        defer { sockets.close() }
        let publishing = try StreamClients.Request(serving.address)
        defer { publishing.close() }
        var times = Timings()
        for number in 0..<Self.events {
            let body = """
                {"type": "rowing", "title": "Piece \(number)", "startedAt": "2026-03-01T07:00:00Z", "duration": 420}
                """
            let start = ContinuousClock.now
            try publishing.put(
                "/v1/workouts/\(UUID().uuidString.lowercased())", body, token: fixture.publisherToken)
            times.durations += try sockets.arrivals(of: "event: feed").map { $0 - start }
        }
        return Measurement(
            "Delivery of a write to \(Self.subscribers) subscribers", times, p50: nil, p99: 100)
    }

    private func shutdownTime(of fixture: StreamFixture, at path: String) throws -> Measurement {
        let serving = try BenchmarkServer(executable: server, database: "sqlite:" + path)
        let sockets = try StreamClients(serving.address, tokens: fixture.tokens)
        let start = ContinuousClock.now
        serving.stop()
        let duration = ContinuousClock.now - start
        sockets.close()
        return Measurement(
            "Stop with \(Self.subscribers) open streams", milliseconds: duration.milliseconds, atMost: 2_000)
    }
}

/// A publisher and their followers, signed in.
private struct StreamFixture {
    let publisherToken: String
    let tokens: [String]

    static func make(followers count: Int, at path: String) async throws -> StreamFixture {
        let database = try SQLiteDatabase(path: path)
        let engine = try await Engine(database: database, environment: BenchmarkKey.environment())
        let birthDate = Day(number: 1990_01_01)
        let publisher = try await engine.signIn(with: .device(secret: secret(0)), birthDate: birthDate)
        let publishing = try await engine.services(token: publisher.token)
        _ = try await publishing.setUsername("publisher")
        _ = try await publishing.update(AccountChanges(privacyLevel: .public), ifMatch: nil)
        _ = try await publishing.update(SettingsChanges(workoutVisibility: .public))
        var tokens: [String] = []
        for number in 1...count {
            let follower = try await engine.signIn(
                with: .device(secret: secret(number)), birthDate: birthDate)
            let following = try await engine.services(token: follower.token)
            _ = try await following.setUsername("subscriber_no_\(number)")
            _ = try await following.follow(.id(publisher.person.id), notifications: nil)
            tokens.append(follower.token)
        }
        try await database.close()
        return StreamFixture(publisherToken: publisher.token, tokens: tokens)
    }

    /// A device secret of 32 bytes, fixed instead of random.
    private static func secret(_ number: Int) -> String {
        let bytes = withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
        return Data(bytes + Array(repeating: 7, count: 24)).base64URLEncodedString
    }
}
