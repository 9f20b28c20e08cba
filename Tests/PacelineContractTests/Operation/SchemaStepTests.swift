import Foundation
import Paceline
import PacelineDatabase
import Testing

@testable import PacelineEngine

@Suite("Schema steps")
struct SchemaStepTests {
    @Test("the steps of all features follow the baseline by number, and numbers are unique")
    func order() {
        let steps = [[4, 2], [], [3]].map { $0.map { SchemaStep($0, "step", []) } }
        let features = steps.map { EngineFeature(steps: $0, tables: []) }
        #expect(Schema.migrations(of: features).map(\.name) == ["baseline", "2 step", "3 step", "4 step"])
        let numbers = EngineFeature.all.flatMap(\.steps).map(\.number).sorted()
        #expect(numbers == Array(2..<2 + numbers.count))
    }

    @Test("a merged step never changes")
    func unchanged() {
        // Add a new step here. If an existing one fails, revert the change to it.
        #expect(
            Schema.migrations.map { "\($0.name): \($0.fingerprint)" } == [
                "baseline: 82e5e316fc4385f2", "2 later words of names: 1fc15207ee288814",
                "3 grids of scores: 1296fbef0486471a", "4 people removed from groups: b8adb71de16906ae",
                "5 origins of sessions, and guesses: 9d0c82ea5f9779a6",
                "6 children and supervised groups: c84968c401e88af2",
                "7 recovery codes, access tokens and security events: e293b8c677090707",
                "8 names that stay with their owners: 9f485a3f611655e9",
                "9 spent credentials: d0b87dc3475883aa",
                "10 ids chosen by clients: 60531939d828d5cf",
                "11 when security events happened last: 50bf64b6c79716fa",
                "12 ages: 2ccd76bf9f633aa1",
                "13 visibility of scores: 85c1fea12562a91d",
                "14 details of workouts, and approval of followers: 43ab0717d40b7b69",
                "15 quotas: d943d7eaf4a7e8b3",
                "16 passkeys: 3ed79f9881990a87",
                "17 credentials presented in sessions: b6811115f65079b",
                "18 changes of usernames: 75be8e753d1c8894",
                "19 requests with a friend code: 9ff6c9c38d8ca4da",
                "20 choices before the birth date: db9a036643b20be4",
                "21 ratings of texts: 4365045fda6e7036",
                "22 mail: 502d712c2d681655",
                "23 former credentials and addresses: de202fdbadcc4afe",
                "24 members who do not share: 8688780e0c76b9ac",
                "25 changes by people who may be hidden: ab04961bd22bdefe",
                "26 experience: 5cddf219e5af197a",
                "27 roles of the staff: 38faf71a2c04af08",
                "28 anomalies: 3a4cfe8a5d9de76f",
                "29 achievements: 1433e2467266175a",
                "30 boards by training: f2da6513c9a8be69",
                "31 fair counting: c4c4d75ee6f3ab0",
                "32 rewards: fba88f087e42ff7f",
                "33 tournaments: 3fbab2dbe2ee7f13",
                "34 rewards that were received before a refund: 25972f778b7ae5fa",
                "35 times of excluded workouts: a6e6a28c1b31761",
                "36 recount of future workouts and long days: 8d68716c871c663b",
                "37 children among strangers: 5c13b4af504d60a7",
                "38 authors of tournaments: 549fbe728d8fc875",
                "39 changes of time zones: 37848f1fb014c537",
                "40 items received from people not followed: 9b7b7e1b73f8195d",
                "41 declined invitations: 13d3adc2ae352d12",
                "42 workouts across midnight, and badges that were posted: 2f6a31580e4afe40",
                "43 receipts of commands: 8bff1b128ca4a58b",
                "44 short friend codes of children: afc0af1b3280806f",
                "45 storage of workouts' details: d35a99cdfe0d141e",
                "46 merging into an account: c9dbd623316b16fe",
                "47 speed of days: 8297657c00485332",
                "48 friend cards: b34f5165c6bce78",
                "49 days settled by earlier rules: b31c854797d3b85",
            ])
    }

    @Test(
        "a later step runs once on an existing community, and older versions reject the database", .world,
        arguments: StoredTableTests.implementations)
    func laterStep(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.comments("first", on: try await ana.publishes())
        let number = 2 + EngineFeature.all.flatMap(\.steps).count
        let step = SchemaStep(
            number, "pinned comments",
            ["ALTER TABLE comments ADD COLUMN is_pinned \(type: .integer) NOT NULL DEFAULT 0"])
        let newer = Schema.migrations(of: EngineFeature.all + [EngineFeature(steps: [step], tables: [])])
        for _ in 0..<2 { try await world.database.migrate(newer) }
        #expect(try await world.rows(of: "comments WHERE is_pinned = 0 AND text = 'first'") == 1)
        await #expect(throws: DatabaseError.unknownMigration("\(number) pinned comments")) {
            _ = try await PacelineEngine.Engine(database: world.database)
        }
    }

    @Test(
        "people who signed up before the step are found by their later words", .world,
        arguments: StoredTableTests.implementations)
    func laterWords(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        _ = try await world.person("hugo_jones", displayName: "Hugo")
        _ = try await world.person("mary", displayName: "Mary-Jo O’Hara (Quinn) St. James")
        let words = "search_names WHERE name LIKE '\n%'"
        let count = try await world.rows(of: words)
        #expect(count == 7)
        let step = try #require(Schema.migrations.first { $0.name == "2 later words of names" })
        try await world.database.write { connection in
            try connection.send("DELETE FROM search_names WHERE name LIKE '\n%'")
            for statement in step.statements { try connection.send(statement) }
        }
        #expect(try await world.rows(of: words) == count)
        #expect(try await ana.finds("jo") == ["hugo_jones", "mary"])
        for word in ["ha", "qu", "st", "ja"] { #expect(try await ana.finds(word) == ["mary"], "\(word)") }
    }

    @Test(
        "the ages of people who signed up before the step are known within 12 hours, then exactly", .world,
        arguments: StoredTableTests.implementations)
    func ages(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        for born in [2008_02_29, 2008_03_01, 2010_12_31, 2013_03_02, 2024_01_01] {
            _ = try await world.person("born_\(born)", born: born)
        }
        let exact = try await world.storedAges()
        try await world.forgetBirthDate(of: try await world.person("ageless"))
        let half: TimeInterval = 43_200
        let migrated = try await world.storedAges()
        for (username, ages) in exact {
            #expect(migrated[username] == ages.map { $0.addingTimeInterval(half) }, "\(username)")
        }
        #expect(migrated["ageless"] == [])
        try await world.announceAges()
        let settled = try await world.storedAges()
        for (username, ages) in exact { #expect(settled[username] == ages, "\(username)") }
        #expect(try await world.rows(of: "accounts WHERE age_notice_at = 0") == 0)
    }

    @Test(
        "scores from before their visibility was a setting stay as they were, and their owners have not chosen",
        .world, arguments: StoredTableTests.implementations)
    func scoreVisibility(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let group = try await ana.createsGroup("Crew", with: ben)
        try await ana.plays(3, .public)
        try await ana.plays(20, in: .mini, .friends)
        try await ana.plays(0, in: .connections, .private)
        let step = try #require(Schema.migrations.first { $0.name == "13 visibility of scores" })
        let updates = step.statements.filter { $0.render(for: .sqlite).text.hasPrefix("UPDATE") }
        #expect(updates.count == 2)
        try await world.database.write { connection in
            // The values that added columns start with.
            try connection.send("UPDATE scores SET counts = 2")
            try connection.send("UPDATE settings SET has_chosen_score_visibility = 0")
            for update in updates { try connection.send(update) }
        }
        for isShown in [false, true] { try await ana.sets(SettingsChanges(showOnLeaderboards: isShown)) }

        func boards(of game: Game.ID) async throws -> [String] {
            let scopes = [LeaderboardScope.global, .friends, .group(group.id)]
            var names: [String] = []
            for (scope, name) in zip(scopes, ["global", "friends", "group"]) {
                if try await !ben.standings(scope, game: game).isEmpty { names.append(name) }
            }
            return names
        }
        #expect(try await boards(of: .wordle) == ["global", "friends", "group"])
        #expect(try await boards(of: .mini) == ["friends", "group"])
        #expect(try await boards(of: .connections) == [])
        let scores = try await ana.services.scores(of: .me, from: nil, to: nil, .whole).items
        #expect(Set(scores.map(\.visibility)) == [.public, .friends, .private])
        // Without a choice, the score stays off the global board; with one it counts like a new score.
        try await ana.plays(25, in: .mini, nil)
        #expect(try await boards(of: .mini) == ["friends", "group"])
        try await ana.plays(25, in: .mini, .friends)
        #expect(try await boards(of: .mini) == ["global", "friends", "group"])

        #expect(try await !ana.services.settings().hasChosenScoreVisibility)
        let kept = try await ana.sets(SettingsChanges(scoreVisibility: .friends))
        #expect(kept.hasChosenScoreVisibility && kept.scoreVisibility == .friends)
    }

    @Test(
        "a database from before the baseline is rejected and left unchanged", .world,
        arguments: StoredTableTests.implementations)
    func beforeBaseline(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        try await world.database.write {
            try $0.send("UPDATE migrations SET name = 'people' WHERE name = 'baseline'")
        }
        let rejected = await #expect(throws: DatabaseError.self) {
            _ = try await PacelineEngine.Engine(database: world.database)
        }
        guard case .unavailable(let reason) = rejected else {
            Issue.record("rejected for another reason: \(String(describing: rejected))")
            return
        }
        #expect(reason.contains("“people” but not “baseline”"))
        #expect(try await world.rows(of: "migrations") == Schema.migrations.count)
    }
}

extension World {
    /// When each person stops being a child and a minor; empty without a birth date.
    fileprivate func storedAges() async throws -> [String: [Date]] {
        let rows = try await database.read { connection in
            try connection.fetch(
                """
                SELECT people.username, accounts.child_until, accounts.minor_until
                FROM people
                JOIN accounts ON accounts.person = people.id
                """
            ) { row in (row[0] as String, [row[1] as Date?, row[2] as Date?].compactMap(\.self)) }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

extension Migration {
    /// An FNV-1a hash of the statements.
    fileprivate var fingerprint: String {
        let texts = [Dialect.sqlite, .postgres].flatMap { dialect in
            statements.map { $0.render(for: dialect).text + ";" }
        }
        let hash = texts.joined().utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
