import Foundation
import Paceline

extension DemoPlan {
    /// A group, who came into it by its code and when.
    struct Group: Equatable {
        let title: String
        let owner: Int
        let madeAt: Date
        var members: [Joining] = []
        var administrator: Int?
        /// Who has an invitation that waits.
        var invited: [Int] = []
    }

    struct Joining: Equatable {
        let person: Int
        let at: Date
    }

    /// A group of each of the first clubs, which its coach has, and one of the known person with some friends.
    mutating func planGroups(_ circles: Circles, using chance: inout DemoChance) {
        let coaches = people.indices.filter(isCoach).prefix(DemoWords.clubGroups.count)
        for (place, coach) in coaches.enumerated() {
            let club = people.indices.filter { people[$0].club == people[coach].club && $0 != coach }
            let joining = club.filter { $0 == 0 || chance.happens(0.6) }
            var group = planGroup(DemoWords.clubGroups[place], of: coach, joining, using: &chance)
            group.administrator = group.members.first?.person
            if place == 1 { group.invited = [0] }
            groups.append(group)
        }
        let friends = circles[0].keys.sorted()
        let near = chance.some(7, of: friends) { _ in 1 }
        groups.append(planGroup(DemoWords.ownGroup, of: 0, near, using: &chance))
    }

    private func planGroup(
        _ title: String, of owner: Int, _ joining: [Int], using chance: inout DemoChance
    ) -> Group {
        let madeAt = people[owner].joinedAt.addingTimeInterval(chance.number(20.0...60) * 86_400)
        var group = Group(title: title, owner: owner, madeAt: madeAt)
        for person in joining {
            let possible = max(madeAt, people[person].joinedAt)
            let at = possible.addingTimeInterval(chance.number(0.02...25) * 86_400)
            if at < end { group.members.append(Joining(person: person, at: at)) }
        }
        group.members.sort { ($0.at, $0.person) < ($1.at, $1.person) }
        return group
    }
}
