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
        let newcomers = self.newcomers
        for one in people.indices {
            for other in people.indices where other > one && random.chance(friendProbability(one, other)) {
                if one == 0 && newcomers.contains(other) { continue }
                befriend(Pair(one: one, other: other), &friendDates, using: &random)
            }
        }
        planFollows(friendDates, using: &random)
        return friendDates
    }

    /// People who are kept unconnected to the demo user, so that even small communities have incoming requests.
    private var newcomers: ArraySlice<Int> {
        people.indices.dropFirst().filter { !isCoach($0) && people[$0].privacyLevel != .private }
            .prefix(Self.greetings.count)
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
        _ pair: Pair, _ friendDates: inout FriendDates, using random: inout DemoRandom
    ) {
        let bothJoinedAt = max(people[pair.one].joinedAt, people[pair.other].joinedAt)
        let askedAt = bothJoinedAt.addingTimeInterval(random.number(1.0...120) * 86_400)
        let acceptedAt = askedAt.addingTimeInterval(random.number(0.01...6) * 86_400)
        guard acceptedAt < end else { return }
        let senderFirst = random.chance(0.5) ? pair : Pair(one: pair.other, other: pair.one)
        friendships.append(Friendship(pair: senderFirst, askedAt: askedAt, acceptedAt: acceptedAt))
        friendDates[pair.one][pair.other] = acceptedAt
        friendDates[pair.other][pair.one] = acceptedAt
    }

    /// Plans followers of coaches from other clubs.
    private mutating func planFollows(_ friendDates: FriendDates, using random: inout DemoRandom) {
        for coach in people.indices where isCoach(coach) {
            for person in people.indices where person != coach && friendDates[coach][person] == nil {
                guard random.chance(0.08) else { continue }
                let bothJoinedAt = max(people[coach].joinedAt, people[person].joinedAt)
                let at = bothJoinedAt.addingTimeInterval(random.number(1.0...200) * 86_400)
                if at < end { follows.append(Follow(pair: Pair(one: person, other: coach), at: at)) }
            }
        }
    }

    /// Plans requests to and from the demo user, and a few mutes and blocks.
    mutating func planRequestsAndBlocks(_ friendDates: FriendDates, using random: inout DemoRandom) {
        let strangers = people.indices.filter { place in
            place > 0 && friendDates[0][place] == nil && people[place].privacyLevel != .private
        }
        let near = random.sample(5, of: strangers) { people[$0].club == 0 ? 5 : 1 }
        for (place, stranger) in near.enumerated() {
            let isIncoming = place < Self.greetings.count
            requests.append(
                Request(
                    pair: isIncoming ? Pair(one: stranger, other: 0) : Pair(one: 0, other: stranger),
                    message: isIncoming ? Self.greetings[place] : nil,
                    at: end.addingTimeInterval(-random.number(0.2...6) * 86_400)))
        }
        for _ in 0..<max(1, people.count / 40) {
            let pair = Pair(
                one: random.number(1...people.count - 1), other: random.number(1...people.count - 1))
            guard pair.one != pair.other else { continue }
            if friendDates[pair.one][pair.other] != nil {
                mutes.append(pair)
            } else {
                blocks.append(pair)
            }
        }
    }
}
