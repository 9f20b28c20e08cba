import Foundation
import Paceline

extension DemoPlan {
    mutating func planReactions(_ friendDates: FriendDates, using random: inout DemoRandom) {
        for place in workouts.indices where workouts[place].draft.visibility != .private {
            // Sorted, since a dictionary's order differs between runs.
            let friends = friendDates[workouts[place].owner].filter { $0.value < workouts[place].at }.keys
                .sorted()
            planKudos(for: place, from: friends, using: &random)
            planComments(for: place, from: friends, using: &random)
        }
    }

    private mutating func planKudos(for place: Int, from friends: [Int], using random: inout DemoRandom) {
        let isTest = workouts[place].draft.isErgTest == true
        for friend in friends where random.chance(min(0.9, people[friend].generosity * (isTest ? 2.2 : 0.9)))
        {
            let at = workouts[place].at.addingTimeInterval(Double(random.number(60...100_000)))
            let isBig = random.chance(isTest ? 0.35 : 0.03)
            if at < end { workouts[place].kudos.append(Kudos(person: friend, isBig: isBig, at: at)) }
        }
    }

    private mutating func planComments(for place: Int, from friends: [Int], using random: inout DemoRandom) {
        let workout = workouts[place]
        let isTest = workout.draft.isErgTest == true
        let texts = DemoWords.comments[DemoWords.occasion(of: workout.draft)] ?? []
        var at = workout.at
        var said: Set<String> = []
        for friend in random.sample(isTest ? 3 : 2, of: friends, weight: { people[$0].generosity })
        where random.chance(isTest ? 0.5 : 0.09) {
            at.addTimeInterval(Double(random.number(300...40_000)))
            let text = random.element(of: texts)
            guard at < end, said.insert(text).inserted else { continue }
            var planned = PlannedComment(person: friend, text: text, at: at)
            reply(&planned, owner: workout.owner, friends, using: &random)
            workouts[place].comments.append(planned)
        }
    }

    private func reply(
        _ planned: inout PlannedComment, owner: Int, _ friends: [Int], using random: inout DemoRandom
    ) {
        if random.chance(0.6) { planned.hearts.append(owner) }
        for friend in friends.prefix(8) where friend != planned.person && random.chance(0.06) {
            planned.hearts.append(friend)
        }
        let at = planned.at.addingTimeInterval(Double(random.number(120...20_000)))
        guard random.chance(0.5), at < end else { return }
        let mention = random.chance(0.3) ? "@\(people[planned.person].username) " : ""
        planned.reply = PlannedReply(text: mention + random.element(of: DemoWords.replies), at: at)
    }
}
