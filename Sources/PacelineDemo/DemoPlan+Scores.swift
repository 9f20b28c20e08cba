import Foundation
import Paceline

extension DemoPlan {
    /// The result of one person in one game on one day, and what was said to it.
    struct SharedScore: Equatable {
        let owner: Int
        let game: Game.ID
        let day: Day
        let draft: ScoreDraft
        let at: Date
        var kudos: [Kudos] = []
        var comments: [Remark] = []
    }

    /// Some three of ten people play, mostly those who have somebody to play with.
    mutating func planScores(_ circles: Circles, using chance: inout DemoChance) {
        let players = planPlayers(circles, using: &chance)
        let lastDay = Day(of: end, in: .gmt)
        // East of here the last day has begun.
        for daysBefore in (0...DemoPlayer.dayCount).reversed() {
            let day = lastDay.adding(days: -daysBefore)
            let puzzles = GameCatalogue.standard.entries.map { DemoPuzzle($0, on: day, using: &chance) }
            let byGame = Dictionary(uniqueKeysWithValues: puzzles.map { ($0.game.id, $0) })
            for player in players where player.plays(daysBefore: daysBefore, using: &chance) {
                play(byGame, on: day, player, using: &chance)
            }
        }
        scores.sort { ($0.at, $0.owner) < ($1.at, $1.owner) }
        planScoreReactions(circles, using: &chance)
    }

    private func planPlayers(_ circles: Circles, using chance: inout DemoChance) -> [DemoPlayer] {
        let inGroups = Set(groups.flatMap { [$0.owner] + $0.members.map(\.person) })
        let others = chance.some(people.count * 3 / 10 - 1, of: Array(people.indices.dropFirst())) {
            (inGroups.contains($0) ? 5 : 1) + (circles[0][$0] == nil ? 0 : 3)
        }
        return [.known(using: &chance)] + others.map { DemoPlayer($0, using: &chance) }
    }

    private mutating func play(
        _ puzzles: [Game.ID: DemoPuzzle], on day: Day, _ player: DemoPlayer, using chance: inout DemoChance
    ) {
        let zone = TimeZone(identifier: people[player.person].timeZone) ?? .gmt
        var at = day.startInUTC.addingTimeInterval(
            Double(player.hour * 3_600 - zone.secondsFromGMT(for: day.startInUTC) + chance.number(0...5_000)))
        // The first is the one that they do not leave out.
        for (place, taste) in player.games.enumerated() where place == 0 || chance.happens(0.7) {
            guard let puzzle = puzzles[taste.game] else { continue }
            at.addTimeInterval(Double(chance.number(90...600)))
            var draft = puzzle.result(of: taste, using: &chance)
            draft.visibility = player.visibility
            guard at > people[player.person].joinedAt, at < end else { continue }
            scores.append(
                SharedScore(owner: player.person, game: taste.game, day: day, draft: draft, at: at))
        }
    }
}

extension DemoPlan {
    private mutating func planScoreReactions(_ circles: Circles, using chance: inout DemoChance) {
        for place in scores.indices {
            let score = scores[place]
            let friends = circles[score.owner].filter { $0.value < score.at }.keys.sorted()
            let occasion = DemoWords.occasion(of: score)
            for friend in friends where chance.happens(people[friend].generosity * occasion.interest) {
                let at = score.at.addingTimeInterval(Double(chance.number(60...40_000)))
                if at < end { scores[place].kudos.append(Kudos(person: friend, isBig: false, at: at)) }
            }
            guard chance.happens(occasion.interest / 4), !friends.isEmpty else { continue }
            let at = score.at.addingTimeInterval(Double(chance.number(300...20_000)))
            let texts = DemoWords.scoreRemarks[occasion] ?? []
            guard at < end else { continue }
            scores[place].comments.append(
                Remark(person: chance.one(of: friends), text: chance.one(of: texts), at: at))
        }
    }
}
