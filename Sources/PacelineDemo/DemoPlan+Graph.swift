import Foundation
import Paceline

extension DemoPlan {
    /// Whom each person is a friend of, and since when.
    typealias Circles = [[Int: Date]]

    mutating func planGraph(using chance: inout DemoChance) -> Circles {
        var circles = Circles(repeating: [:], count: people.count)
        let newcomers = self.newcomers
        for one in people.indices {
            for other in people.indices where other > one && chance.happens(closeness(one, other)) {
                if one == 0 && newcomers.contains(other) { continue }
                befriend(Pair(one: one, other: other), &circles, using: &chance)
            }
        }
        planFollows(circles, using: &chance)
        return circles
    }

    /// Whom the known person has yet to meet: however small the community is, somebody asks them.
    private var newcomers: ArraySlice<Int> {
        people.indices.dropFirst().filter { !isCoach($0) && people[$0].privacyLevel != .private }
            .prefix(DemoWords.greetings.count)
    }

    /// The probability that two people are friends.
    private func closeness(_ one: Int, _ other: Int) -> Double {
        let isCoach = isCoach(one) || isCoach(other)
        guard people[one].club == people[other].club else {
            return isCoach && self.isCoach(one) == self.isCoach(other) ? 0.5 : 0.012
        }
        return isCoach ? 0.75 : one == 0 ? 0.7 : 0.32
    }

    private mutating func befriend(_ pair: Pair, _ circles: inout Circles, using chance: inout DemoChance) {
        let together = max(people[pair.one].joinedAt, people[pair.other].joinedAt)
        let askedAt = together.addingTimeInterval(chance.number(1.0...120) * 86_400)
        let acceptedAt = askedAt.addingTimeInterval(chance.number(0.01...6) * 86_400)
        guard acceptedAt < end else { return }
        let asked = chance.happens(0.5) ? pair : Pair(one: pair.other, other: pair.one)
        friendships.append(Friendship(pair: asked, askedAt: askedAt, acceptedAt: acceptedAt))
        circles[pair.one][pair.other] = acceptedAt
        circles[pair.other][pair.one] = acceptedAt
    }

    /// Coaches are followed by people of other clubs, too.
    private mutating func planFollows(_ circles: Circles, using chance: inout DemoChance) {
        for coach in people.indices where isCoach(coach) {
            for person in people.indices where person != coach && circles[coach][person] == nil {
                guard chance.happens(0.08) else { continue }
                let together = max(people[coach].joinedAt, people[person].joinedAt)
                let at = together.addingTimeInterval(chance.number(1.0...200) * 86_400)
                if at < end { follows.append(Follow(pair: Pair(one: person, other: coach), at: at)) }
            }
        }
    }

    /// Requests to and from the known person, and a few who would rather not see one another.
    mutating func planWhatWaits(_ circles: Circles, using chance: inout DemoChance) {
        let strangers = people.indices.filter { place in
            place > 0 && circles[0][place] == nil && people[place].privacyLevel != .private
        }
        let near = chance.some(5, of: strangers) { people[$0].club == 0 ? 5 : 1 }
        for (place, stranger) in near.enumerated() {
            let isIncoming = place < DemoWords.greetings.count
            requests.append(
                Request(
                    pair: isIncoming ? Pair(one: stranger, other: 0) : Pair(one: 0, other: stranger),
                    message: isIncoming ? DemoWords.greetings[place] : nil,
                    at: end.addingTimeInterval(-chance.number(0.2...6) * 86_400)))
        }
        for _ in 0..<max(1, people.count / 40) {
            let pair = Pair(
                one: chance.number(1...people.count - 1), other: chance.number(1...people.count - 1))
            guard pair.one != pair.other else { continue }
            if circles[pair.one][pair.other] != nil {
                mutes.append(pair)
            } else {
                blocks.append(pair)
            }
        }
    }
}
