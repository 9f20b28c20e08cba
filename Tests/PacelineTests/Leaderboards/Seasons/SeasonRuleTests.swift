import Foundation
import Paceline
import Testing

@Suite struct SeasonRuleTests {
    @Test func `a day has ended once it is over twelve hours behind UTC`() throws {
        let day = try #require(Day(number: 2026_03_01))
        #expect(Season.lastFinishedDay(at: day.endEverywhere) == day)
        #expect(
            Season.lastFinishedDay(at: day.endEverywhere.addingTimeInterval(-0.001)) == day.adding(days: -1))
        #expect(Season.lastFinishedDay(at: day.endEverywhere.addingTimeInterval(86_399)) == day)
        #expect(Season.graceEnd(after: day) == day.startInUTC.addingTimeInterval(84 * 3_600))
    }

    @Test func `a season may be closing from an hour before its end to an hour after the grace period`()
        throws
    {
        let sunday = try #require(Day(number: 2026_03_15))
        let (end, grace) = (sunday.endEverywhere, Season.graceEnd(after: sunday))
        for (instant, may) in [
            (end.addingTimeInterval(-3_601), false), (end.addingTimeInterval(-3_600), true),
            (grace.addingTimeInterval(3_599), true), (grace.addingTimeInterval(3_600), false),
        ] {
            #expect(Season.mayBeClosing(on: sunday, at: instant) == may, "\(instant)")
        }
        let lastOfMonth = try #require(Day(number: 2026_03_31))
        #expect(Season.mayBeClosing(on: lastOfMonth, at: lastOfMonth.endEverywhere), "the month is over")
    }

    @Test func `weeks run from Monday to Sunday, months from the first to the last day`() throws {
        let day = try #require(Day(number: 2026_03_01))
        #expect(Season.Kind.week.days(of: day).lowerBound.number == 2026_02_23)
        #expect(Season.Kind.week.days(of: day).upperBound.number == 2026_03_01)
        #expect(Season.Kind.month.days(of: day).upperBound.number == 2026_03_31)
    }

    @Test(arguments: [
        ([], []), ([5], [1]), ([5, 4, 3], [1, 2, 3]), ([5, 5, 3, 3, 3, 1], [1, 1, 3, 3, 3, 6]),
        ([0, 0], [1, 1]),
    ])
    func `people with equal points share a rank`(points: [Int], ranks: [Int]) {
        #expect(SeasonRow.ranks(of: points) == ranks)
    }

    @Test(arguments: [
        (GroupRole.owner, GroupRole.administrator, true), (.owner, .member, true),
        (.administrator, .member, true),
        (.administrator, .administrator, false), (.administrator, .owner, false), (.member, .member, false),
    ])
    func `a role may remove only lower roles`(one: GroupRole, other: GroupRole, canRemove: Bool) {
        #expect(one.canRemove(other) == canRemove)
    }

    @Test(arguments: [
        ("ABCDE23456", "ABCDE23456"), ("abcde-23456", "ABCDE23456"), (" ab cde 234 56", "ABCDE23456"),
        ("ABCDE2345", nil), ("ABCDE234567", nil), ("ABCDE2345O", nil), ("ABCDE2345é", nil), ("", nil),
    ])
    func `a code parses in any spelling`(typed: String, code: String?) {
        #expect(JoinCode.Value(typed)?.description == code)
    }
}
