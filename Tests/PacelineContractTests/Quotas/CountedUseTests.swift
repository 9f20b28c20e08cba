import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("Counted uses")
struct CountedUseTests {
    @Test("a person can write so many comments an hour", arguments: Implementation.allCases)
    func comments(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.quotas.commentsPerHour = 2 }) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            let first = try await ana.comments("one", on: workout)
            try await ana.comments("two", on: workout)
            // Deleting makes no room, and editing needs none unless it notifies further people.
            try await ana.services.deleteComment(first.id)
            let error = await #expect(throws: SocialError.self) {
                try await ana.comments("three", on: workout)
            }
            #expect(error?.code == .rateLimited)
            #expect(error?.message.contains("2 comments within an hour. Try again in 60 minutes.") == true)
            #expect(error?.retryAfter.map { (3_590...3_600).contains($0) } == true)
            try await ben.comments("Ben’s", on: workout)
            let second = try #require(
                try await ana.services.comments(on: workout.id.item, .whole).items.first)
            await expectError(.rateLimited) {
                try await ana.services.edit(second.id, text: "Look, @ben", ifMatch: nil)
            }
            _ = try await ana.services.edit(second.id, text: "edited", ifMatch: nil)
            world.clock.advance(by: 3_600)
            for text in ["four", "five"] { try await ana.comments(text, on: workout) }
            await expectError(.rateLimited) { try await ana.comments("six", on: workout) }
            #expect(try await ana.commentTexts(on: workout) == ["edited", "Ben’s", "four", "five"])
        }
    }

    @Test("a rejected comment does not count", arguments: Implementation.allCases)
    func rejectedComments(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.quotas.commentsPerHour = 1 }) { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            await expectError(.itemNotFound) {
                try await ana.services.comment(CommentDraft(text: "none"), on: .random())
            }
            await expectError(.commentNotFound) {
                try await ana.services.comment(
                    CommentDraft(text: "none", parent: .random()), on: workout.id.item)
            }
            try await ana.comments("one", on: workout)
        }
    }

    @Test("a person can publish so many new workouts a day", arguments: Implementation.allCases)
    func workouts(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.quotas.workoutsPerDay = 3 }) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            func drafts(_ count: Int) -> [IdentifiedDraft] {
                (1...count).map { number in
                    let start = TestClock.start.addingTimeInterval(Double(-number) * 86_400)
                    return IdentifiedDraft(
                        id: .random(), draft: .sample("Row \(number)", startedAt: start, duration: 600))
                }
            }
            let three = drafts(3)
            let batch = try await ana.services.publish([three[0], three[1]])
            #expect(batch.map(\.status) == [.created, .created])
            // Deleting makes no room, and replacing needs none.
            try await ana.services.deleteWorkout(three[0].id)
            // A batch of which some have no room is refused as a whole, so that its client sends all of it later.
            let two = drafts(2)
            await expectError(.rateLimited) { try await ana.services.publish([three[1]] + two) }
            for draft in two {
                await expectError(.workoutNotFound) { try await ana.services.workout(draft.id) }
            }
            let mixed = try await ana.services.publish([three[1], two[0]])
            #expect(mixed.map(\.status) == [.unchanged, .created])
            await expectError(.rateLimited) { try await ana.services.publish(drafts(4)) }
            let error = await #expect(throws: SocialError.self) {
                try await ana.services.publish(three[2].draft, as: three[2].id, ifMatch: nil)
            }
            #expect(error?.message.contains("3 new workouts within a day. Try again in 24 hours.") == true)
            _ = try await ben.publishes()
            world.clock.advance(days: 1)
            let later = try await ana.services.publish(three[2].draft, as: three[2].id, ifMatch: nil)
            #expect(later.status == .created)
        }
    }

    @Test("a batch without room is refused before its workouts are stored")
    func refusedBatch() async throws {
        let database = MeasuredDatabase(try SQLiteDatabase.inMemory())
        var environment = EngineEnvironment(passwordCost: .fast)
        environment.quotas.workoutsPerDay = IdentifiedDraft.batchLimit
        let engine = try await Engine(database: database, environment: environment)
        let session = try await engine.signUp(named: "ana")
        func drafts(_ count: Int) -> [IdentifiedDraft] {
            (1...count).map { number in
                let start = Date(timeIntervalSinceNow: Double(-number) * 86_400)
                return IdentifiedDraft(id: .random(), draft: .sample(startedAt: start, duration: 600))
            }
        }
        func costOfRefusal(_ count: Int) async throws -> DatabaseCost {
            _ = database.takeCost()
            await expectError(.rateLimited) { try await session.publish(drafts(count)) }
            return database.takeCost()
        }
        _ = try await session.publish(drafts(IdentifiedDraft.batchLimit))
        #expect(try await costOfRefusal(IdentifiedDraft.batchLimit) == costOfRefusal(1))
        try await database.close()
    }

    @Test("as a command, a batch is published as far as there is room", arguments: Implementation.allCases)
    func batchCommand(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.quotas.workoutsPerDay = 2 }) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let item = try await ben.publishes()
            let drafts = (1...3).map { number in
                let start = TestClock.start.addingTimeInterval(Double(-number) * 86_400)
                return IdentifiedDraft(
                    id: .random(), draft: .sample("Row \(number)", startedAt: start, duration: 600))
            }
            var queue = CommandQueue(of: ana)
            for batch in [drafts, Array(drafts.reversed())] {
                try queue.add(API.publishBatch, NoParameters(), body: WorkoutBatch(workouts: batch))
            }
            // What comes after it does not wait for a day.
            try queue.addKudos(item)
            let answer = try await queue.sync()
            #expect(answer.outcomes == ["1 200", "2 200", "3 200"])
            let results = try answer.results.prefix(2).map { try API.publishBatch.output(of: $0).results }
            #expect(
                results.map { $0.map(\.status) } == [
                    [.created, .created, .rejected], [.rejected, .unchanged, .unchanged],
                ])
            #expect(results[0][2].error?.code == .rateLimited && results[0][2].error?.retryAfter ?? 0 > 0)
            #expect(try await ana.services.me().stats.workouts == 2)
            world.clock.advance(days: 1)
            try queue.add(API.publishBatch, NoParameters(), body: WorkoutBatch(workouts: drafts))
            let later = try await queue.sync()
            #expect(
                try API.publishBatch.output(of: later.results[0]).results.map(\.status) == [
                    .unchanged, .unchanged, .created,
                ])
        }
    }

    @Test(
        "as a command, a workout without room is refused for good, and holds up nothing",
        arguments: Implementation.allCases)
    func workoutCommand(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.quotas.workoutsPerDay = 1 }) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let item = try await ben.publishes()
            var queue = CommandQueue(of: ana)
            for title in ["One", "Two"] { try queue.addWorkout(title) }
            try queue.addKudos(item)
            let answer = try await queue.sync()
            #expect(answer.outcomes == ["1 201", "2 409 quota_exceeded", "3 200"])
            #expect(try await ana.services.me().stats.workouts == 1)
        }
    }

    @Test("so many requests of a person can wait for an answer", arguments: Implementation.allCases)
    func requests(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.quotas.waitingRequests = 2 }) { world in
            let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
            try await dan.chooses(.friends)
            let toBen = try await ana.asks(ben)
            let toCem = try await ana.asks(cem)
            let error = await #expect(throws: SocialError.self) { try await ana.asks(dan) }
            #expect(error?.code == .quotaExceeded)
            #expect(error?.message.contains("2 requests waiting for an answer") == true)
            await expectError(.quotaExceeded) { try await ana.follows(dan) }
            // To the sender, a declined request still waits.
            try await cem.declines(toCem)
            await expectError(.quotaExceeded) { try await ana.asks(dan) }
            // Following a public profile needs no answer, nor does accepting.
            try await ana.follows(cem)
            try await dan.asks(ana)
            try await ana.asks(dan)
            #expect(try await ana.relationship(to: dan) == .friends)
            try await ben.accepts(toBen)
            let (eva, fay) = try await world.people("eva", "fay")
            try await ana.asks(eva)
            await expectError(.quotaExceeded) { try await ana.asks(fay) }
            try await ana.services.cancel(toCem.id)
            try await ana.asks(fay)
            // Sessions last longer than requests.
            world.clock.advance(by: ConnectionRequest.lifetime + 60)
            for other in [eva, fay] { try await ana.asks(other) }
        }
    }

    @Test(
        "an address can create so many accounts with devices a day",
        arguments: Implementation.allCases.filter { $0 != .remote })
    func deviceAccounts(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.quotas.deviceAccountsPerDay = 2 }) { world in
            func signIn(_ secret: String = Credential.newDeviceSecret(), at address: [UInt8]?) async throws {
                _ = try await world.engine.signingIn(from: SignInOrigin(address: address))
                    .signIn(with: .device(secret: secret))
            }
            let (home, other) = ([192, 0, 2, 1] as [UInt8], [192, 0, 2, 2] as [UInt8])
            let secret = Credential.newDeviceSecret()
            try await signIn(secret, at: home)
            try await signIn(at: home)
            world.clock.advance(by: 3_600)
            let error = await #expect(throws: SocialError.self) { try await signIn(at: home) }
            #expect(error?.code == .rateLimited && error?.retryAfter == 82_800)
            #expect(error?.message.contains("Try again in 23 hours.") == true)
            // A known device creates no account.
            try await signIn(secret, at: home)
            try await signIn(at: other)
            for _ in 0..<3 { try await signIn(at: nil) }
            _ = try await world.person("ana")
            world.clock.advance(by: 82_800)
            try await signIn(at: home)
            // No address is stored.
            let hashes = try await world.database.read { connection in
                try connection.fetch("SELECT subject FROM counted_uses WHERE name = 'deviceAccounts'") {
                    $0[0] as [UInt8]
                }
            }
            #expect(hashes.count == 2 && hashes.allSatisfy { $0.count == 16 && $0 != home && $0 != other })
        }
    }

    @Test("a server counts the accounts of a client's address")
    func addressOfClient() async throws {
        try await Implementation.remote.run(configuring: { $0.quotas.deviceAccountsPerDay = 1 }) { world in
            _ = try await world.newcomer()
            await expectError(.rateLimited) { try await world.newcomer() }
            _ = try await world.person("ana")
        }
    }

    @Test("counts are forgotten after their span", arguments: Implementation.allCases)
    func retention(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            try await ana.comments("one", on: ana.publishes())
            world.clock.advance(by: 3_599)
            _ = try await world.purgeExpired()
            #expect(try await world.rows(of: "counted_uses WHERE name = 'comments'") == 1)
            world.clock.advance(by: 1)
            _ = try await world.purgeExpired()
            #expect(try await world.rows(of: "counted_uses WHERE name = 'comments'") == 0)
        }
    }
}
