import Foundation
import Testing

@testable import Paceline

@Suite struct AgeTests {
    @Test func `age groups change on the birthday`() throws {
        let born = try #require(Day(number: 20_100_615))
        let ages: [(Int, AgeGroup)] = [
            (20_100_615, .child), (20_230_614, .child), (20_230_615, .teenager), (20_280_614, .teenager),
            (20_280_615, .adult),
        ]
        for (number, age) in ages {
            #expect(AgeGroup(bornOn: born, today: try #require(Day(number: number))) == age, "\(number)")
        }
        let leap = try #require(Day(number: 20_120_229))
        #expect(AgeGroup(bornOn: leap, today: try #require(Day(number: 20_250_228))) == .child)
        #expect(AgeGroup(bornOn: leap, today: try #require(Day(number: 20_250_301))) == .teenager)
        #expect(AgeGroup(bornOn: nil, today: leap) == .unknown)
    }

    @Test(
        "A birthday begins at the later midnight of the time zone and UTC, and on 1 March for 29 February",
        arguments: [
            ("UTC", 20_100_615, 20_230_615, 0), ("Europe/Ljubljana", 20_100_615, 20_230_615, 0),
            ("Pacific/Kiritimati", 20_100_615, 20_230_615, 0),
            ("America/New_York", 20_100_615, 20_230_615, 4),
            ("America/New_York", 20_101_215, 20_231_215, 5), ("Etc/GMT+12", 20_120_229, 20_250_301, 12),
            ("UTC", 20_120_229, 20_250_301, 0),
            // Clocks change on the birthday, at two o'clock or at midnight.
            ("Australia/Sydney", 20_131_004, 20_261_004, 0), ("America/Santiago", 20_130_906, 20_260_906, 4),
            ("America/Sao_Paulo", 20_051_104, 20_181_104, 3),
            ("America/Sao_Paulo", 20_050_218, 20_180_218, 3),
        ])
    func birthdays(zone: String, born: Int, day: Int, hour: Int) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let (born, day) = (try #require(Day(number: born)), try #require(Day(number: day)))
        let birthday = AgeGroup.birthday(AgeGroup.teenagerAge, bornOn: born, in: zone)
        #expect(birthday == day.startInUTC.addingTimeInterval(TimeInterval(hour) * 3_600))
        #expect(AgeGroup(bornOn: born, at: birthday.addingTimeInterval(-1), in: zone) == .child)
        #expect(AgeGroup(bornOn: born, at: birthday, in: zone) == .teenager)
    }

    @Test("A birthday begins once, also when clocks change around midnight", arguments: [13, 18])
    func clockChanges(years: Int) throws {
        for name in ["America/Havana", "America/Asuncion", "America/Sao_Paulo", "Atlantic/Azores"] {
            let zone = try #require(TimeZone(identifier: name))
            for ordinal in 15_000..<15_800 {
                let born = Day(ordinal: ordinal).adding(years: -years)
                let birthday = AgeGroup.birthday(years, bornOn: born, in: zone)
                let before = AgeGroup(bornOn: born, at: birthday.addingTimeInterval(-1), in: zone)
                let after = AgeGroup(bornOn: born, at: birthday, in: zone)
                #expect(before != after, "\(name), born on \(born)")
            }
        }
    }

    @Test func `a community can have a minimum age`() throws {
        let today = try #require(Day(number: 20_260_301))
        for (number, isOldEnough) in [(20_100_301, true), (20_100_302, false)] {
            let born = try #require(Day(number: number))
            var found: SocialError?
            do { try AgeGroup.check(birthDate: born, today: today, minimumAge: 16) } catch { found = error }
            #expect(found?.code == (isOldEnough ? nil : .ageRestricted), "\(number)")
            #expect(found?.field == (isOldEnough ? nil : "birthDate"), "\(number)")
        }
    }

    @Test func `a birth date is not in the future and less than 130 years ago`() throws {
        let today = try #require(Day(number: 20_401_121))
        for (number, isTaken) in [
            (20_401_121, true), (20_401_122, false), (19_101_122, true), (19_101_121, false),
        ] {
            let born = try #require(Day(number: number))
            var code: SocialError.Code?
            do { try AgeGroup.check(birthDate: born, today: today) } catch { code = error.code }
            #expect((code == nil) == isTaken, "\(number)")
        }
    }

    @Test func `younger people start with more privacy`() {
        #expect(
            [AgeGroup.child, .teenager, .unknown, .adult].map(\.defaultPrivacyLevel) == [
                .private, .friends, .friends, .public,
            ])
    }
}
