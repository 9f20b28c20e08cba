import Foundation
import Paceline
import PacelineClient
import PacelineDatabase
import PacelineEngine
import PacelineTestSupport
import Synchronization
import Testing

/// What the server and the command line say about parked events, each in its own process.
@Suite("Parked events in operation", .timeLimit(.minutes(5))) struct ParkedEventCommandTests {
    @Test("The server stays ready and counts them; the commands report, list and retry them")
    func operation() async throws {
        let folder = try Folder()
        let database = try SQLiteDatabase(path: folder.file("paceline.sqlite").path)
        let parked = try await Self.parkEvents(in: database)
        let count = parked.count == 1 ? "1 event" : "\(parked.count) events"

        let server = try await ServerProcess.start(data: folder.url)
        #expect(try await Self.get("ready", from: server).status == 200)
        let line = "paceline_parked_events \(parked.count).0\n"
        while try await !Self.get("metrics", from: server).text.contains(line) {
            try Task.checkCancellation()
            await Task.yield()
        }
        #expect(try await Self.get("ready", from: server).status == 200)
        server.stop()
        await server.waitUntilExit()

        let check = try await Self.run("check", in: folder)
        #expect(check.status == 1)
        #expect(check.messages.contains("The log has \(count.replacing("event", with: "parked event"))."))
        #expect(check.messages.contains("paceline log"))
        try await Self.expectList(of: parked, in: folder)

        let failing = try await Self.run("log", "retry", in: folder)
        #expect(failing.status == 1)
        #expect(failing.messages.contains("\(count) failed again; 0 succeeded."))
        #expect(try await Self.run("log", "show", "--json", in: folder).output.contains("99"))

        try await database.write { try $0.send("UPDATE events SET reach = NULL") }
        let succeeding = try await Self.run("log", "retry", in: folder)
        #expect(succeeding.status == 0, "\(succeeding.messages)")
        #expect(succeeding.messages.contains("\(count) succeeded."))
        #expect(try await Self.run("log", in: folder).messages.contains("There are no parked events."))
        #expect(try await Self.run("check", in: folder).status == 0)
        try await database.close()
    }

    /// Signs up a member, damages the event and follows the log until the event is parked.
    private static func parkEvents(in database: SQLiteDatabase) async throws -> [ParkedEvent] {
        let time = Mutex(Date(timeIntervalSinceNow: -60))
        var environment = EngineEnvironment(now: { time.withLock { $0 } }, passwordCost: .fast)
        // The server creates the key.
        environment.checksLedgerKey = false
        let engine = try await Engine(database: database, environment: environment)
        _ = try await engine.signUp(
            SignUp(
                username: "ana", password: "correct horse battery",
                birthDate: try #require(Day(number: 1990_05_17))))
        // An unknown visibility.
        try await database.write { try $0.send("UPDATE events SET reach = 99") }
        for pause in [0.0, 1, 5, 25] {
            #expect(try await engine.parkedEvents() == [])
            time.withLock { $0 += pause }
            try await engine.followLog()
        }
        let parked = try await engine.parkedEvents()
        #expect(!parked.isEmpty)
        return parked
    }

    private static func expectList(of parked: [ParkedEvent], in folder: Folder) async throws {
        let list = try await run("log", in: folder)
        #expect(list.status == 0)
        #expect(list.messages.contains("paceline log retry"))
        let rows = try #require(
            JSONSerialization.jsonObject(
                with: Data(try await run("log", "show", "--json", in: folder).output.utf8))
                as? [[String: String]])
        #expect(rows.map { $0["consumer"] } == parked.map(\.consumer))
        #expect(rows.map { $0["position"] } == parked.map(\.position.description))
        #expect(rows.map { $0["error"] } == parked.map(\.error))
        for event in parked { #expect(list.output.contains(event.consumer)) }
    }

    private static func run(_ arguments: String..., in folder: Folder) async throws -> PacelineProcess {
        try await PacelineProcess.run(arguments + ["--data", folder.path], home: folder)
    }

    private static func get(
        _ path: String, from server: ServerProcess
    ) async throws -> (status: Int, text: String) {
        let response = try await URLSessionTransport().send(
            OutgoingRequest(method: .get, url: server.url.appending(path: path).absoluteString))
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }
}
