import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("Kudos counts, in a community and its copy")
struct KudosCountTests {
    @Test("a copy has the same counts, few and many", arguments: Implementation.allCases)
    func copied(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (workouts, reader) = try await workoutsWithKudos(in: world)
            let target = try SQLiteDatabase.inMemory()
            _ = try await CommunityCopy(from: world.database, to: target).run()
            try await expectCounted(workouts, by: reader, in: target)
        }
    }

    @Test("a wrong stored count is found", .world, arguments: Implementation.allCases)
    func found(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (workouts, reader) = try await workoutsWithKudos(in: world)
        let engine = try await Engine(database: world.database)
        let many = try #require(workouts[33])
        for change in [1, -1] {
            try await world.database.write {
                try $0.send("UPDATE items SET kudos_count = kudos_count + \(change)")
            }
            // First each count is off by one, then right again.
            let found = try await engine.check().filter { $0.counter == "items.kudos_count" }
            #expect(found.count == (change > 0 ? workouts.count : 0))
            #expect(
                found.allSatisfy { $0.subject != many.description || ($0.stored, $0.counted) == (34, 33) })
        }
        try await expectCounted(workouts, by: reader, in: world.database)
    }

    /// Workouts by their number of kudos: none, few and many.
    private func workoutsWithKudos(in world: World) async throws -> (
        workouts: [Int: FeedItem.ID], reader: Member
    ) {
        let ana = try await world.person("ana")
        let crowd = try await world.crowd(33)
        var workouts: [Int: FeedItem.ID] = [:]
        for count in [0, 1, 32, 33] {
            let workout = try await ana.publishes("\(count)")
            for giver in crowd.prefix(count) { try await giver.givesKudos(to: workout) }
            workouts[count] = workout.id.item
        }
        return (workouts, crowd[0])
    }

    private func expectCounted(
        _ workouts: [Int: FeedItem.ID], by reader: Member, in database: any Database
    ) async throws {
        let engine = try await Engine(database: database)
        let session = engine.session(for: reader.id)
        for (count, item) in workouts {
            #expect(try await session.item(item).kudosCount == count)
        }
        #expect(try await engine.check() == [])
    }
}
