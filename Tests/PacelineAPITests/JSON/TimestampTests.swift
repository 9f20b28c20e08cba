import Foundation
import Paceline
import PacelineAPI
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (1_795_242_453_125, "2026-11-21T06:27:33.125Z"),
        (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func `a date is written in UTC with milliseconds, and survives a round trip`(
        milliseconds: Int64, text: String
    ) {
        let date = Date(milliseconds: milliseconds)
        #expect(Timestamp.text(of: date) == text)
        #expect(Timestamp.date(from: text)?.milliseconds == milliseconds)
    }

    @Test func `dates outside the years 1 to 9999 are clamped`() {
        #expect(Timestamp.text(of: Date(timeIntervalSince1970: 1e18)) == "9999-12-31T23:59:59.999Z")
        #expect(Timestamp.text(of: Date(timeIntervalSince1970: -1e18)) == "0001-01-01T00:00:00.000Z")
        #expect(Timestamp.text(of: Date(timeIntervalSince1970: .nan)) == "1970-01-01T00:00:00.000Z")
    }

    @Test(arguments: [
        "2026-11-21T06:27:33Z", "2026-11-21t06:27:33z", "2026-11-21T06:27:33.0Z", "2026-11-21T07:27:33+01:00",
        "2026-11-20T20:57:33-09:30", "2026-11-21T06:27:33.000000000000Z", "2026-11-21T06:27:33-00:00",
    ])
    func `all forms of RFC 3339 are parsed`(text: String) {
        #expect(Timestamp.date(from: text)?.milliseconds == 1_795_242_453_000)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T06:27:33", "2026-11-21 06:27:33Z", "2026-11-21T06:27Z",
        "2026-13-01T00:00:00Z",
        "2026-02-29T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T06:60:00Z", "2026-11-21T06:27:33.Z",
        "2026-11-21T06:27:33Z ", " 2026-11-21T06:27:33Z", "2026-11-21T06:27:33+1:00",
        "2026-11-21T06:27:33+0100",
        "2026-11-21T06:27:33+01:60", "0000-01-01T00:00:00Z", "+2026-11-21T06:27:33Z", "2026-1-21T06:27:33Z",
        "1795242453",
        "2026-11-21T06:27:33,5Z", "２026-11-21T06:27:33Z",
    ])
    func `anything else is rejected`(text: String) {
        #expect(Timestamp.date(from: text) == nil)
    }

    @Test func `it agrees with Foundation since the Gregorian calendar began`() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<2_000 {
            let seconds = Int64.random(in: -12_200_000_000...100_000_000_000, using: &random)
            let date = Date(timeIntervalSince1970: Double(seconds))
            let theirs = date.formatted(.iso8601)
            #expect(Timestamp.text(of: date) == theirs.dropLast() + ".000Z")
            #expect(Timestamp.date(from: theirs) == date)
        }
    }

    @Test func `the date of an HTTP header is read`() {
        #expect(
            Timestamp.date(fromHTTP: "Fri, 27 Nov 2026 20:32:38 GMT")
                == Timestamp.date(from: "2026-11-27T20:32:38Z"))
        #expect(
            Timestamp.date(fromHTTP: "Sun, 06 Nov 1994 08:49:37 GMT")?.milliseconds == 784_111_777_000)
    }

    @Test(arguments: [
        "", "Fri, 27 Nov 2026 20:32:38", "Fri, 27 Nov 2026 20:32:38 CET", "27 Nov 2026 20:32:38 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Fri, 31 Nov 2026 20:32:38 GMT",
        "Fri, 27 Nov 2026 25:32:38 GMT", "Fri, 27 Nov 2026 20:61:38 GMT", "Fri, 27 Foo 2026 20:32:38 GMT",
        "Fri, 27 Nov 9223372036854775807 20:32:38 GMT", "Fri, 27 Nov 2026 9223372036854775807:32:38 GMT",
        "Fri, -7 Nov 2026 20:32:38 GMT", "Fri, 27 Nov 2026 20:32:38  GMT",
    ])
    func `other dates of HTTP headers are rejected`(text: String) {
        #expect(Timestamp.date(fromHTTP: text) == nil)
    }
}
