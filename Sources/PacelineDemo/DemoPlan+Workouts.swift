import Foundation
import Paceline

extension DemoPlan {
    mutating func planWorkouts(_ count: Int, using chance: inout DemoChance) {
        let counts = shares(of: count)
        for person in people.indices {
            let joined = Day(of: people[person].joinedAt, in: .gmt)
            let days = (1...max(1, Day(of: end, in: .gmt).ordinal - joined.ordinal - 2)).map {
                joined.adding(days: $0)
            }
            // Twice on a day once every day is taken.
            var left = counts[person]
            while left > 0 {
                let habits = people[person].habits
                let chosen = chance.some(min(left, days.count), of: days) {
                    habits.weight(of: $0, since: firstDay)
                }
                for day in chosen { train(person, on: day, using: &chance) }
                left -= chosen.count
            }
        }
        workouts.sort { ($0.at, $0.owner) < ($1.at, $1.owner) }
    }

    /// How many workouts each person has: by zeal, and together exactly the count.
    private func shares(of count: Int) -> [Int] {
        let total = people.reduce(0) { $0 + $1.zeal }
        var (sum, given) = (0.0, 0)
        return people.map { person in
            sum += person.zeal
            let upToHere = Int((sum / total * Double(count)).rounded())
            defer { given = upToHere }
            return upToHere - given
        }
    }

    private mutating func train(_ person: Int, on day: Day, using chance: inout DemoChance) {
        let habits = people[person].habits
        let zone = TimeZone(identifier: people[person].timeZone) ?? .gmt
        let minute = Double(habits.hour * 60 + chance.number(-20...45))
        let start = day.startInUTC.addingTimeInterval(
            minute * 60 - Double(zone.secondsFromGMT(for: day.startInUTC)))
        let isTestDay = day.ordinal / 7 % 8 == 0 && chance.happens(0.6)
        var draft = DemoWorkouts(
            habits: habits, split: habits.split(afterDays: day.ordinal - firstDay.ordinal), start: start,
            isTestDay: isTestDay
        ).draft(using: &chance)
        draft.visibility = chance.one(weighted: [(nil, 62), (.public, 22), (.followers, 11), (.private, 5)])
        let at = (draft.endedAt ?? start.addingTimeInterval(draft.duration)).addingTimeInterval(
            Double(chance.number(2...50)) * 60)
        workouts.append(
            SharedWorkout(
                owner: person, id: Workout.ID(.version7(at: at, using: &chance)), draft: draft, at: at))
    }
}
