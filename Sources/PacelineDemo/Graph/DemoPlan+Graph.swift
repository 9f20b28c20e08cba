import Foundation
import Paceline

extension DemoPlan {
    /// Each person's friends, with the date of the friendship.
    typealias FriendDates = [[Int: Date]]

    /// The messages of the requests to the demo user.
    static let greetings = [
        "We met at the regatta.", "Are you the one with the green oars?",
        "I am in the Thursday group, too.",
    ]

    mutating func planGraph(using random: inout DemoRandom) -> FriendDates {
        var friendDates = FriendDates(repeating: [:], count: people.count)
        let (newcomers, travellers) = (self.newcomers, self.travellers)
        for one in people.indices {
            for other in people.indices where other > one {
                let isCertain = one == 0 && travellers.contains(other)
                guard random.chance(isCertain ? 1 : friendProbability(one, other)) else { continue }
                if one == 0 && newcomers.contains(other) { continue }
                befriend(one, other, &friendDates, using: &random)
            }
        }
        planFollows(friendDates, using: &random)
        return friendDates
    }

    /// The probability that two people are friends.
    private func friendProbability(_ one: Int, _ other: Int) -> Double {
        let isCoach = isCoach(one) || isCoach(other)
        guard people[one].club == people[other].club else {
            return isCoach && self.isCoach(one) == self.isCoach(other) ? 0.5 : 0.012
        }
        return isCoach ? 0.75 : one == 0 ? 0.7 : 0.32
    }

    private mutating func befriend(
        _ one: Int, _ other: Int, _ friendDates: inout FriendDates, using random: inout DemoRandom
    ) {
        let bothJoinedAt = max(people[one].joinedAt, people[other].joinedAt)
        let requestedAt = bothJoinedAt.addingTimeInterval(random.number(1.0...120) * 86_400)
        let acceptedAt = requestedAt.addingTimeInterval(random.number(0.01...6) * 86_400)
        guard acceptedAt < end else { return }
        let pair = random.chance(0.5) ? Pair(from: one, to: other) : Pair(from: other, to: one)
        friendships.append(Friendship(pair: pair, requestedAt: requestedAt, acceptedAt: acceptedAt))
        friendDates[one][other] = acceptedAt
        friendDates[other][one] = acceptedAt
    }

    /// Plans followers of coaches from other clubs.
    private mutating func planFollows(_ friendDates: FriendDates, using random: inout DemoRandom) {
        for coach in people.indices where isCoach(coach) {
            for person in people.indices where person != coach && friendDates[coach][person] == nil {
                guard random.chance(0.08) else { continue }
                let bothJoinedAt = max(people[coach].joinedAt, people[person].joinedAt)
                let at = bothJoinedAt.addingTimeInterval(random.number(1.0...200) * 86_400)
                if at < end { follows.append(Follow(pair: Pair(from: person, to: coach), at: at)) }
            }
        }
    }

    /// Plans requests to and from the demo user, and a few mutes and blocks.
    mutating func planRequestsAndBlocks(_ friendDates: FriendDates, using random: inout DemoRandom) {
        let strangers = people.indices.filter { person in
            person > 0 && friendDates[0][person] == nil && people[person].privacyLevel != .private
        }
        let near = random.sample(5, of: strangers) { people[$0].club == 0 ? 5 : 1 }
        for (index, stranger) in near.enumerated() {
            let isIncoming = index < Self.greetings.count
            requests.append(
                Request(
                    pair: isIncoming ? Pair(from: stranger, to: 0) : Pair(from: 0, to: stranger),
                    message: isIncoming ? Self.greetings[index] : nil,
                    at: end.addingTimeInterval(-random.number(0.2...6) * 86_400)))
        }
        for _ in 0..<max(1, people.count / 40) {
            let pair = Pair(
                from: random.number(1...people.count - 1), to: random.number(1...people.count - 1))
            guard pair.from != pair.to else { continue }
            if friendDates[pair.from][pair.to] != nil {
                mutes.append(pair)
            } else {
                blocks.append(pair)
            }
        }
    }
}
