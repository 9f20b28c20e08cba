import Foundation
import Testing

@testable import Paceline

@Suite struct SettlementPlaceTests {
    private typealias Competitor = SettlementPlace.Competitor

    @Test func `overlapping workouts compete on the day of the first, or of a more visible one`() {
        let first = Self.competitor(1_380, 1_470), second = Self.competitor(1_440, 1_530)
        let third = Self.competitor(1_500, 1_600), apart = Self.competitor(1_600, 1_700)
        #expect(Self.days(of: [third, apart, first, second]) == [0, 1, 0, 0])
        let hidden = Self.competitor(1_380, 1_470, .private)
        #expect(Self.days(of: [hidden, second]) == [1, 1])
    }

    @Test func `a workout that overlaps more visible ones of two days competes nowhere, and links none`() {
        let open = [Self.competitor(1_350, 1_420), Self.competitor(1_460, 1_500)]
        let bridge = Self.competitor(1_410, 1_470, .friends)
        let other = Self.competitor(1_425, 1_455, .private)
        #expect(Self.days(of: open + [bridge, other]) == [0, 1, nil, 0])
        #expect(Self.days(of: [open[0], bridge, other]) == [0, 0, 0])
    }

    @Test func `the copy of a recording of more than a day competes on its day`() {
        let run = Self.recording(3_000, 3_060)
        let places = SettlementPlace.places(of: [Competitor(run, on: Self.day(2), fixedTo: Self.day(0))])
        #expect(places == [run.id: .day(Self.day(0))])
    }

    @Test func `a copy of a long recording is not paid beside what it overlaps on another day`() {
        let open = Self.competitor(3_000, 3_060)
        let copy = Self.recording(3_030, 3_100, .friends)
        let fixed = Competitor(copy, on: Self.day(2), fixedTo: Self.day(0))
        #expect(Self.days(of: [open, (copy.id, fixed)]) == [2, nil])
        // On the day of its original, the better of the two is paid.
        let hidden = Self.competitor(3_020, 3_040, .private)
        #expect(Self.days(of: [(copy.id, fixed), hidden]) == [0, 0])
    }

    @Test func `the order does not matter, viewers agree, and no time competes on two days`() {
        var (moved, bridges) = (0, 0)
        for seed in 1...UInt64(2_000) {
            var random = SeededRandom(seed: seed)
            let competitors = Self.random(using: &random)
            let places = SettlementPlace.places(of: competitors.map(\.competitor))
            #expect(places.count == competitors.count)
            let shuffled = competitors.shuffled(using: &random).map(\.competitor)
            #expect(SettlementPlace.places(of: shuffled) == places, "seed \(seed)")
            for closeness in 1...3 {
                let seen = competitors.filter { $0.recording.visibility.rawValue >= closeness }
                let ids = Set(seen.map(\.recording.id))
                #expect(
                    SettlementPlace.places(of: seen.map(\.competitor))
                        == places.filter { ids.contains($0.key) },
                    "seed \(seed)")
            }
            for (index, one) in competitors.enumerated() {
                let place = places[one.recording.id]
                if place == .nowhere { bridges += 1 }
                if place != .day(one.day), place != .nowhere { moved += 1 }
                for other in competitors[..<index] where one.overlaps(other) {
                    let isPaidTwice =
                        place != places[other.recording.id] && place != .nowhere
                        && places[other.recording.id] != .nowhere
                    #expect(!isPaidTwice, "seed \(seed)")
                }
            }
        }
        #expect(moved > 500 && bridges > 100, "\(moved), \(bridges)")
    }

    private struct Sample {
        let recording: DuplicateRule.Recording
        let day: Day
        /// That of an original of more than a day.
        var fixedDay: Day?

        var competitor: Competitor { Competitor(recording, on: day, fixedTo: fixedDay) }

        func overlaps(_ other: Self) -> Bool {
            max(recording.startedAt, other.recording.startedAt)
                < min(recording.endedAt, other.recording.endedAt)
        }
    }

    /// Workouts of three days, of up to ten hours, with many ties.
    private static func random(using random: inout SeededRandom) -> [Sample] {
        let step = [1, 30, 120].randomElement(using: &random) ?? 1
        return (0..<Int.random(in: 0...16, using: &random)).map { _ in
            let start = Int.random(in: 0...4_320 / step, using: &random) * step
            let end = start + Int.random(in: 0...600 / step, using: &random) * step
            let visibility = ItemVisibility.allCases.randomElement(using: &random) ?? .public
            return Sample(
                recording: recording(start, end, visibility, id: Workout.ID(.version4(using: &random))),
                day: day(start / 1_440),
                fixedDay: Int.random(in: 0..<8, using: &random) == 0
                    ? day(.random(in: 0...2, using: &random)) : nil)
        }
    }

    /// The number of each one's day; nil if it competes nowhere.
    private static func days(of competitors: [(id: Workout.ID, competitor: Competitor)]) -> [Int?] {
        let places = SettlementPlace.places(of: competitors.map(\.competitor))
        return competitors.map { one in
            guard case .day(let day) = places[one.id] else { return nil }
            return day.ordinal - Self.day(0).ordinal
        }
    }

    private static func competitor(
        _ start: Int, _ end: Int, _ visibility: ItemVisibility = .public
    ) -> (id: Workout.ID, competitor: Competitor) {
        let recording = recording(start, end, visibility)
        return (recording.id, Competitor(recording, on: day(start / 1_440)))
    }

    private static func day(_ number: Int) -> Day { Day(of: RandomDay.start, in: .gmt).adding(days: number) }

    /// A recording from and to a minute.
    private static func recording(
        _ start: Int, _ end: Int, _ visibility: ItemVisibility = .public, id: Workout.ID = Workout.ID(UUID())
    ) -> DuplicateRule.Recording {
        DuplicateRule.Recording(
            id: id, startedAt: RandomDay.start.after(Int64(start) * 60_000),
            endedAt: RandomDay.start.after(Int64(end) * 60_000), publishedAt: RandomDay.start,
            visibility: visibility)
    }
}
