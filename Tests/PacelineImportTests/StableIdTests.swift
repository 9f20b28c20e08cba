import Foundation
import Paceline
import PacelineImport
import Testing

@Suite struct StableIdTests {
    private func workouts(
        _ changes: [String: String], owner: Person.ID = WorkoutImport.owner,
        importKey: String = WorkoutImport.importKey
    ) throws -> [ImportedWorkout] {
        let options = ImportOptions(owner: owner, importKey: importKey, timeZone: WorkoutImport.utc)
        let bytes = Array(Season(changes).text.utf8)
        return try WorkoutImport(reading: bytes, named: "a.csv", options: options, now: WorkoutImport.now)
            .workouts
    }

    private func ids(_ changes: [String: String]) throws -> [Workout.ID] { try workouts(changes).map(\.id) }

    @Test func `the ids never change`() throws {
        // A changed id would publish every imported workout a second time.
        #expect(try ids([:]).map(\.description) == ["3ed40436-8a2b-8774-a083-f9696a08b55d"])
        #expect(
            try workouts([:]).map(\.formerID?.description) == ["ddb3311d-ef86-835d-a521-58617135c19a"])
    }

    @Test func `the id depends only on the logbook number of the row`() throws {
        #expect(try ids(["Comments": "edited", "Work Distance": "1999"]) == ids([:]))
        #expect(try ids(["ID": "2"]) != ids([:]))
    }

    @Test func `the same row has another id for another person`() throws {
        #expect(try workouts([:], importKey: "Ee9kq0c1RrWmJxq1m3v5mQ").map(\.id) != ids([:]))
        let other = try #require(Person.ID("0190163d-8694-739b-aea5-966c26f8ad92"))
        let others = try workouts([:], owner: other)
        #expect(try others.map(\.id) == ids([:]))
        #expect(try others.map(\.formerID) != workouts([:]).map(\.formerID))
    }

    @Test func `the id is a version 8 UUID`() throws {
        let workout = try #require(try workouts([:]).first)
        for id in [workout.id, try #require(workout.formerID)] {
            let bytes = withUnsafeBytes(of: id.uuid.uuid) { Array($0) }
            #expect(bytes[6] >> 4 == 8)
            #expect(bytes[8] >> 6 == 0b10)
        }
    }

    @Test func `a workout is sent with both ids, and either finds the published one`() throws {
        let imported = try #require(try workouts([:]).first)
        let draft = imported.identified
        #expect(draft.id == imported.id && draft.formerID == imported.formerID)
        let former = try #require(imported.formerID)
        let published = Workout(
            id: former, owner: WorkoutImport.owner, type: .rowing, title: "2000m",
            startedAt: WorkoutImport.now, endedAt: WorkoutImport.now, duration: 480,
            measures: WorkoutMeasures(), isErgTest: false, volume: nil, exerciseCount: nil, isCompleted: true,
            source: nil, visibility: .friends, xpEarned: 0, createdAt: WorkoutImport.now,
            updatedAt: WorkoutImport.now)
        #expect(draft.replaced(among: [:]) == nil)
        #expect(draft.replaced(among: [former: published]) == published)
        #expect(draft.replaced(among: [draft.id: published]) == published)
    }
}
