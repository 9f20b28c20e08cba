import Foundation
import Paceline
import PacelineDatabase
import Testing

@testable import PacelineEngine

@Suite("The check of what people earned")
struct AchievementCheckTests {
    /// A change of the database, and what the check then names.
    private struct Damage {
        let statement: SQL
        let named: Set<String>

        init(_ statement: SQL, _ named: Set<String>) {
            self.statement = statement
            self.named = named
        }
    }

    private static func damages(of person: Person.ID) -> [Damage] {
        [
            Damage(
                "UPDATE achievements SET at_friends = at_friends - 1 WHERE id = 'tenK'",
                ["tenK.at_friends", "tenK.item_at"]),
            Damage(
                "UPDATE achievements SET at_public = NULL WHERE id = 'fiveK'", ["fiveK.at_public"]),
            Damage("UPDATE achievements SET visibility = 1 WHERE id = 'tenK'", ["tenK.visibility"]),
            Damage(
                "DELETE FROM achievements WHERE id = 'tenK'",
                Set(["visibility", "at", "at_friends", "at_followers", "at_public"].map { "tenK.\($0)" })),
            Damage(
                """
                INSERT INTO achievements (person, id, visibility, at, posted, most_open)
                VALUES (\(person), 'marathon', 2, 1000, 0, 0)
                """, ["marathon.visibility", "marathon.at"]),
            Damage("UPDATE items SET visibility = 3 WHERE category = 'tenK'", ["tenK.item_visibility"]),
            Damage("UPDATE items SET at = at + 1 WHERE category = 'tenK'", ["tenK.item_at"]),
            // Of a newer version.
            Damage(
                """
                INSERT INTO achievements (person, id, visibility, at, posted, most_open)
                VALUES (\(person), 'moonwalk', 2, 1000, 0, 0)
                """, []),
        ]
    }

    @Test(
        "badges and items that differ from what the workouts earn are named", .world,
        arguments: StoredTableTests.implementations)
    func damaged(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ana.sets(SettingsChanges(workoutVisibility: .friends))
        for member in [ana, ben] {
            try await member.runs(10, minutes: 60)
            #expect(try await member.earned().contains("tenK"))
        }
        #expect(try await world.engine.check() == [])
        for damage in Self.damages(of: ana.id) {
            let found = try await world.achievementDifferences(after: damage.statement)
                .filter { $0.subject == ana.id.description }
            #expect(Set(found.map(\.counter)) == Set(damage.named.map { "achievements.\($0)" }))
        }
    }

    @Test(
        "the difference has both values, and those whose workouts have yet to be counted are left out",
        .world, arguments: StoredTableTests.implementations)
    func counted(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.runs(10, minutes: 60)
        // The second read follows the events of the first one, which posts the badge.
        #expect(try await ana.earned().contains("tenK"))
        let earned = try #require(try await ana.date(of: "tenK")).milliseconds
        func shift(by milliseconds: Int) async throws {
            try await world.database.write { connection in
                try connection.send(
                    "UPDATE achievements SET at = at + \(milliseconds) WHERE id = 'tenK'")
            }
        }
        try await shift(by: 5)
        let found = try await world.engine.check()
        #expect(found.map(\.counter) == ["achievements.tenK.at"])
        #expect(found.map(\.subject) == [ana.id.description])
        #expect(found.map(\.stored) == [Int(earned) + 5] && found.map(\.counted) == [Int(earned)])
        try await ana.runs(1, endingMinutesAgo: 120)
        #expect(try await world.engine.check() == [], "the log has news of her")
        try await shift(by: -5)
        #expect(try await ana.earned().contains("tenK"))
        #expect(try await world.engine.check() == [])
    }
}

extension World {
    /// What the check finds about badges after the statement, which is rolled back.
    fileprivate func achievementDifferences(after statement: SQL) async throws -> [CounterDifference] {
        let trial = await #expect(throws: Trial.self) {
            try await database.write { connection in
                try connection.execute(statement)
                throw Trial(differences: try Counter.achievements.differences(in: connection))
            }
        }
        return try #require(trial).differences
    }
}

/// What the check found. Thrown to roll the damage back.
private struct Trial: Error {
    let differences: [CounterDifference]
}
