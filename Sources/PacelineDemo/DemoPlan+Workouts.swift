import Foundation
import Paceline

extension DemoPlan {
    mutating func planWorkouts(_ count: Int, using random: inout DemoRandom) {
        let counts = workoutCounts(of: count)
        for person in people.indices {
            let joined = Day(of: people[person].joinedAt, in: .gmt)
            let lastDay = Day(of: end, in: .gmt).adding(days: -1)
            let days = (1...max(1, lastDay.ordinal - joined.ordinal)).map { joined.adding(days: $0) }
            // Days repeat once every day has a workout.
            var left = counts[person]
            while left > 0 {
                let habits = people[person].habits
                let chosen = random.sample(min(left, days.count), of: days) {
                    habits.weight(of: $0, since: firstDay, until: lastDay)
                }
                for day in chosen { train(person, on: day, using: &random) }
                left -= chosen.count
            }
        }
        workouts.sort { ($0.at, $0.owner) < ($1.at, $1.owner) }
    }

    /// Distributes the count among people in proportion to their activity level.
    private func workoutCounts(of count: Int) -> [Int] {
        let total = people.reduce(0) { $0 + $1.activityLevel }
        var (sum, given) = (0.0, 0)
        return people.map { person in
            sum += person.activityLevel
            let upToHere = Int((sum / total * Double(count)).rounded())
            defer { given = upToHere }
            return upToHere - given
        }
    }

    private mutating func train(_ person: Int, on day: Day, using random: inout DemoRandom) {
        let habits = people[person].habits
        let zone = TimeZone(identifier: people[person].timeZone) ?? .gmt
        let minute = Double(habits.hour * 60 + random.number(-20...45))
        let start = day.startInUTC.addingTimeInterval(
            minute * 60 - Double(zone.secondsFromGMT(for: day.startInUTC)))
        let isTestDay = day.ordinal / 7 % 8 == 0 && random.chance(0.6)
        var draft = DemoWorkouts(
            habits: habits, split: habits.split(afterDays: day.ordinal - firstDay.ordinal), start: start,
            isTestDay: isTestDay
        ).draft(using: &random)
        draft.visibility = random.element(weighted: [
            (nil, 62), (.public, 22), (.followers, 11), (.private, 5),
        ])
        let at = (draft.endedAt ?? start.addingTimeInterval(draft.duration)).addingTimeInterval(
            Double(random.number(2...50)) * 60)
        // West of Greenwich, the evening of the last day lies after the end.
        guard at < end else { return train(person, on: day.adding(days: -1), using: &random) }
        workouts.append(
            SharedWorkout(
                owner: person, id: Workout.ID(.version7(at: at, using: &random)), draft: draft, at: at))
    }
}
