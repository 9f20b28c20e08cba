import Foundation
import Paceline
import PacelineImport
import Testing

@Suite struct StableIdTests {
    private func ids(_ changes: [String: String], owner: Person.ID = WorkoutImport.owner) throws -> [Workout
        .ID]
    {
        let options = ImportOptions(owner: owner, timeZone: WorkoutImport.utc)
        let bytes = Array(Season(changes).text.utf8)
        return try WorkoutImport(reading: bytes, named: "a.csv", options: options, now: WorkoutImport.now)
            .workouts.map(\.id)
    }

    @Test func `the id never changes`() throws {
        // A changed id would publish every imported workout a second time.
        #expect(try ids([:]).map(\.description) == ["ddb3311d-ef86-835d-a521-58617135c19a"])
    }

    @Test func `the id depends only on the logbook number of the row`() throws {
        #expect(try ids(["Comments": "edited", "Work Distance": "1999"]) == ids([:]))
        #expect(try ids(["ID": "2"]) != ids([:]))
    }

    @Test func `the same row has another id for another person`() throws {
        let other = try #require(Person.ID("0190163d-8694-739b-aea5-966c26f8ad92"))
        #expect(try ids([:], owner: other) != ids([:]))
    }

    @Test func `the id is a version 8 UUID`() throws {
        let bytes = try withUnsafeBytes(of: #require(try ids([:]).first).uuid.uuid) { Array($0) }
        #expect(bytes[6] >> 4 == 8)
        #expect(bytes[8] >> 6 == 0b10)
    }
}
