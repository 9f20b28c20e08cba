import Foundation
import Testing

@testable import Paceline

@Suite struct TimeZoneHistoryTests {
    private static let hour: TimeInterval = 3_600
    /// Monday, 2 March 2026, 12:00 UTC.
    private static let noon = Date(timeIntervalSince1970: 1_772_452_800)
    /// Zones without daylight saving time, from the last day on earth to the first.
    private static let zones = [
        "Pacific/Pago_Pago", "Pacific/Honolulu", "America/Bogota", "GMT", "Asia/Karachi", "Asia/Kathmandu",
        "Asia/Tokyo", "Pacific/Tongatapu", "Pacific/Kiritimati", "Etc/GMT+12",
    ]
    private static let seeds = 1...(100 as UInt64)

    private static func after(_ hours: Double) -> Date { noon.addingTimeInterval(hours * hour) }

    /// The history of a person who lived by Greenwich Mean Time and chose other zones at instants.
    private static func history(_ choices: [(at: Date, zone: String)]) -> TimeZoneHistory {
        choices.reduce(.gmt) { history, choice in
            TimeZoneHistory(choice.zone, changes: history.changes(to: choice.zone, at: choice.at))
        }
    }

    /// A person who changes the zone often, for twenty days.
    private static func random(
        _ seed: UInt64
    ) -> (history: TimeZoneHistory, choices: [(at: Date, zone: String)]) {
        var random = SeededRandom(seed: seed)
        var now = noon
        let choices = (0..<Int.random(in: 1...30, using: &random)).map { _ in
            now += Double(Int.random(in: 0...24 * 60, using: &random)) * 60
            return (at: now, zone: zones.randomElement(using: &random)!)
        }
        return (history(choices), choices)
    }

    /// The spans of time with the same day, quarter by quarter of an hour.
    private static func spans(_ day: (Date) -> Day) -> [(day: Day, hours: Double)] {
        var spans: [(day: Day, hours: Double)] = []
        for quarter in -96 * 4..<96 * 30 {
            let day = day(after(Double(quarter) / 4))
            if spans.last?.day != day { spans.append((day, 0)) }
            spans[spans.count - 1].hours += 0.25
        }
        return spans
    }

    @Test func `without a change, days are those of the zone`() {
        let history = TimeZoneHistory("Asia/Tokyo")
        #expect(history.day(of: Self.after(2.9)).number == 2026_03_02)
        #expect(history.day(of: Self.after(3)).number == 2026_03_03)
        #expect(history.awardDay(of: Self.after(3)).number == 2026_03_03)
        #expect(TimeZoneHistory("UTC").zone(at: Self.noon) == "GMT")
        #expect(TimeZoneHistory("Mars").zone(at: Self.noon) == "GMT")
    }

    @Test
    func `a change to the east begins at midnight, and the rest of the new day earns with the day before`() {
        let history = Self.history([(Self.noon, "Asia/Tokyo")])
        #expect(history.changes.map(\.zone) == ["GMT", "Asia/Tokyo"])
        #expect(history.changes.last?.at == Self.after(12))
        // 23:59 in Greenwich, then 9:00 of 3 March in Tokyo until midnight there.
        let days = [11.9, 12, 26.9, 27, 51].map { history.day(of: Self.after($0)).dayOfMonth }
        #expect(days == [2, 3, 3, 4, 5])
        let awardDays = [11.9, 12, 26.9, 27, 51].map { history.awardDay(of: Self.after($0)).dayOfMonth }
        #expect(awardDays == [2, 2, 2, 4, 5])
        #expect(history.zone(at: Self.after(11.9)) == "GMT")
        #expect(history.zone(at: Self.after(12)) == "Asia/Tokyo")
    }

    @Test func `a change to the west makes the day longer`() {
        let history = Self.history([(Self.noon, "Pacific/Honolulu")])
        // 23:59 in Greenwich, then 14:00 of 2 March in Honolulu until midnight there.
        for day in [history.day(of:), history.awardDay(of:)] {
            #expect([11.9, 12, 21.9, 22].map { day(Self.after($0)).dayOfMonth } == [2, 2, 2, 3])
        }
    }

