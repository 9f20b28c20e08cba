import Foundation
import Testing

@testable import Paceline

@Suite struct RelativeTimeTests {
    @Test(arguments: [
        (0, RelativeTime.now), (59.9, .now), (-59, .now), (60, .past(1, .minutes)),
        (3_599, .past(59, .minutes)),
        (3_600, .past(1, .hours)), (86_399, .past(23, .hours)), (86_400, .past(1, .days)),
        (604_799, .past(6, .days)), (604_800, .date), (-60, .future(1, .minutes)),
        (-7_200, .future(2, .hours)),
        (-604_800, .date), (.infinity, .date), (-.infinity, .date),
    ])
    func `a time has its largest unit, and from a week on a date`(
        age: TimeInterval, expected: RelativeTime
    ) {
        let now = Date(timeIntervalSince1970: 1_795_242_453)
        #expect(RelativeTime(of: now.addingTimeInterval(-age), now: now) == expected)
    }
}
