import Foundation
import Paceline
import PacelineDatabase
import Synchronization
import Testing

@testable import PacelineWeb

/// A database that counts transactions.
private final class CountingDatabase: DatabaseDecorator {
    let database: any Database
    private let count = Mutex((reads: 0, writes: 0))

    init() throws { database = try SQLiteDatabase.inMemory() }

    var reads: Int { count.withLock { $0.reads } }
    var writes: Int { count.withLock { $0.writes } }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        count.withLock { $0.reads += 1 }
        return try await database.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        count.withLock { $0.writes += 1 }
        return try await database.write(body)
    }
}

@Suite("One read per page") struct SingleReadTests {
    @Test("A page reads its data in one transaction, besides the session")
    func pages() async throws {
        let database = try CountingDatabase()
        try await Site.run(on: database) { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let workout = try await site.publish(by: "ana")
            let group = try await site.session("ana").createGroup(title: "Crew")
            let reads = { (path: String) async throws -> Int in
                let before = database.reads
                let status = try await ana.open(path).status
                #expect(status == 200, "\(path)")
                return database.reads - before
            }
            // This page shows only the account.
            let ofEvery = try await reads("/settings")
            for path in [
                "/workouts/\(workout.id)", "/@ana", "/@ben", "/@ben/followers", "/experience", "/groups",
                "/groups/\(group.id)", "/groups/\(group.id)/invite", "/groups/\(group.id)/seasons", "/games",
                "/games?scope=global&range=all", "/games/scores", "/friends", "/friends/find",
                "/friends/find?q=be", "/settings/sign-in", "/settings/profile",
            ] {
                #expect(try await reads(path) == ofEvery + 1, "\(path)")
            }
        }
    }
}

@Suite("One write per form") struct SingleWriteTests {
    @Test("A form with several changes writes all of them in one transaction")
    func forms() async throws {
        let database = try CountingDatabase()
        try await Site.run(on: database) { site in
            let ana = try await site.member("ana")
            let writes = { (submit: () async throws -> Browser.Shown) async throws -> Int in
                let before = database.writes
                #expect(try await submit().status == 303)
                return database.writes - before
            }
            try await ana.open("/settings/privacy")
            let privacy = ["privacyLevel": "friends", "workoutVisibility": "private"]
            #expect(try await writes { try await ana.submit("/settings/privacy", privacy) } == 1)
            #expect(try await writes { try await ana.submit("/settings/notifications", ["kudos": "1"]) } == 1)
            let account = try await site.session("ana").me()
            #expect(account.privacyLevel == .friends && account.settings.workoutVisibility == .private)

            try await ana.open("/workouts/add")
            let fields = await ana.filledIn.merging([
                "type": "rowing", "title": "4x500m", "startedAt": "2026-06-20T06:30", "duration": "6:54",
            ]) { $1 }
            let photo = UploadedFile(
                field: "photo", name: "row.png",
                bytes: Array(try #require(Data(base64Encoded: EditTests.pixel))))
            #expect(
                try await writes { try await ana.upload("/workouts/add", fields, files: [photo]) } == 1)
            let workout = try #require(
                try await site.session("ana").workouts(of: .me, PageRequest(limit: 1)).items.first)
            #expect(try await ana.send(.get, "/workouts/\(workout.id)/photo").status == 200)
        }
    }

    @Test("Signing up, choosing a username and signing out everywhere take one write each")
    func accounts() async throws {
        let database = try CountingDatabase()
        try await Site.run(on: database) { site in
            let (ben, cleo) = (site.browser(), site.browser())
            let writes = { (submit: () async throws -> Browser.Shown) async throws -> Int in
                let before = database.writes
                #expect(try await submit().status == 303)
                return database.writes - before
            }
            try await ben.open("/sign-up")
            let fields = [
                "username": "ben", "password": Browser.password, "birthDate": "1990-05-17",
                "timeZone": "Europe/Ljubljana",
            ]
            #expect(try await writes { try await ben.submit("/sign-up", fields) } == 1)
            #expect(try await site.session("ben").me().timeZone == "Europe/Ljubljana")

            try await cleo.open("/sign-in")
            #expect(
                try await writes {
                    try await cleo.submit("/sign-in/device", ["timeZone": "Asia/Tokyo"])
                } == 1)
            try await cleo.open("/welcome")
            let rejected = ["username": "ben", "displayName": "Cleo", "birthDate": "1990-05-17"]
            let response = try await cleo.submit("/welcome", rejected)
            #expect(response.status == 422 && response.text.contains(#"name="birthDate""#))
            let chosen = rejected.merging(["username": "cleo"]) { $1 }
            #expect(try await writes { try await cleo.submit("/welcome", chosen) } == 1)
            let session = try await site.session("ben")
            #expect(try await session.person(.username("cleo")).displayName == "Cleo")

            try await ben.open("/")
            for _ in 0..<2 { _ = try await site.session("ben") }
            #expect(try await session.sessions(PageRequest()).items.count == 5)
            #expect(try await writes { try await ben.submit("/sign-out/everywhere") } == 1)
            #expect(try await session.sessions(PageRequest()).items.isEmpty)
        }
    }

    @Test("A known device updates the time zone, unless it is invalid")
    func timeZones() async throws {
        let database = try CountingDatabase()
        try await Site.run(on: database) { site in
            let browser = site.browser()
            for (sent, kept) in [
                ("", "UTC"), ("Asia/Tokyo", "Asia/Tokyo"), ("Mars/Olympus", "Asia/Tokyo"),
                ("Europe/Ljubljana", "Europe/Ljubljana"),
            ] {
                try await browser.open("/sign-in")
                let before = database.writes
                #expect(try await browser.submit("/sign-in/device", ["timeZone": sent]).status == 303)
                #expect(database.writes - before == 1)
                try await browser.open("/welcome")
                try await browser.submit("/welcome", ["username": "cleo", "birthDate": "1990-05-17"])
                let page = try await browser.open("/settings/profile")
                #expect(page.text.contains(#"value="\#(kept)" selected"#), "\(sent)")
                try await browser.submit("/sign-out")
            }
        }
    }
}
