import Foundation
import Paceline

/// When a person trains, and the session's place in their plan.
struct DemoSession: Equatable {
    let day: Day
    /// Whether it is the second session of the day, which has a time of its own.
    let isSecond: Bool
    let role: Role
    /// The whole weeks since the community's first day.
    let week: Int

    /// What a session is for.
    enum Role: Equatable {
        case test, hard, long, easy
    }

    init(on day: Day, isSecond: Bool = false, of habits: DemoHabits, since first: Day) {
        self.day = day
        self.isSecond = isSecond
        week = max(0, day.ordinal - first.ordinal) / 7
        role = Self.role(on: day, isSecond: isSecond, inTestWeek: week % 8 == habits.testWeek, habits)
    }

    /// The week's first training day is hard, and its last one long. The third of four or more is hard, too; the others
    /// are easy.
    private static func role(
        on day: Day, isSecond: Bool, inTestWeek: Bool, _ habits: DemoHabits
    ) -> Role {
        guard !isSecond, let place = habits.weekdays.firstIndex(of: day.weekday) else { return .easy }
        if place == habits.weekdays.count - 1 { return .long }
        if place == 0 { return inTestWeek ? .test : .hard }
        return place == 2 && habits.weekdays.count > 3 ? .hard : .easy
    }

    /// The hour of the start in the person's time zone, later at weekends.
    func hour(_ habits: DemoHabits) -> Double {
        switch (day.isWeekend, isSecond) {
        case (true, false): habits.hour < 12 ? 8.25 : 9.5
        case (true, true): 17
        case (false, false): habits.hour
        case (false, true): habits.hour < 13 ? 17.75 : 6.25
        }
    }

    /// Seconds after the start of the day, in the person's time zone, when the session is certainly published.
    func latestEnd(_ habits: DemoHabits) -> Double {
        (hour(habits) + (day.isWeekend ? 6.5 : 3.5)) * 3_600
    }
}
