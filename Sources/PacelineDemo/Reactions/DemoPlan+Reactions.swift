import Foundation
import Paceline

extension DemoPlan {
    mutating func planReactions(_ friendDates: FriendDates, using random: inout DemoRandom) {
        for place in workouts.indices where workouts[place].draft.visibility != .private {
            // Sorted, since a dictionary's order differs between runs.
            let friends = friendDates[workouts[place].owner].filter { $0.value < workouts[place].at }.keys
                .sorted()
            planKudos(for: place, from: friends, using: &random)
            planComments(for: place, from: friends, friendDates, using: &random)
        }
    }

    private mutating func planKudos(for place: Int, from friends: [Int], using random: inout DemoRandom) {
        let isTest = workouts[place].draft.isErgTest == true
        for friend in friends where random.chance(min(0.9, people[friend].generosity * (isTest ? 2.2 : 0.9)))
        {
            let at = workouts[place].at.addingTimeInterval(reactionDelay(using: &random))
            let isBig = random.chance(isTest ? 0.35 : 0.03)
            if at < end { workouts[place].kudos.append(Kudos(person: friend, isBig: isBig, at: at)) }
        }
    }

    /// Most people react within hours, some on the next day.
    private func reactionDelay(using random: inout DemoRandom) -> TimeInterval {
        let share = random.number(0.0...1)
        return 60 + share * share * share * 90_000
    }

    private mutating func planComments(
        for place: Int, from friends: [Int], _ friendDates: FriendDates, using random: inout DemoRandom
    ) {
        let workout = workouts[place]
        let isTest = workout.draft.isErgTest == true
        let conversations = DemoConversation.about(workout.draft)
        var at = workout.at
        var said: Set<String> = []
        for friend in random.sample(isTest ? 3 : 2, of: friends, weight: { people[$0].generosity })
        where random.chance(isTest ? 0.55 : 0.13) {
            at.addTimeInterval(300 + reactionDelay(using: &random) / 3)
            let conversation = random.element(of: conversations)
            guard at < end, said.insert(conversation.comment).inserted else { continue }
            var planned = PlannedComment(person: friend, text: conversation.comment, at: at)
            if random.chance(0.08),
                let third = common(friend, workout.owner, before: at, friendDates).randomElement(
                    using: &random)
            {
                let words = random.element(of: DemoConversation.mentions(of: workout.draft))
                planned.text = "@\(people[third].username) \(words)"
            } else {
                reply(&planned, conversation.replies, using: &random)
            }
            addHearts(&planned, owner: workout.owner, friends, using: &random)
            workouts[place].comments.append(planned)
        }
    }

    /// Friends of both people, who may see what they say to each other.
    func common(_ one: Int, _ other: Int, before instant: Date, _ friendDates: FriendDates) -> [Int] {
        friendDates[one].keys.sorted().filter { third in
            guard let since = friendDates[one][third], let also = friendDates[other][third] else {
                return false
            }
            return max(since, also) < instant
        }
    }

    /// Plans the owner's answer to a comment, usually.
    func reply(
        _ planned: inout PlannedComment, _ replies: [String], using random: inout DemoRandom
    ) {
        let at = planned.at.addingTimeInterval(Double(random.number(120...20_000)))
        guard random.chance(0.6), at < end else { return }
        let mention = random.chance(0.25) ? "@\(people[planned.person].username) " : ""
        planned.reply = PlannedReply(text: mention + random.element(of: replies), at: at)
    }

    private func addHearts(
        _ planned: inout PlannedComment, owner: Int, _ friends: [Int], using random: inout DemoRandom
    ) {
        if random.chance(0.6) { planned.hearts.append(owner) }
        for friend in friends.prefix(8) where friend != planned.person && random.chance(0.06) {
            planned.hearts.append(friend)
        }
    }
}
