import Foundation
import Paceline

extension DemoPlan {
    mutating func planReactions(_ circles: Circles, using chance: inout DemoChance) {
        for place in workouts.indices where workouts[place].draft.visibility != .private {
            // In the order of places, since a dictionary's own differs from run to run.
            let friends = circles[workouts[place].owner].filter { $0.value < workouts[place].at }.keys
                .sorted()
            planKudos(for: place, from: friends, using: &chance)
            planComments(for: place, from: friends, using: &chance)
        }
    }

    private mutating func planKudos(for place: Int, from friends: [Int], using chance: inout DemoChance) {
        let isTest = workouts[place].draft.isErgTest == true
        for friend in friends where chance.happens(min(0.9, people[friend].generosity * (isTest ? 2.2 : 0.9)))
        {
            let at = workouts[place].at.addingTimeInterval(Double(chance.number(60...100_000)))
            let isBig = chance.happens(isTest ? 0.35 : 0.03)
            if at < end { workouts[place].kudos.append(Kudos(person: friend, isBig: isBig, at: at)) }
        }
    }

    private mutating func planComments(for place: Int, from friends: [Int], using chance: inout DemoChance) {
        let workout = workouts[place]
        let isTest = workout.draft.isErgTest == true
        let texts = DemoWords.remarks[DemoWords.occasion(of: workout.draft)] ?? []
        var at = workout.at
        var said: Set<String> = []
        for friend in chance.some(isTest ? 3 : 2, of: friends, weight: { people[$0].generosity })
        where chance.happens(isTest ? 0.5 : 0.09) {
            at.addTimeInterval(Double(chance.number(300...40_000)))
            let text = chance.one(of: texts)
            guard at < end, said.insert(text).inserted else { continue }
            var remark = Remark(person: friend, text: text, at: at)
            answer(&remark, owner: workout.owner, friends, using: &chance)
            workouts[place].comments.append(remark)
        }
    }

    private func answer(
        _ remark: inout Remark, owner: Int, _ friends: [Int], using chance: inout DemoChance
    ) {
        if chance.happens(0.6) { remark.hearts.append(owner) }
        for friend in friends.prefix(8) where friend != remark.person && chance.happens(0.06) {
            remark.hearts.append(friend)
        }
        let at = remark.at.addingTimeInterval(Double(chance.number(120...20_000)))
        guard chance.happens(0.5), at < end else { return }
        let mention = chance.happens(0.3) ? "@\(people[remark.person].username) " : ""
        remark.answer = Answer(text: mention + chance.one(of: DemoWords.answers), at: at)
    }
}
