import Foundation
import Paceline

extension DemoPlan {
    /// The number of friends of the demo user who trained in the last hours, if it is day where they live.
    private static let freshCount = 4

    /// Moves the last workouts of some friends of the demo user to the last hours, so that the home page is fresh
    /// at any time of the day. Travellers make sure that it is day somewhere.
    mutating func planFreshWorkouts(_ friendDates: FriendDates, using random: inout DemoRandom) {
        let friends = friendDates[0].filter { $0.value < end.addingTimeInterval(-86_400) }.keys.sorted()
        var moved = 0
        for friend in friends.shuffled(using: &random) where moved < Self.freshCount {
            guard let place = workouts.lastIndex(where: { $0.owner == friend }) else { continue }
            let published = end.addingTimeInterval(-60 * Double(10 + 35 * moved + random.number(0...20)))
            guard let fresh = freshWorkout(of: friend, publishedAt: published, using: &random) else {
                continue
            }
            workouts[place] = fresh
            moved += 1
        }
        workouts.sort { ($0.at, $0.owner) < ($1.at, $1.owner) }
    }

    /// - Returns: nil if people don't train at that time of the day.
    private func freshWorkout(
        of owner: Int, publishedAt at: Date, using random: inout DemoRandom
    ) -> SharedWorkout? {
        let (habits, zone) = (people[owner].habits, people[owner].zone)
        let estimate = at.addingTimeInterval(-3_600)
        let day = Day(of: estimate, in: zone)
        let hour = Int(estimate.timeIntervalSince(day.start(in: zone)) / 3_600)
        let days = day.ordinal - firstDay.ordinal
        var draft = DemoWorkouts(
            habits: habits, session: DemoSession(on: day, isSecond: true, of: habits, since: firstDay),
            split: habits.split(afterDays: days), start: estimate, hour: hour
        ).draft(using: &random)
        let length = draft.endedAt?.timeIntervalSince(draft.startedAt) ?? draft.duration
        let latestStart = at.timeIntervalSince1970 - length - Double(random.number(2...12)) * 60
        draft.startedAt = Date(timeIntervalSince1970: (latestStart / 60).rounded(.down) * 60)
        if draft.endedAt != nil { draft.endedAt = draft.startedAt.addingTimeInterval(length) }
        guard Self.isDaytime(draft.startedAt, for: length, in: zone) else { return nil }
        draft.visibility = random.element(weighted: [(nil, 3), (.public, 1)])
        let id = Workout.ID(.version7(at: at, using: &random))
        var workout = SharedWorkout(owner: owner, id: id, draft: draft, at: at)
        if random.chance(0.3) { workout.photo = DemoPhoto(of: draft, hour: hour, using: &random) }
        return workout
    }

    private static func isDaytime(_ start: Date, for length: TimeInterval, in zone: TimeZone) -> Bool {
        let time = start.timeIntervalSince(Day(of: start, in: zone).start(in: zone))
        return time > 5.25 * 3_600 && time + length < 23.25 * 3_600
    }
}
