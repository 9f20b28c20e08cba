import Foundation
import Paceline
import PacelineAPI
import PacelineClient
import PacelineDatabase
import PacelinePostgres
import PacelineTestSupport
import Testing

/// Two real servers that share one database, and so are one community.
@Suite("Two servers", .enabled(if: TestPostgres.address != nil, "\(TestPostgres.skipReason)"))
struct TwoServersTests {
    @Test("A session is valid on both servers, and signing out ends it on both")
    func sessions() async throws {
        try await Self.withServers { one, other, _ in
            let signedIn = try await Self.signUp("ana_two", at: one)
            let session = RemoteServer(url: other).session(token: signedIn.token)
            #expect(try await session.me().id == signedIn.person.id)
            try await session.signOut()
            await #expect(throws: SocialError.self) {
                _ = try await RemoteServer(url: one).session(token: signedIn.token).me()
            }
        }
    }

    @Test("A request repeated on the other server with the same idempotency key runs once")
    func idempotency() async throws {
        try await Self.withServers { one, other, _ in
            let ana = try await Self.signUp("ana_two", at: one)
            let session = RemoteServer(url: one).session(token: ana.token)
            let workout = Workout.ID(UUID())
            let draft = WorkoutDraft(
                type: .rowing, title: "2k", startedAt: Date(timeIntervalSince1970: 1_700_000_000),
                duration: 60)
            _ = try await session.publish(draft, as: workout, ifMatch: nil)
            let first = try await Self.comment("Well rowed", on: workout, at: one, ana.token)
            let again = try await Self.comment("Well rowed", on: workout, at: other, ana.token)
            #expect(first.status == 201)
            #expect(again.status == 201)
            #expect(first.body == again.body)
            #expect(try await Self.comment("Something else", on: workout, at: other, ana.token).status == 422)
            #expect(try await session.comments(on: workout.item, PageRequest()).items.count == 1)
        }
    }

    @Test(
        "A client that reaches the rate limit of one server soon reaches it on the other",
        .timeLimit(.minutes(3)))
    func limits() async throws {
        try await Self.withServers(limitsRates: true) { one, other, database in
            var statuses: [Int] = []
            while statuses.last != 429, statuses.count < 40 { statuses.append(try await Self.guess(at: one)) }
            #expect(statuses.last == 429)
            // The other server counts alone until the servers have exchanged their counts.
            var allowed = 0
            var last = try await Self.lastExchange(in: database)
            while allowed < 15, try await Self.guess(at: other) != 429 {
                allowed += 1
                let before = last
                while last == before {
                    try Task.checkCancellation()
                    last = try await Self.lastExchange(in: database)
                }
            }
            #expect(allowed < 15)
        }
    }

    private static func withServers(
        limitsRates: Bool = false,
        _ body: (_ one: URL, _ other: URL, _ database: PostgresDatabase) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "paceline-two-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        try await TestPostgres.withDatabase { address in
            async let first = ServerProcess.start(data: folder, database: address, limitsRates: limitsRates)
            async let second = ServerProcess.start(data: folder, database: address, limitsRates: limitsRates)
            let servers = try await [first, second]
            let database = try PostgresDatabase(address: address)
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await body(servers[0].url, servers[1].url, database))
            } catch {
                outcome = .failure(error)
            }
            for server in servers { server.stop() }
            for server in servers { await server.waitUntilExit() }
            try await database.close()
            try outcome.get()
        }
    }

    private static func signUp(_ username: String, at url: URL) async throws -> SignedIn {
        try await RemoteServer(url: url).signUp(
            SignUp(username: username, password: "correct horse battery", birthDate: Day(number: 1990_01_01)!)
        )
    }

    private static func comment(
        _ text: String, on workout: Workout.ID, at url: URL, _ token: String
    ) async throws -> EncodedResponse {
        try await send(
            #"{"text":"\#(text)"}"#, to: url, "v1/items/\(workout)/comments",
            ["Authorization": "Bearer \(token)", "Idempotency-Key": "two-servers"])
    }

    /// The time at which a server last shared its counts.
    private static func lastExchange(in database: PostgresDatabase) async throws -> Int64? {
        try await database.read { connection in
            try connection.fetchFirst("SELECT MAX(changed_at) FROM limit_uses") { $0[0] as Int64? } ?? nil
        }
    }

    /// Tries to sign in with an invalid secret, which the server rejects cheaply.
    private static func guess(at url: URL) async throws -> Int {
        try await send(#"{"provider":"device","secret":"no"}"#, to: url, "v1/sessions").status
    }

    private static func send(
        _ json: String, to url: URL, _ path: String, _ headers: [String: String] = [:]
    ) async throws -> EncodedResponse {
        try await URLSessionTransport().send(
            OutgoingRequest(
                method: .post, url: url.appending(path: path).absoluteString,
                headers: headers.merging(["Content-Type": "application/json"]) { $1 }, body: Array(json.utf8))
        )
    }
}