    @Test func `of several changes of a day the last counts, and changing back undoes it`() {
        let twice = Self.history([(Self.noon, "Asia/Tokyo"), (Self.after(1), "Pacific/Honolulu")])
        #expect(twice.changes == Self.history([(Self.noon, "Pacific/Honolulu")]).changes)
        #expect(Self.history([(Self.noon, "Asia/Tokyo"), (Self.after(1), "GMT")]).changes == [])
        #expect(Self.history([(Self.noon, "UTC")]).changes == [])
    }

    @Test func `a change waits for a whole day in the present zone`() {
        // On 3 March, at 10:00 of the rest of a day in Tokyo.
        let history = Self.history([(Self.noon, "Asia/Tokyo"), (Self.after(13), "Asia/Karachi")])
        #expect(history.changes.last?.at == Self.after(51))
    }

    @Test func `across the date line, no day comes back`() {
        let west = Self.history([(Self.noon, "Pacific/Kiritimati"), (Self.after(72), "Etc/GMT+12")])
        let days = Self.spans(west.day(of:)).map(\.day)
        #expect(days == days.sorted() && Set(days).count == days.count)
    }

    @Test func `a workout from before the recorded changes keeps its zone`() {
        let history = Self.history([(Self.noon, "Asia/Tokyo")])
        let start = Self.after(-20)
        #expect(history.awardDay(of: start, publishedIn: "GMT").dayOfMonth == 1)
        #expect(history.awardDay(of: start, publishedIn: "Pacific/Kiritimati").dayOfMonth == 2)
    }

    @Test(arguments: seeds)
    func `days never go back, and no award day is shorter than a day`(seed: UInt64) {
        let (history, choices) = Self.random(seed)
        for day in [history.day(of:), history.awardDay(of:)] {
            let days = Self.spans(day).map(\.day)
            #expect(days == days.sorted() && Set(days).count == days.count, "seed \(seed), \(choices)")
        }
        let whole = Self.spans(history.awardDay(of:)).dropFirst().dropLast()
        #expect(whole.allSatisfy { $0.hours >= 24 }, "seed \(seed), \(choices)")
        #expect(whole.allSatisfy { $0.hours <= 50 }, "seed \(seed), \(choices)")
    }

    @Test(arguments: seeds)
    func `N times 24 hours have at most N + 1 award days`(seed: UInt64) {
        let (history, choices) = Self.random(seed)
        var random = SeededRandom(seed: seed)
        for _ in 0..<20 {
            let count = Int.random(in: 1...10, using: &random)
            let start = Double(Int.random(in: -96...24 * 20 * 4, using: &random)) / 4
            let days = Set((0..<count * 96).map { history.awardDay(of: Self.after(start + Double($0) / 4)) })
            #expect(days.count <= count + 1, "seed \(seed), \(choices), from hour \(start)")
        }
    }

    @Test(arguments: seeds)
    func `a change moves nothing that has begun`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let (history, choices) = Self.random(seed)
        let now = (choices.last?.at ?? Self.noon) + Double(Int.random(in: 0...86_400, using: &random))
        let zone = Self.zones.randomElement(using: &random)!
        let changed = TimeZoneHistory(zone, changes: history.changes(to: zone, at: now))
        for hours in 0..<24 * 20 {
            let past = now - Double(hours) * Self.hour
            #expect(changed.zone(at: past) == history.zone(at: past), "seed \(seed)")
            #expect(changed.day(of: past) == history.day(of: past), "seed \(seed)")
            #expect(changed.awardDay(of: past) == history.awardDay(of: past), "seed \(seed)")
        }
        // Three days later at the latest, the person lives in the zone that they chose last.
        #expect(changed.zone(at: now + 76 * Self.hour) == TimeZoneHistory(zone).zone(at: now), "seed \(seed)")
    }
}
