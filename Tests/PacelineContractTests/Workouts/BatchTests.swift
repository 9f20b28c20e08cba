import Foundation
import Paceline
import Testing

@Suite("Publishing in batches")
struct BatchTests {
    private static func drafts(_ count: Int) -> [IdentifiedDraft] {
        (0..<count).map {
            IdentifiedDraft(
                id: .random(),
                draft: .sample(
                    "Row \($0)", startedAt: TestClock.start.addingTimeInterval(-Double($0) * 3_600)))
        }
    }

    @Test("a batch holds 1 to 100 workouts", arguments: Implementation.withHybrid)
    func size(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let drafts = Self.drafts(101)
            await expectError(.invalidValue, field: "workouts") { try await ana.services.publish([]) }
            await expectError(.invalidValue, field: "workouts") { try await ana.services.publish(drafts) }
            #expect(try await ana.services.me().stats.workouts == 0)
            let results = try await ana.services.publish(Array(drafts.dropLast()))
            #expect(results.map(\.id) == drafts.dropLast().map(\.id))
            #expect(Set(results.map(\.status)) == [.created])
            #expect(try await ana.services.me().stats.workouts == 100)
        }
    }

    @Test(
        "sending a batch again changes nothing, so an interrupted import can be resumed",
        arguments: Implementation.withHybrid)
    func resuming(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            var drafts = Self.drafts(5)
            _ = try await ana.services.publish(Array(drafts.prefix(3)))
            drafts[0].draft.title = "Renamed"
            let results = try await ana.services.publish(drafts)
            #expect(results.map(\.status) == [.updated, .unchanged, .unchanged, .created, .created])
            #expect(results.map(\.error) == [nil, nil, nil, nil, nil])
            let titles = try await ana.workoutTitles(of: ana)
            #expect(titles == ["Renamed", "Row 1", "Row 2", "Row 3", "Row 4"])
        }
    }

    @Test("each workout of a batch succeeds or fails separately", arguments: Implementation.withHybrid)
    func rejections(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            var drafts = Self.drafts(4)
            drafts[1].draft.averageHeartRate = 5
            drafts[2].draft.title = ""
            let results = try await ana.services.publish(drafts)
            #expect(results.map(\.status) == [.created, .rejected, .rejected, .created])
            #expect(results.map(\.id) == drafts.map(\.id))
            #expect(results.map(\.error?.code) == [nil, .invalidValue, .invalidValue, nil])
            #expect(results.map(\.error?.field) == [nil, "averageHeartRate", "title", nil])
            #expect(try await ana.workoutTitles(of: ana) == ["Row 0", "Row 3"])
        }
    }

    @Test(
        "of two drafts with the same id, the later one wins",
        arguments: Implementation.withHybrid)
    func sameID(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            var drafts = Self.drafts(2)
            drafts[1].id = drafts[0].id
            let results = try await ana.services.publish(drafts)
            #expect(results.map(\.status) == [.created, .updated])
            #expect(try await ana.workoutTitles(of: ana) == ["Row 1"])
        }
    }
}
