import Foundation
import Paceline

extension DemoPlan {
    /// Makes sure that the demo user's inbox is worth opening: a comment on their workout, a mention, a reply to them
    /// and new followers, all within the last days.
    mutating func planInbox(_ friendDates: FriendDates, using random: inout DemoRandom) {
        let friends = friendDates[0].filter { $0.value < end.addingTimeInterval(-3 * 86_400) }.keys.sorted()
        guard let friend = friends.randomElement(using: &random) else { return }
        if let place = newestWorkout(of: 0) { comment(on: place, by: friend, using: &random) }
        let recent = friends.compactMap(newestWorkout).sorted { workouts[$0].at > workouts[$1].at }
        for place in recent {
            let mutualFriends = common(workouts[place].owner, 0, before: workouts[place].at, friendDates)
            guard let mutualFriend = mutualFriends.first else { continue }
            mention(on: place, by: mutualFriend, using: &random)
            break
        }
        _ = recent.first { answer(on: $0, using: &random) }
        let strangers = people.indices.dropFirst().filter { friendDates[0][$0] == nil && !isRequester($0) }
        for stranger in random.sample(2, of: strangers, weight: { people[$0].club == 0 ? 5 : 1 }) {
            let at = end.addingTimeInterval(-random.number(0.3...2) * 86_400)
            follows.append(Follow(pair: Pair(from: stranger, to: 0), at: at))
        }
    }

    private func isRequester(_ person: Int) -> Bool {
        requests.contains { $0.pair.from == person || $0.pair.to == person }
            || blocks.contains { $0.from == person || $0.to == person }
    }

    /// The last workout that friends see and that leaves time for reactions.
    private func newestWorkout(of person: Int) -> Int? {
        workouts.lastIndex {
            $0.owner == person && $0.draft.visibility != .private && $0.at < end.addingTimeInterval(-14_400)
        }
    }

    private mutating func comment(on place: Int, by friend: Int, using random: inout DemoRandom) {
        let said = Set(workouts[place].comments.map(\.text))
        guard
            let new = DemoConversation.about(workouts[place].draft).first(where: {
                !said.contains($0.comment)
            })
        else { return }
        workouts[place].comments.append(
            PlannedComment(person: friend, text: new.comment, at: afterwards(place, using: &random)))
    }

    private mutating func mention(on place: Int, by friend: Int, using random: inout DemoRandom) {
        let words = random.element(of: DemoConversation.mentions(of: workouts[place].draft))
        workouts[place].comments.append(
            PlannedComment(
                person: friend, text: "@\(Self.username) \(words)", at: afterwards(place, using: &random)))
    }

    /// Adds a comment by the demo user, which the owner answers.
    /// - Returns: false if everything fitting has been said.
    private mutating func answer(on place: Int, using random: inout DemoRandom) -> Bool {
        let said = Set(workouts[place].comments.map(\.text))
        guard
            let new = DemoConversation.about(workouts[place].draft).first(where: {
                !said.contains($0.comment)
            })
        else { return false }
        let at = afterwards(place, using: &random)
        let reply = PlannedReply(
            text: random.element(of: new.replies),
            at: at.addingTimeInterval(random.number(0.3...0.9) * end.timeIntervalSince(at)))
        workouts[place].comments.append(
            PlannedComment(
                person: 0, text: new.comment, at: at, reply: reply, hearts: [workouts[place].owner]))
        return true
    }

    /// A moment in the first half of the time that is left.
    private func afterwards(_ place: Int, using random: inout DemoRandom) -> Date {
        let last = workouts[place].comments.map { $0.reply?.at ?? $0.at }.max() ?? workouts[place].at
        return last.addingTimeInterval(random.number(0.1...0.5) * min(40_000, end.timeIntervalSince(last)))
    }
}
