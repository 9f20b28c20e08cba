import Foundation
import Testing

import Paceline

@Suite struct LocalTimeTests {
    private func instant(_ text: String, _ zone: String) throws -> String? {
        let timeZone = try #require(TimeZone(identifier: zone))
        return try #require(LocalTime(text)).instant(in: timeZone)?.formatted(.iso8601)
    }

    @Test(arguments: [
        ("2024-04-30 06:44:00", "America/Chicago", "2024-04-30T11:44:00Z"),
        ("2024-01-08 07:13:00", "America/Chicago", "2024-01-08T13:13:00Z"),
        ("2016-04-29T13:27", "Europe/London", "2016-04-29T12:27:00Z"),
        ("2024-03-10 01:59:59", "America/New_York", "2024-03-10T06:59:59Z"),
        ("2024-03-10 03:00:00", "America/New_York", "2024-03-10T07:00:00Z"),
        ("2024-02-29 23:59:59", "Asia/Kathmandu", "2024-02-29T18:14:59Z"),
    ])
    func `a local time converts to an instant`(text: String, zone: String, expected: String) throws {
        #expect(try instant(text, zone) == expected)
    }

    @Test(arguments: [
        ("2024-03-10 02:00:00", "America/New_York"), ("2024-03-31 01:30:00", "Europe/London"),
        ("2024-10-06 02:15:00", "Australia/Lord_Howe"), ("2011-12-30 12:00:00", "Pacific/Apia"),
    ])
    func `a skipped time has no instant`(text: String, zone: String) throws {
        #expect(try instant(text, zone) == nil)
    }

    @Test func `a repeated time is its first occurrence`() throws {
        #expect(try instant("2024-11-03 01:30:00", "America/New_York") == "2024-11-03T05:30:00Z")
    }

    @Test(arguments: [
        ("2024-04-30T11:44:00Z", "America/Chicago", "2024-04-30T06:44"),
        ("2024-02-29T18:14:59Z", "Asia/Kathmandu", "2024-02-29T23:59:59"),
        ("1969-12-31T23:59:59Z", "UTC", "1969-12-31T23:59:59"),
    ])
    func `an instant converts to a local time`(instant: String, zone: String, expected: String) throws {
        let time = LocalTime(
            of: try Date(instant, strategy: .iso8601), in: try #require(TimeZone(identifier: zone)))
        #expect(time.description == expected)
        #expect(LocalTime(expected) == time)
    }

    @Test(arguments: [
        ("20261121", "Europe/Berlin", "2026-11-20T23:00:00Z"),
        ("20261101", "America/New_York", "2026-11-01T04:00:00Z"),
        // Clocks change at two o'clock, when it is still the day before in UTC.
        ("20261004", "Australia/Sydney", "2026-10-03T14:00:00Z"),
        ("20261005", "Australia/Sydney", "2026-10-04T13:00:00Z"),
        // Clocks go back to the day before.
        ("20180218", "America/Sao_Paulo", "2018-02-18T03:00:00Z"),
        // Clocks skip midnight, repeat it, or skip a whole day.
        ("20181104", "America/Sao_Paulo", "2018-11-04T03:00:00Z"),
        ("20260906", "America/Santiago", "2026-09-06T04:00:00Z"),
        ("20261025", "Atlantic/Azores", "2026-10-25T00:00:00Z"),
        ("20111230", "Pacific/Apia", "2011-12-30T10:00:00Z"),
    ])
    func `a day starts at midnight, or when clocks skip it`(
        day: String, zone: String, expected: String
    ) throws {
        let start = try #require(Day(day)).start(in: try #require(TimeZone(identifier: zone)))
        #expect(start.formatted(.iso8601) == expected)
    }

    @Test(arguments: [
        "", "2024-02-30 10:00:00", "2024-13-01 10:00:00", "2024-01-01 24:00:00", "2024-01-01 10:60:00",
        "2024-01-01 1:00:00", "2024-01-01", "20240101 10:00:00", "2024-01-01 10:00:00 ",
        "2024-01-01 10:00:00Z",
    ])
    func `malformed local times are rejected`(text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test func `instants beyond 2038 and beyond all days have a local time`() {
        #expect(
            LocalTime(of: Date(timeIntervalSince1970: 4_102_444_799.9), in: .gmt).description
                == "2099-12-31T23:59:59")
        #expect(
            LocalTime(of: Date(timeIntervalSince1970: -0.5), in: .gmt).description == "1969-12-31T23:59:59")
        for (seconds, day) in [(1e19, "9999-12-31"), (-1e19, "1900-01-01"), (1e300, "9999-12-31")] {
            let time = LocalTime(of: Date(timeIntervalSince1970: seconds), in: .gmt)
            #expect(time.day == Day(day) && (0..<86_400).contains(time.second), "\(seconds)")
        }
    }

    @Test func `every hour of a year agrees with Foundation's calendar`() throws {
        for zone in ["America/New_York", "Europe/Berlin", "Australia/Sydney", "UTC"] {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(identifier: zone))
            for hour in 0..<8_784 {
                let instant = Date(timeIntervalSince1970: 1_704_067_200 + Double(hour) * 3_600)
                let parts = calendar.dateComponents([.year, .month, .day, .hour], from: instant)
                let text = String(
                    format: "%04d-%02d-%02d %02d:00:00", parts.year!, parts.month!, parts.day!, parts.hour!)
                let back = try #require(LocalTime(text)?.instant(in: calendar.timeZone))
                // The second occurrence of a repeated hour parses as the first.
                #expect(back == instant || back == instant.addingTimeInterval(-3_600), "\(zone) \(text)")
            }
        }
    }
}
