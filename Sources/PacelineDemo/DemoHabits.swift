import Foundation
import Paceline

/// A person's training habits: sports, weekdays and speed.
struct DemoHabits: Equatable {
    let sport: WorkoutType
    let otherSport: WorkoutType
    /// The usual training days; 0 is Monday.
    let weekdays: Set<Int>
    /// The hour of the day in the person's time zone.
    let hour: Int
    /// The initial easy rowing split in seconds per 500 m. The speed in other sports is derived from it.
    let split: Double
    /// The long-term improvement as a fraction of the split, 0.02 to 0.09.
    let gain: Double
    /// The activity factor of each period of six weeks.
    let seasons: [Double]

    private static let sports: [(WorkoutType, weight: Double)] = [
        (.rowing, 6), (.running, 3), (.cycling, 2), (.strength, 2),
    ]

    init(sport: WorkoutType? = nil, split: Double? = nil, using random: inout DemoRandom) {
        self.sport = sport ?? random.element(weighted: Self.sports)
        otherSport = random.element(weighted: Self.sports)
        weekdays = Set((0..<random.number(2...5)).map { _ in random.number(0...6) })
        hour = random.element(weighted: [(6, 4), (7, 3), (12, 1), (17, 3), (18, 4), (20, 1)])
        self.split = split ?? random.number(108.0...148)
        gain = random.number(0.02...0.09)
        seasons = (0..<16).map { _ in random.element(weighted: [(0.08, 1), (0.5, 2), (1, 4)]) }
    }

    /// The relative weight of a day for training. The last two weeks are busier, so that the feed begins with workouts.
    func weight(of day: Day, since first: Day, until last: Day) -> Double {
        let weekday = (day.ordinal + 3) % 7
        let season = seasons[min(max(0, (day.ordinal - first.ordinal) / 42), seasons.count - 1)]
        let isRecent = last.ordinal - day.ordinal <= 14
        return (weekdays.contains(weekday) ? 6 : 0.7)
            * (isRecent ? 4 : season * (Self.isHoliday(day) ? 0.4 : 1))
    }

    /// Whether the day is around New Year or in mid-August, when people train less.
    private static func isHoliday(_ day: Day) -> Bool {
        let date = day.number % 10_000
        return date >= 1_222 || date <= 102 || (805...820).contains(date)
    }

    /// The easy split in seconds per 500 m after days of training, with diminishing gains.
    func split(afterDays days: Int) -> Double {
        split * (1 - gain * (1 - exp(-Double(max(0, days)) / 200)))
    }
}
