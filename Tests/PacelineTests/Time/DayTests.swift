import Foundation
import Testing

@testable import Paceline

@Suite struct DayTests {
    @Test func `the days from 1900 to 2100 have consecutive ordinals`() throws {
        var (ordinal, count) = (try #require(Day(number: 19_000_101)).ordinal, 0)
        for number in 19_000_101...21_001_231 {
            guard let day = Day(number: number) else { continue }
            #expect(day.ordinal == ordinal && Day(ordinal: ordinal) == day, "\(number)")
            (ordinal, count) = (ordinal + 1, count + 1)
        }
        #expect(count == 73_414)
        #expect(Day(number: 19_700_101)?.ordinal == 0)
    }

    @Test(arguments: [
        0, 18_991_231, 19_000_100, 19_000_229, 20_250_229, 20_260_431, 20_261_301, 20_260_032, -20_260_101,
        .max,
    ])
    func `numbers that are not days are rejected`(number: Int) {
        #expect(Day(number: number) == nil)
    }

    @Test func `only the two text forms parse`() {
        #expect(Day("20261121")?.number == 20_261_121)
        #expect(Day("2026-11-21")?.number == 20_261_121)
        #expect(Day("2024-02-29")?.description == "20240229")
        for text in [
            "", "2026-1121", "2026-1121-", "2026--1121", "202611-21", "2026/11/21", " 20261121", "+2026112",
            "２０２６1121",
            "2026-11-2a", "2026-02-29", "99999999999999999999",
        ] {
            #expect(Day(text) == nil, "\(text)")
        }
    }

    @Test func `JSON encodes the number and also decodes the text forms`() throws {
        let days = try JSONDecoder().decode(
            [Day].self, from: Data(#"[20261121,"20261121","2026-11-21"]"#.utf8))
        #expect(Set(days.map(\.number)) == [20_261_121])
        #expect(
            String(decoding: try JSONEncoder().encode(days), as: UTF8.self) == "[20261121,20261121,20261121]")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Day].self, from: Data("[20261131]".utf8))
        }
    }

    @Test func `adding days is exact and clamped to the supported range`() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<2_000 {
            let day = Day(ordinal: .random(in: -25_567...47_846, using: &random))
            let days = Int.random(in: -20_000...20_000, using: &random)
            let other = day.adding(days: days)
            #expect(other.ordinal == max(day.ordinal + days, -25_567))
            #expect((other < day) == (other.ordinal < day.ordinal))
        }
        let day = try #require(Day(number: 20_261_121))
        #expect(day.adding(days: .max).number == 99_991_231)
        #expect(day.adding(days: .min).number == 19_000_101)
    }

    @Test func `adding years keeps the date`() throws {
        let leap = try #require(Day(number: 20_240_229))
        #expect(leap.adding(years: 4).number == 20_280_229)
        #expect(leap.adding(years: 1).number == 20_250_301)
        #expect(leap.adding(years: -24).number == 20_000_229)
        #expect(leap.adding(years: 76).number == 21_000_301)
        #expect(leap.adding(years: .max) == leap && leap.adding(years: .min) == leap)
    }

    @Test(arguments: [
        "UTC", "Europe/Ljubljana", "America/New_York", "Pacific/Kiritimati", "Asia/Kathmandu", "Pacific/Niue",
    ])
    func `the day of an instant agrees with the calendar`(zone: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        var random = SeededRandom(seed: 11)
        for _ in 0..<2_000 {
            let instant = Date(
                milliseconds: .random(in: -631_152_000_000...4_102_444_800_000, using: &random))
            let parts = calendar.dateComponents([.year, .month, .day], from: instant)
            let number = (parts.year ?? 0) * 10_000 + (parts.month ?? 0) * 100 + (parts.day ?? 0)
            #expect(Day(of: instant, in: calendar.timeZone).number == number, "\(instant.milliseconds)")
        }
    }

    @Test func `extreme instants are clamped`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Ljubljana"))
        for seconds in [Double.infinity, 1e300, 1e15] {
            #expect(Day(of: Date(timeIntervalSince1970: seconds), in: zone).number == 99_991_231)
            #expect(Day(of: Date(timeIntervalSince1970: -seconds), in: zone).number == 19_000_101)
        }
        #expect(Date(timeIntervalSince1970: 1e300).milliseconds == .max)
        #expect(Date(timeIntervalSince1970: -1e300).milliseconds == .min)
    }
}
