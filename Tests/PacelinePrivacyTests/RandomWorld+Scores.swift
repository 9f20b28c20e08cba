import Foundation
import Paceline
import PacelineEngine

extension RandomWorld {
    struct ScoredDay: Sendable {
        let id: FeedItem.ID
        let owner: Int
        let game: Game.ID
        let day: Day
        let at: Date
        var points: Int
        var visibility: Visibility
    }

    static let games = [Game.ID(trusted: "wordle"), Game.ID(trusted: "nyt_mini")]
    static let today = Day(of: now, in: .gmt)

    func sees(_ viewer: Int, _ score: ScoredDay) -> Bool {
        Visibility.allows(
            reach: reach(viewer, score.owner), audience: Audience.of(people[score.owner].privacyLevel),
            item: score.visibility)
    }
}

// What people do with scores.
extension RandomWorld {
    mutating func play(_ one: Int, _ random: inout SeededRandom) async throws {
        let game = Self.games.randomElement(using: &random) ?? Self.games[0]
        let day = Self.today.adding(days: -Int.random(in: 0...3, using: &random))
        let visibility = Visibility.allCases.randomElement(using: &random) ?? .private
        let draft = ScoreDraft(
            score: Int.random(in: 1...6, using: &random),
            isCompleted: Int.random(in: 0..<5, using: &random) > 0,
            visibility: visibility)
        let score = try await session(one).publish(draft, in: game, on: day).score
        if let index = scores.firstIndex(where: { $0.id == score.id }) {
            scores[index].points = score.points
            scores[index].visibility = visibility
        } else {
            let item = try await session(one).item(score.id)
            scores.append(
                ScoredDay(
                    id: score.id, owner: one, game: game, day: day, at: item.at, points: score.points,
                    visibility: visibility))
        }
    }

    mutating func deleteScore(_ random: inout SeededRandom) async throws {
        guard let index = scores.indices.randomElement(using: &random) else { return }
        let score = scores.remove(at: index)
        try await session(score.owner).deleteScore(in: score.game, on: score.day)
    }

    mutating func showOrHide(_ one: Int) async throws {
        guard !people[one].isChild else { return }
        people[one].isShown.toggle()
        _ = try await session(one).update(SettingsChanges(showOnLeaderboards: people[one].isShown))
    }
}

// What is shown of them.
extension RandomWorld {
    func checkScores(asSeenBy viewer: Int) async throws {
        let session = session(viewer)
        for score in scores {
            let place = "score of \(score.owner) seen by \(viewer)"
            try expect(
                try await code { try await session.item(score.id) },
                sees(viewer, score) ? nil : .itemNotFound, place)
        }
        for owner in Set(scores.map(\.owner)) where !areApart(viewer, owner) {
            let shown = try await session.scores(of: .id(people[owner].id), from: nil, to: nil, all).items
            let seen = scores.filter { $0.owner == owner && sees(viewer, $0) }
            try expect(
                shown.map(\.id).sorted(), seen.map(\.id).sorted(), "scores of \(owner) seen by \(viewer)")
        }
    }

    /// One board of each scope, whose range and game depend on the viewer, since all would take too long.
    func checkBoards(of viewer: Int) async throws {
        let choice = Int(truncatingIfNeeded: seed) &+ viewer
        let ranges: [LeaderboardRange] = [.today, .sevenDays, .week, .month, .all]
        let range = ranges[abs(choice) % ranges.count]
        let game = choice % 3 == 0 ? nil : Self.games[abs(choice) % 2]
        for scope in [LeaderboardScope.friends, .global] + groups.map({ .group($0.id) }) {
            let query = LeaderboardQuery(scope: scope, range: range, day: Self.today, game: game)
            if case .group(let id) = scope, members(of: id)?.contains(viewer) != true {
                try expect(
                    try await code { try await session(viewer).leaderboard(query, all) }, .groupNotFound,
                    "\(scope)")
                continue
            }
            let shown = try await session(viewer).leaderboard(query, all)
            let expected = board(query, asSeenBy: viewer)
            let place = "\(scope) board of \(range) for \(viewer)"
            try expect(Set(shown.rows.map(Standing.init)), expected, place)
            try expect(
                shown.me.map(Standing.init), expected.first { $0.person == people[viewer].id },
                "me on the \(place)")
        }
    }

    struct Standing: Hashable {
        let person: Person.ID
        let rank: Int
        let points: Int
    }

    private func board(_ query: LeaderboardQuery, asSeenBy viewer: Int) -> Set<Standing> {
        let days = query.range.days(of: Self.today)
        let counted = scores.filter { score in
            (query.game ?? score.game) == score.game && days?.contains(score.day) ?? true
                && isOnBoard(score, query.scope, asSeenBy: viewer)
        }
        let points = Dictionary(grouping: counted, by: \.owner).mapValues { $0.map(\.points).reduce(0, +) }
        return Set(
            points.map { owner, total in
                Standing(
                    person: people[owner].id, rank: 1 + points.values.count { $0 > total }, points: total)
            })
    }

    private func isOnBoard(_ score: ScoredDay, _ scope: LeaderboardScope, asSeenBy viewer: Int) -> Bool {
        let owner = people[score.owner]
        return switch scope {
        case .global:
            owner.isShown && owner.privacyLevel == .public && score.visibility == .public
                && !areApart(viewer, score.owner)
        case .group(let id):
            score.visibility >= .friends && !areApart(viewer, score.owner)
                && members(of: id)?.contains(score.owner) == true
        case .friends:
            score.visibility >= .friends
                && (viewer == score.owner || owner.isShown && areFriends(viewer, score.owner))
        }
    }

    private func members(of group: LeaderboardGroup.ID) -> [Int]? { groups.first { $0.id == group }?.members }
}

extension RandomWorld.Standing {
    init(_ row: LeaderboardRow) {
        self.init(person: row.person.id, rank: row.rank, points: row.points)
    }
}
