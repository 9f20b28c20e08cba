import Foundation
import Paceline
import Testing

@Suite("Puzzle streaks")
struct PuzzleStreakTests {
    @Test(
        "a streak counts consecutive days up to today or yesterday, per game and overall",
        arguments: Implementation.allCases)
    func streaks(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for number in [2026_02_20, 2026_02_21, 2026_02_22, 2026_02_27, 2026_02_28] {
                try await ana.plays(4, on: number)
            }
            try await ana.plays(50, in: .mini, on: 2026_02_26)
            #expect(try await ana.streak() == Streaks.Length(current: 2, longest: 3))
            #expect(try await ana.streak(nil) == Streaks.Length(current: 3, longest: 3))
            #expect(try await ana.streak(.mini) == Streaks.Length(current: 0, longest: 1))
            // No puzzle is solved on 1 March.
            world.clock.advance(days: 1)
            #expect(try await ana.streak() == Streaks.Length(current: 0, longest: 3))
        }
    }

    @Test("a late score closes a gap; a deleted or failed one opens it", arguments: Implementation.allCases)
    func gaps(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for number in [2026_02_27, 2026_03_01] { try await ana.plays(4, on: number) }
            #expect(try await ana.streak() == Streaks.Length(current: 1, longest: 1))
            try await ana.plays(4, on: 2026_02_28)
            #expect(try await ana.streak() == Streaks.Length(current: 3, longest: 3))
            try await ana.services.deleteScore(in: .wordle, on: try day(2026_02_28))
            #expect(try await ana.streak() == Streaks.Length(current: 1, longest: 1))
            try await ana.plays(nil, on: 2026_02_28, solved: false)
            #expect(try await ana.streak() == Streaks.Length(current: 1, longest: 1))
        }
    }

    @Test("days are in the player's time zone, also on journeys", arguments: Implementation.allCases)
    func travel(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            func lives(in timeZone: String) async throws {
                _ = try await ana.services.update(AccountChanges(timeZone: timeZone), ifMatch: nil)
            }
            // At noon on 1 March in London, it is also 1 March in Honolulu, but 2 March in Kiritimati.
            try await lives(in: "Pacific/Kiritimati")
            for number in [2026_02_27, 2026_02_28] { try await ana.plays(4, on: number) }
            #expect(try await ana.streak() == Streaks.Length(current: 0, longest: 2))
            try await ana.plays(4, on: 2026_03_01)
            try await ana.plays(4, on: 2026_03_02)
            #expect(try await ana.streak() == Streaks.Length(current: 4, longest: 4))
            try await lives(in: "Pacific/Honolulu")
            #expect(try await ana.streak() == Streaks.Length(current: 4, longest: 4))
            // In Los Angeles, 8 March has only 23 hours because clocks go forward.
            try await lives(in: "America/Los_Angeles")
            world.clock.advance(days: 1)
            for number in 2026_03_03...2026_03_08 {
                world.clock.advance(days: 1)
                try await ana.plays(4, on: number)
            }
            #expect(try await ana.streak() == Streaks.Length(current: 10, longest: 10))
        }
    }

    @Test("a streak counts only scores that the viewer may see", arguments: Implementation.allCases)
    func visibility(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.plays(4, on: 2026_02_27)
            try await ana.plays(4, on: 2026_02_28, .private)
            try await ana.plays(4)
            #expect(try await ana.streak().current == 3)
            #expect(try await ben.streak(of: ana) == Streaks.Length(current: 1, longest: 1))
            try await ana.chooses(.friends)
            #expect(try await ben.streak(of: ana) == Streaks.Length(current: 0, longest: 0))
        }
    }
}
