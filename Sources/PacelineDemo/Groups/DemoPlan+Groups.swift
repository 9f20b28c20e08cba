import Foundation
import Paceline

extension DemoPlan {
    /// A group and the members who join with its code.
    struct Group: Equatable {
        let title: String
        let owner: Int
        let createdAt: Date
        /// What its weeks and months rank by.
        var metrics: [BoardMetric] = [.points]
        var members: [Membership] = []
        var administrator: Int?
        /// People with a pending invitation.
        var invited: [Int] = []
        var tournaments: [Tournament] = []
    }

    /// A tournament that begins on the day after its creation.
    struct Tournament: Equatable {
        let title: String
        let metric: BoardMetric
        let createdAt: Date
        let days: Int
    }

    struct Membership: Equatable {
        let person: Int
        let at: Date
    }

    /// The groups of the first clubs, the sport of most members, and what their weeks and months rank by.
    private static let clubGroups: [(title: String, sport: WorkoutType, metrics: [BoardMetric])] = [
        ("Breakfast Club Rowing", .rowing, [.distance, .xp, .points]),
        ("Riverside Runners", .running, [.distance, .workouts]),
        ("Masters & Puzzles", .rowing, [.points, .xp]),
        ("Četrtkova ekipa", .cycling, [.duration, .distance]),
    ]
    private static let ownGroup = "Wordle before work"

    /// Plans a group for each of the first clubs, owned by its coach, and one that the demo user owns.
    mutating func planGroups(_ friendDates: FriendDates, using random: inout DemoRandom) {
        let coaches = people.indices.filter(isCoach).prefix(Self.clubGroups.count)
        for (place, coach) in coaches.enumerated() {
            let club = people.indices.filter { people[$0].club == people[coach].club && $0 != coach }
            let (title, sport, metrics) = Self.clubGroups[place]
            let joining = club.filter {
                $0 == 0 || random.chance(people[$0].habits.sport == sport ? 0.9 : 0.35)
            }
            var group = planGroup(title, of: coach, joining, using: &random)
            group.metrics = metrics
            group.administrator = group.members.first?.person
            if place == 0 { group.tournaments = tournaments(since: group.createdAt) }
            if place == 1 { group.invited = [0] }
            groups.append(group)
        }
        let friends = friendDates[0].keys.sorted()
        let near = random.sample(7, of: friends) { _ in 1 }
        groups.append(planGroup(Self.ownGroup, of: 0, near, using: &random))
    }

    /// One that is over and one that is open, unless the group is younger.
    private func tournaments(since start: Date) -> [Tournament] {
        [
            Tournament(
                title: "Seven days of metres", metric: .distance,
                createdAt: end.addingTimeInterval(-14 * 86_400), days: 7),
            Tournament(
                title: "Fortnight of XP", metric: .xp, createdAt: end.addingTimeInterval(-6 * 86_400),
                days: 14),
        ].filter { $0.createdAt > start }
    }

    private func planGroup(
        _ title: String, of owner: Int, _ joining: [Int], using random: inout DemoRandom
    ) -> Group {
        let createdAt = people[owner].joinedAt.addingTimeInterval(random.number(20.0...60) * 86_400)
        var group = Group(title: title, owner: owner, createdAt: createdAt)
        for person in joining {
            let possible = max(createdAt, people[person].joinedAt)
            let at = possible.addingTimeInterval(random.number(0.02...25) * 86_400)
            if at < end { group.members.append(Membership(person: person, at: at)) }
        }
        group.members.sort { ($0.at, $0.person) < ($1.at, $1.person) }
        return group
    }
}
