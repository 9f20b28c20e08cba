import Foundation
import Paceline

extension DemoPlan {
    /// A score of one person in one game on one day, with its reactions.
    struct SharedScore: Equatable {
        let owner: Int
        let game: Game.ID
        let day: Day
        let draft: ScoreDraft
        let at: Date
        var kudos: [Kudos] = []
        var comments: [PlannedComment] = []
    }

    /// Plans scores for about 30 % of people, mostly group members and friends of the demo user.
    mutating func planScores(_ friendDates: FriendDates, using random: inout DemoRandom) {
        let players = planPlayers(friendDates, using: &random)
        let lastDay = Day(of: end, in: .gmt)
        // Includes the last day, which has already begun in eastern time zones.
        for daysBefore in (0...DemoPlayer.dayCount).reversed() {
            let day = lastDay.adding(days: -daysBefore)
            let puzzles = GameCatalogue.standard.entries.map { DemoPuzzle($0, on: day, using: &random) }
            let byGame = Dictionary(uniqueKeysWithValues: puzzles.map { ($0.game.id, $0) })
            for player in players where player.plays(daysBefore: daysBefore, using: &random) {
                play(byGame, on: day, player, using: &random)
            }
        }
        scores.sort { ($0.at, $0.owner) < ($1.at, $1.owner) }
        planScoreReactions(friendDates, using: &random)
    }

    /// The number of members of the demo user's own group who play as well as the demo user.
    private static let rivalCount = 4

    private func planPlayers(_ friendDates: FriendDates, using random: inout DemoRandom) -> [DemoPlayer] {
        let inGroups = Set(groups.flatMap { [$0.owner] + $0.members.map(\.person) })
        let count = people.count * 3 / 10 - 1
        let rivals = (groups.last?.members ?? []).map(\.person).prefix(min(count, Self.rivalCount))
        let others = random.sample(
            count - rivals.count, of: people.indices.dropFirst().filter { !rivals.contains($0) }
        ) {
            inGroups.contains($0) && friendDates[0][$0] == nil ? 5 : 1
        }
        return [.demoUser(using: &random)] + rivals.map { DemoPlayer.rival($0, using: &random) }
            + others.map { DemoPlayer($0, using: &random) }
    }

    private mutating func play(
        _ puzzles: [Game.ID: DemoPuzzle], on day: Day, _ player: DemoPlayer, using random: inout DemoRandom
    ) {
        var at = day.start(in: people[player.person].zone).addingTimeInterval(
            player.hour * 3_600 + Double(random.number(0...4_000)))
        let latest = day.start(in: people[player.person].zone).addingTimeInterval(22.5 * 3_600)
        // The first game is played every time, the others less often, in other breaks of the day.
        for (index, gameSkill) in player.games.enumerated() where index == 0 || random.chance(0.7) {
            guard let puzzle = puzzles[gameSkill.game] else { continue }
            if index > 0 {
                at = min(at.addingTimeInterval(Double(random.number(300...15_000))), latest)
                    .addingTimeInterval(Double(random.number(90...600)))
            }
            var draft = puzzle.result(for: gameSkill, using: &random)
            draft.visibility = player.visibility
            guard at > people[player.person].joinedAt, at < end else { continue }
            scores.append(
                SharedScore(owner: player.person, game: gameSkill.game, day: day, draft: draft, at: at))
        }
    }
}

extension DemoPlan {
    private mutating func planScoreReactions(_ friendDates: FriendDates, using random: inout DemoRandom) {
        // No one else sees a score that only groups count.
        for index in scores.indices where scores[index].draft.visibility != .groups {
            let score = scores[index]
            let friends = friendDates[score.owner].filter { $0.value < score.at }.keys.sorted()
            let occasion = DemoConversation.occasion(of: score)
            for friend in friends where random.chance(people[friend].generosity * occasion.interest) {
                let at = score.at.addingTimeInterval(Double(random.number(60...40_000)))
                if at < end { scores[index].kudos.append(Kudos(person: friend, isBig: false, at: at)) }
            }
            guard random.chance(occasion.interest / 4), !friends.isEmpty else { continue }
            let at = score.at.addingTimeInterval(Double(random.number(300...20_000)))
            guard at < end else { continue }
            let conversation = random.element(of: DemoConversation.about(score))
            var planned = PlannedComment(
                person: random.element(of: friends), text: conversation.comment, at: at)
            reply(&planned, conversation.replies, using: &random)
            scores[index].comments.append(planned)
        }
    }
}
