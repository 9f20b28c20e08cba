import Foundation
import Paceline

/// A person's training habits: sports, weekdays and speed.
struct DemoHabits: Equatable {
    let sport: WorkoutType
    var otherSport: WorkoutType
    /// The usual training days, in order; 0 is Monday.
    let weekdays: [Int]
    /// The hour of training on workdays, in the person's time zone.
    let hour: Double
    /// The initial easy rowing split in seconds per 500 m. The speed in other sports is derived from it.
    let split: Double
    /// The long-term improvement as a fraction of the split, 0.02 to 0.09.
    let gain: Double
    /// The activity factor of each period of six weeks.
    let seasons: [Double]
    /// The week of the person's tests, which are eight weeks apart.
    let testWeek: Int

    private static let sports: [(WorkoutType, weight: Double)] = [
        (.rowing, 6), (.running, 3), (.cycling, 2), (.strength, 2),
    ]
    private static let otherSports: [(WorkoutType, weight: Double)] = [
        (.strength, 4), (.running, 4), (.cycling, 2), (.rowing, 2), (.swimming, 1.5), (.hiking, 1.5),
        (.yoga, 1), (.skiing, 1), (.walking, 1),
    ]
    /// The sports that few people train in.
    static let rareSports: [WorkoutType] = [.swimming, .hiking, .yoga, .skiing, .walking]

    init(using random: inout DemoRandom) {
        let sport = random.element(weighted: Self.sports)
        let count = random.number(3...5)
        self.sport = sport
        otherSport = random.element(weighted: Self.otherSports.filter { $0.0 != sport })
        // At least one is at the weekend, for the long session.
        weekdays = Set(random.sample(count, of: Array(0...6)) { $0 > 4 ? 2 : 1 } + [random.number(5...6)])
            .sorted()
        hour = random.element(weighted: [(6, 4), (6.75, 3), (12, 1), (17, 3), (18, 4), (19.25, 2)])
        split = random.number(108.0...148)
        gain = random.number(0.02...0.09)
        seasons = (0..<14).map { _ in random.element(weighted: [(0.08, 1), (0.5, 2), (1, 4)]) }
        testWeek = random.number(0...7)
    }

    private init(
        sport: WorkoutType, otherSport: WorkoutType, weekdays: [Int], hour: Double, split: Double,
        gain: Double, seasons: [Double], testWeek: Int
    ) {
        self.sport = sport
        self.otherSport = otherSport
        self.weekdays = weekdays
        self.hour = hour
        self.split = split
        self.gain = gain
        self.seasons = seasons
        self.testWeek = testWeek
    }

    /// The demo user, a rower who also runs and tested in the last whole week.
    static func demoUser(using random: inout DemoRandom) -> DemoHabits {
        DemoHabits(
            sport: .rowing, otherSport: .strength, weekdays: [0, 1, 3, 5, 6], hour: 6.25, split: 126,
            gain: 0.07, seasons: [0.2, 0.4, 0.5, 0.6, 0.5, 0.3, 0.6, 0.8, 0.7, 0.9, 1, 1, 1.2, 1.2],
            testWeek: (DemoPlan.dayCount / 7 - 1) % 8)
    }

    /// The relative weight of a day for training. Other days than the usual are for rest, with exceptions. The last two
    /// weeks are busier, so that the feed begins with workouts.
    func weight(of day: Day, since first: Day) -> Double {
        let days = day.ordinal - first.ordinal
        let season = seasons[min(max(0, days / 42), seasons.count - 1)]
        // People record more the longer the community exists.
        let growth = 0.5 + 1.5 * Double(days) / Double(DemoPlan.dayCount)
        let isRecent = days > DemoPlan.dayCount - 14
        return (weekdays.contains(day.weekday) ? 6 : 0.25) * growth
            * (isRecent ? 4 : season * (Self.isHoliday(day) ? 0.4 : 1))
    }

    /// Whether the day is around New Year or in mid-August, when people train less.
    private static func isHoliday(_ day: Day) -> Bool {
        let date = day.monthOfYear * 100 + day.dayOfMonth
        return date >= 1_222 || date <= 102 || (805...820).contains(date)
    }

    /// The easy split in seconds per 500 m after days of training, with diminishing gains.
    func split(afterDays days: Int) -> Double {
        split * (1 - gain * (1 - exp(-Double(max(0, days)) / 200)))
    }
}

extension Day {
    /// 0 for Monday to 6 for Sunday.
    var weekday: Int { (ordinal + 3) % 7 }
    var isWeekend: Bool { weekday > 4 }
}
