import Foundation
import Paceline

extension DemoPlan {
    mutating func planWorkouts(_ count: Int, using random: inout DemoRandom) {
        let possible = people.map { sessions(of: $0) }
        for (person, count) in workoutCounts(of: count, atMost: possible.map(\.count)).enumerated() {
            let habits = people[person].habits
            let chosen = random.sample(count, of: possible[person]) {
                habits.weight(of: $0.day, since: firstDay) * ($0.isSecond ? 0.02 : 1)
            }
            for session in chosen { train(person, session, using: &random) }
        }
        workouts.sort { ($0.at, $0.owner) < ($1.at, $1.owner) }
    }

    /// Two sessions on each day since the person joined, as far as they end before the community does.
    private func sessions(of person: DemoPerson) -> [DemoSession] {
        let joined = Day(of: person.joinedAt, in: person.zone).ordinal
        return (joined + 1...max(joined + 1, Day(of: end, in: person.zone).ordinal)).flatMap { ordinal in
            [false, true].map {
                DemoSession(on: Day(ordinal: ordinal), isSecond: $0, of: person.habits, since: firstDay)
            }
        }.filter {
            $0.day.start(in: person.zone).addingTimeInterval($0.latestEnd(person.habits)) < end
        }
    }

    /// Distributes the count among people in proportion to their activity levels.
    private func workoutCounts(of count: Int, atMost most: [Int]) -> [Int] {
        let total = people.reduce(0) { $0 + $1.activityLevel }
        var (sum, given) = (0.0, 0)
        var counts = people.map { person in
            sum += person.activityLevel
            let upToHere = Int((sum / total * Double(count)).rounded())
            defer { given = upToHere }
            return upToHere - given
        }
        // What is too much for one person goes to the next who has room.
        var excess = 0
        for place in Array(counts.indices) + Array(counts.indices) {
            let wanted = counts[place] + excess
            counts[place] = min(wanted, most[place])
            excess = wanted - counts[place]
        }
        return counts
    }

    private mutating func train(
        _ person: Int, _ session: DemoSession, using random: inout DemoRandom
    ) {
        let (habits, zone) = (people[person].habits, people[person].zone)
        let minute = (session.hour(habits) * 60).rounded() + Double(random.number(-15...25))
        let start = session.day.start(in: zone).addingTimeInterval(minute * 60)
        let days = session.day.ordinal - firstDay.ordinal
        var draft = DemoWorkouts(
            habits: habits, session: session, split: habits.split(afterDays: days), start: start,
            hour: Int(minute / 60)
        ).draft(using: &random)
        draft.visibility = random.element(weighted: [
            (nil, 62), (.public, 22), (.followers, 11), (.private, 5),
        ])
        let at = (draft.endedAt ?? start.addingTimeInterval(draft.duration)).addingTimeInterval(
            Double(random.number(2...50)) * 60)
        var workout = SharedWorkout(
            owner: person, id: Workout.ID(.version7(at: at, using: &random)), draft: draft, at: at)
        let hasPhoto = random.chance(people[person].club == 0 ? 0.28 : 0.18)
        if hasPhoto && days >= Self.dayCount - Self.photoDays {
            workout.photo = DemoPhoto(of: draft, hour: Int(minute / 60), using: &random)
        }
        workouts.append(workout)
    }

    /// The number of days before the end with photos.
    private static let photoDays = 21
}

extension DemoPerson {
    var zone: TimeZone { TimeZone(identifier: timeZone) ?? .gmt }
}
