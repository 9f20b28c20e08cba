import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase
import Testing

@testable import PacelineEngine

/// A community in which every table that can name people has a row that names Ana.
struct ErasureScene {
    let world: World
    private let ana: Member

    init(_ world: World) async throws {
        self.world = world
        world.clock.advance(days: -20)
        let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
        let (eva, fay) = try await world.people("eva", "fay")
        self.ana = ana
        _ = try await ana.createsPasskey()
        try await world.befriend(ana, ben)
        try await ana.asks(cem)
        for member in [dan, eva] { try await member.asks(ana) }
        try await dan.follows(ana)
        try await ana.mutes(cem)
        try await ben.mutes(ana)
        try await ana.turns(.heart)
        for (one, other) in [(ana, ben), (ben, ana)] {
            let workout = try await one.publishes()
            try await other.givesKudos(to: workout)
            let comment = try await other.comments("@\(one.username) well done", on: workout)
            try await one.hearts(comment)
        }
        // A newcomer's links are held.
        try await ana.comments("https://crew.example", on: try await ben.publishes())
        _ = try await ana.services.update(AccountChanges(bio: "https://crew.example"), ifMatch: nil)
        try await ana.publishes(as: try await ben.publishes().id)
        // The others are too short for a badge.
        try await ana.runs(5, endingMinutesAgo: 60)
        let group = try await ana.createsGroup(with: ben)
        try await ana.invites(cem, to: group)
        try await dan.invites(ana, to: dan.createsGroup("Crew of Dan"))
        try await dan.removes(ana, from: dan.createsGroup("Old crew of Dan", with: ana))
        try await ana.plays(4, on: 2026_02_10)
        try await ben.plays(3, on: 2026_02_10)
        world.clock.advance(to: try day(2026_02_15).endEverywhere)
        try await world.closeSeasons()
        world.clock.advance(to: try day(2026_03_01).endEverywhere.addingTimeInterval(-86_400))
        try await ana.plays(4)
        try await ben.plays(3)
        try await ana.createsTournament(in: group)
        _ = try await ana.services.claimFriendCard(secret: Credential.newDeviceSecret())
        for member in [ana, ben, cem] { _ = try await member.inbox() }
        _ = try await ana.services.changes(since: nil)
        var queue = CommandQueue(of: ana)
        try queue.add(API.unmute, PersonPath(ben.reference))
        try await queue.send()
        _ = try await ana.services.achievements(of: .me)
        try await ana.moves(to: "Asia/Tokyo")
        try await ana.blocks(eva)
        try await fay.blocks(ana)
        // As after an update from before workouts earned XP.
        try await world.database.write { [id = ana.id] connection in
            try connection.send("INSERT INTO experience_backlog (person) VALUES (\(id))")
            try connection.send("INSERT INTO training_backlog (person) VALUES (\(id))")
            try connection.send("INSERT INTO achievement_backlog (person) VALUES (\(id))")
            try connection.send("INSERT INTO child_backlog (person) VALUES (\(id))")
            // As in an embedded community that is being merged into her account on a server.
            try connection.send(
                """
                INSERT INTO merges (id, person, server, account, visibility, is_moved)
                VALUES (\(UUID()), \(id), 'https://crew.example', \(Person.ID(UUID())), 0, 0)
                """)
            // As if she had a card there, and others had added hers.
            let secret = Data(repeating: 7, count: 32)
            try connection.send("INSERT INTO device_secrets (person, secret) VALUES (\(id), \(secret))")
            try connection.send("INSERT INTO local_friends (person, code) VALUES (\(id), 'K7M2XQ4PK7M2XQ4P')")
            try connection.send(
                "INSERT INTO posted_achievements (person, id, posted) VALUES (\(id), 'tonne', 1)")
        }
        // As if Ana were a moderator who has decided about a workout of Ben.
        try await world.database.write { [ana = ana.id, ben = ben.id, now = world.clock.now] connection in
            let workout = try #require(
                try connection.fetchFirst("SELECT workout FROM awards WHERE owner = \(ben) LIMIT 1") {
                    $0[0] as Workout.ID
                })
            let anomaly = StoredAnomaly(
                state: .approved, limits: [.yearsBest], at: now, reason: "It was a race.", decidedAt: now,
                hasAppealed: false)
            try connection.save(anomaly, of: workout)
            try connection.insert(
                WorkoutDecisionDraft(outcome: .approved, reason: "It was a race."), about: workout,
                replacing: .listed, by: ana, at: now)
            for owner in [ana, ben] {
                try connection.send(
                    """
                    INSERT INTO workout_exclusions (workout, owner, started_at, ended_at, reason, at)
                    VALUES (\(Workout.ID.random()), \(owner), \(now), \(now), 'It was no race.', \(now))
                    """)
            }
        }
        try await useOnce()
    }

    /// Fills tables that only HTTP requests and servers with a shared database write.
    private func useOnce() async throws {
        var environment = EngineEnvironment(now: { [clock = world.clock] in clock.now })
        environment.rewards = try RewardCatalogue([RewardOffer("bottle", 1)])
        let mailbox = Mailbox()
        environment.mail = mailbox
        let engine = try await PacelineEngine.Engine(database: world.database, environment: environment)
        let onServer = Member(
            id: ana.id, username: ana.username, services: engine.session(for: ana.id), token: "",
            clock: world.clock)
        let former = try await onServer.services.passkeys()
        for passkey in former { try await onServer.services.removePasskey(passkey.id) }
        _ = try await onServer.createsPasskey()
        _ = try await onServer.services.update(AccountChanges(email: "ana@old.example"), ifMatch: nil)
        _ = try await PeriodicJob.sendingMail.run(on: engine)
        try await onServer.services.confirmEmail(mailbox.empty().flatMap(\.secrets).first ?? "")
        _ = try await onServer.services.update(AccountChanges(email: "ana@crew.example"), ifMatch: nil)
        _ = try await engine.session(for: ana.id).withIdempotencyKey("once", fingerprint: [1])
            .createGroup(title: "Once")
        _ = try await engine.session(for: ana.id).redeem(Reward.ID(trusted: "bottle"), at: 1)
        _ = try await engine.session(for: ana.id).createRecoveryCodes()
        // The passkey has ended her sessions.
        _ = try await engine.signIn(with: .password(username: ana.username, password: World.password))
        _ = try await engine.session(for: ana.id).setUsername("ana_novak")
        if engine.sharesDatabase {
            let caller = withUnsafeBytes(of: ana.id.uuid.uuid) { Array($0) }
            _ = try await engine.exchange([LimitUse(limit: "writes", caller: caller, seconds: 1)], since: nil)
        }
    }

    /// The counters of other people that become wrong when Ana's rows are deleted from the table alone. The deletion is
    /// rolled back.
    func differences(deletingFrom table: String, by column: String) async throws -> [CounterDifference] {
        let trial = await #expect(throws: Trial.self) {
            try await world.database.write { [id = ana.id] connection in
                throw Trial(
                    rows: try connection.execute(
                        "DELETE FROM \(raw: table) WHERE \(raw: column) = \(id)"),
                    differences: try EngineFeature.all.flatMap(\.counters).flatMap {
                        try $0.differences(in: connection)
                    })
            }
        }
        #expect(trial?.rows ?? 0 > 0, "\(table).\(column) names Ana")
        return trial?.differences.filter { $0.subject != ana.id.description } ?? []
    }

    /// The effect of deleting the rows. Thrown to roll the deletion back.
    private struct Trial: Error {
        let rows: Int
        let differences: [CounterDifference]
    }
}
