import Foundation
import Testing

@testable import Paceline

@Suite struct AgeTests {
    @Test func `age groups change on the birthday`() throws {
        let born = try #require(Day(number: 20_100_615))
        let ages: [(Int, Age)] = [
            (20_100_615, .child), (20_230_614, .child), (20_230_615, .teenager), (20_280_614, .teenager),
            (20_280_615, .adult),
        ]
        for (number, age) in ages {
            #expect(Age(bornOn: born, today: try #require(Day(number: number))) == age, "\(number)")
        }
        let leap = try #require(Day(number: 20_120_229))
        #expect(Age(bornOn: leap, today: try #require(Day(number: 20_250_228))) == .child)
        #expect(Age(bornOn: leap, today: try #require(Day(number: 20_250_301))) == .teenager)
        #expect(Age.childUntil(bornOn: leap) == (try #require(Day(number: 20_250_301))).startInUTC)
    }

    @Test func `a birth date is not in the future and less than 130 years ago`() throws {
        let today = try #require(Day(number: 20_401_121))
        for (number, isTaken) in [
            (20_401_121, true), (20_401_122, false), (19_101_122, true), (19_101_121, false),
        ] {
            let born = try #require(Day(number: number))
            var code: SocialError.Code?
            do { try Age.check(birthDate: born, today: today) } catch { code = error.code }
            #expect((code == nil) == isTaken, "\(number)")
        }
    }

    @Test func `younger people start with more privacy`() {
        #expect([Age.child, .teenager, .adult].map(\.defaultPrivacyLevel) == [.private, .friends, .public])
    }
}
