import Paceline
import Testing

@Suite("Items that expire")
struct ExpiredItemTests {
    @Test(
        "what is over is seen by nobody, before it is removed and after", arguments: Implementation.allCases)
    func unseen(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes()
            let score = try await ana.plays(3)
            let comment = try await ben.comments("Well", on: workout)
            for item in [workout.id.item, score.id] {
                try await world.expire(item, at: world.clock.now.addingTimeInterval(60))
            }
            #expect(try await ben.feedTitles() == ["2000m"])
            world.clock.advance(by: 60)
            for member in [ana, ben] {
                try await expectNothing(workout, score, comment, for: member, of: ana)
            }
            _ = try await world.trim()
            for member in [ana, ben] {
                try await expectNothing(workout, score, comment, for: member, of: ana)
            }
            #expect(try await world.rows(of: "items") == 0)
            #expect(try await world.rows(of: "standings") == 0)
            #expect(try await ana.services.me().stats.workouts == 0)
        }
    }

    private func expectNothing(
        _ workout: Workout, _ score: Score, _ comment: Paceline.Comment, for member: Member, of owner: Member
    ) async throws {
        let services = member.services
        for query in [FeedQuery(), FeedQuery(window: .recent), FeedQuery(person: owner.reference)] {
            #expect(try await services.feed(query, .whole).items.isEmpty)
        }
        #expect(try await services.workouts(of: owner.reference, .whole).items.isEmpty)
        #expect(try await services.scores(of: owner.reference, from: nil, to: nil, .whole).items.isEmpty)
        await expectError(.itemNotFound) { try await services.item(score.id) }
        await expectError(.itemNotFound) { try await services.giveKudos(to: workout.id.item, big: false) }
        await expectError(.itemNotFound) { try await services.comments(on: workout.id.item, .whole) }
        await expectError(.workoutNotFound) { try await services.workout(workout.id) }
        await expectError(.commentNotFound) { try await services.giveHeart(to: comment.id) }
    }

    @Test(
        "a score that is over counts nowhere, before anything is trimmed", arguments: Implementation.allCases)
    func uncounted(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let group = try await ana.founds(with: ben)
            try await ana.plays(4, on: 2026_02_28)
            let short = try await ana.plays(1)
            try await ben.plays(3)
            try await world.expire(short.id, at: world.clock.now.addingTimeInterval(60))
            let scopes = [LeaderboardScope.friends, .group(group.id), .global]
            for scope in scopes {
                #expect(try await ben.standings(scope) == ["1 ana 6", "2 ben 4"])
            }
            #expect(try await ben.streak(of: ana) == Streaks.Length(current: 2, longest: 2))
            world.clock.advance(by: 60)
            for scope in scopes {
                #expect(try await ben.standings(scope) == ["1 ben 4"])
                #expect(try await ben.standings(scope, .all) == ["1 ben 4", "2 ana 3"])
            }
            #expect(try await ben.streak(of: ana) == Streaks.Length(current: 1, longest: 1))
        }
    }

    @Test("many who ask at once when scores end are all answered", arguments: Implementation.allCases)
    func askedAtOnce(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let crowd = try await world.crowd(8)
            for member in crowd { try await world.expire(try await member.plays(3).id, at: world.clock.now) }
            let asking = (0..<4).flatMap { _ in
                crowd.map { member -> @Sendable () async throws -> Int in
                    { try await member.board(.global).rows.count }
                }
            }
            #expect(try await together(asking).values().allSatisfy { $0 == 0 })
            #expect(try await crowd[0].streak() == Streaks.Length(current: 0, longest: 0))
        }
    }

    @Test("what is removed is told as gone to those who saw it", arguments: Implementation.allCases)
    func told(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let (shown, hidden) = (try await ana.publishes(), try await ana.publishes("Alone", .private))
            var app = try await Follower(ben)
            for workout in [shown, hidden] {
                try await world.expire(workout.id.item, at: world.clock.now)
            }
            #expect(try await world.trim().first { $0.name == "items" }?.rows == 2)
            #expect(try await app.changes() == [Change(.deleted(.item), Change.ID(shown.id.uuid))])
        }
    }

    @Test(
        "what several of one person's workouts added to the totals is taken out with them",
        arguments: Implementation.allCases)
    func manyAtOnce(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            // Both train alike, but for what Ana is to lose; one of those days has another workout.
            let (ana, dot) = try await world.people("ana", "dot")
            let kept: [(day: Double, type: WorkoutType, visibility: Visibility)] = [
                (1, .rowing, .public), (2, .running, .private), (3, .running, .friends),
                (7, .rowing, .public),
            ]
            let lost: [(day: Double, type: WorkoutType, visibility: Visibility)] = [
                (3, .rowing, .public), (4, .rowing, .public), (5, .cycling, .private),
                (6, .running, .friends),
                (6, .rowing, .public),
            ]
            func publish(
                _ plan: (day: Double, type: WorkoutType, visibility: Visibility), by member: Member
            ) async throws -> Workout {
                try await member.publishes(
                    "day \(plan.day)", plan.visibility, type: plan.type,
                    startedAt: TestClock.start.addingTimeInterval((plan.day - 10) * 86_400))
            }
            for plan in kept {
                for member in [ana, dot] { _ = try await publish(plan, by: member) }
            }
            for plan in lost {
                try await world.expire(publish(plan, by: ana).id.item, at: world.clock.now)
            }
            #expect(try await ana.services.me().stats != dot.services.me().stats)
            #expect(try await world.trim().first { $0.name == "items" }?.rows == lost.count)
            #expect(try await ana.services.me().stats == dot.services.me().stats)
            let seen = try await (
                dot.services.person(ana.reference).stats, ana.services.person(dot.reference).stats
            )
            #expect(seen.0 == seen.1)
        }
    }

    @Test("those who write meanwhile are not disturbed", arguments: Implementation.allCases)
    func meanwhile(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            for _ in 0..<120 {
                try await world.expire(try await ana.publishes().id.item, at: world.clock.now)
            }
            let trims: [@Sendable () async throws -> Void] = [
                { _ = try await world.trim() }, { _ = try await world.trim() },
            ]
            let writes: [@Sendable () async throws -> Void] = (0..<40).map { index in
                {
                    let draft = WorkoutDraft.sample("\(index)", startedAt: world.clock.now)
                    let member = index.isMultiple(of: 2) ? ana : ben
                    _ = try await member.services.publish(draft, as: .random(), ifMatch: nil)
                }
            }
            _ = try await together(trims + writes).values()
            #expect(try await world.rows(of: "items") == 40)
        }
    }
}
