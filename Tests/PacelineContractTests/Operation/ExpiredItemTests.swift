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
            #expect(try await app.changes() == [Change(.item, Change.ID(shown.id.uuid), isDeleted: true)])
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
