import Foundation
import Paceline
import PacelineEngine

/// Game scores and boards.
struct ScorePart: WorldPart {
    var scores: [RandomWorld.ScoreRecord] = []
    /// The default visibility of each person's scores; friends for people without one.
    var defaults: [Int: ScoreVisibility] = [:]

    static let steps: [WorldStep] = [
        WorldStep(4) { world, one, _, random in try await world.play(one, &random) },
        WorldStep(1) { world, _, _, random in try await world.deleteScore(&random) },
        WorldStep(1) { world, one, _, _ in try await world.showOrHide(one) },
        WorldStep(1) { world, one, _, random in try await world.chooseDefault(one, &random) },
    ]

    static func items(in world: RandomWorld) -> [WorldItem] {
        world.scores.map { score in
            WorldItem(id: score.id, owner: score.owner, at: score.at) { world.sees($0, score) }
        }
    }

    static func facts(in world: RandomWorld, knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts {
        var facts: Facts = [:]
        for score in world.scores
        where world.receives(viewer, of: score.id, by: score.owner, watching: items)
            && world.sees(viewer, score)
        {
            facts[.item(score.id)] = words(score.points, score.visibility)
        }
        return facts
    }

    static func apply(_ content: LiveEvent.Content, in facts: inout Facts, loading now: Facts) {
        guard case .item(let card) = content, let score = card.score else { return }
        facts[.item(card.id)] = words(score.points, score.visibility)
    }

    private static func words(_ points: Int, _ visibility: ScoreVisibility) -> String {
        "\(points) points for \(visibility)"
    }

    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws {
        try await world.checkScores(asSeenBy: viewer)
        try await world.checkBoards(of: viewer)
    }

    static func check(
        _ content: LiveEvent.Content, deliveredTo viewer: Int, isCurrent: Bool, in world: RandomWorld
    ) async throws {
        guard case .score(let person) = content else { return }
        let place = "\(content.summary) delivered to \(viewer)"
        try world.checkExists(person, for: viewer, place)
        guard isCurrent, let player = world.index(of: person) else { return }
        let seesRow = world.groups.contains {
            $0.members.contains(viewer) && world.seesRow(viewer, of: player, in: $0.id)
        }
        let maySeeScores =
            world.people[player].isChild
            ? world.areFriends(viewer, player) : world.follows(viewer, player)
        try expect(viewer == player || maySeeScores || seesRow, true, place)
    }

    static func check(
        _ notification: SocialNotification, of person: Int, shownTo viewer: Int, in world: RandomWorld
    ) throws {
        guard notification.kind == .newScore else {
            return try world.checkOvertaking(notification, by: person, shownTo: viewer)
        }
        let place = "new score of \(person) shown to \(viewer)"
        try expect(world.scores.first { $0.id == notification.item?.id }?.owner, person, place)
        try expect(world.follows(viewer, person), true, place)
    }
}

extension RandomWorld {
    fileprivate(set) var scores: [ScoreRecord] {
        get { self[ScorePart.self].scores }
        set { self[ScorePart.self].scores = newValue }
    }

    struct ScoreRecord: Sendable {
        let id: FeedItem.ID
        let owner: Int
        let game: Game.ID
        let day: Day
        let at: Date
        var points: Int
        var visibility: ScoreVisibility
    }

    static let games = [Game.ID(trusted: "wordle"), Game.ID(trusted: "nyt_mini")]
    static let today = Day(of: now, in: .gmt)

    func sees(_ viewer: Int, _ score: ScoreRecord) -> Bool {
        ItemVisibility.allows(
            closeness: closeness(viewer, score.owner),
            audience: Audience.of(people[score.owner].privacyLevel),
            item: score.visibility.itemVisibility)
    }
}

// Actions.
extension RandomWorld {
    fileprivate mutating func play(_ one: Int, _ random: inout SeededRandom) async throws {
        let game = Self.games.randomElement(using: &random) ?? Self.games[0]
        let day = Self.today.adding(days: -Int.random(in: 0...3, using: &random))
        // Every sixth score leaves the visibility to the default.
        let number = Int.random(in: 0...ScoreVisibility.allCases.count, using: &random)
        let visibility = number == 0 ? nil : ScoreVisibility.allCases[number - 1]
        let draft = ScoreDraft(
            score: Int.random(in: 1...6, using: &random),
            isCompleted: Int.random(in: 0..<5, using: &random) > 0,
            visibility: visibility)
        let old = scores.first { ($0.owner, $0.game, $0.day) == (one, game, day) }?.visibility
        // Children and people of unknown age show nothing new to more than friends.
        let refusal = people[one].refusalToShow
        guard refusal == nil || visibility ?? .private <= max(old ?? .private, .friends) else {
            return try await expect(
                code { try await session(one).publish(draft, in: game, on: day) }, refusal,
                "\(String(describing: visibility)) score of \(one)")
        }
        let score = try await session(one).publish(draft, in: game, on: day).score
        let place = "visibility of a score of \(one)"
        if let index = scores.firstIndex(where: { $0.id == score.id }) {
            scores[index].points = score.points
            scores[index].visibility = visibility ?? scores[index].visibility
            try expect(score.visibility, scores[index].visibility, place)
        } else {
            let item = try await session(one).item(score.id)
            let expected = visibility ?? self[ScorePart.self].defaults[one] ?? .friends
            try expect(score.visibility, expected, place)
            scores.append(
                ScoreRecord(
                    id: score.id, owner: one, game: game, day: day, at: item.at, points: score.points,
                    visibility: expected))
        }
    }

    /// Changes the default, which leaves published scores as they are.
    fileprivate mutating func chooseDefault(_ one: Int, _ random: inout SeededRandom) async throws {
        let isLimited = people[one].isChild || !people[one].isOfKnownAge
        let choices = ScoreVisibility.allCases.filter { !isLimited || $0 <= .friends }
        let visibility = choices.randomElement(using: &random) ?? .private
        _ = try await session(one).update(SettingsChanges(scoreVisibility: visibility))
        self[ScorePart.self].defaults[one] = visibility
    }

    fileprivate mutating func deleteScore(_ random: inout SeededRandom) async throws {
        guard let index = scores.indices.randomElement(using: &random) else { return }
        let score = scores.remove(at: index)
        try await session(score.owner).deleteScore(in: score.game, on: score.day)
    }

    fileprivate mutating func showOrHide(_ one: Int) async throws {
        guard !people[one].isChild else { return }
        people[one].isShown.toggle()
        _ = try await session(one).update(SettingsChanges(showOnLeaderboards: people[one].isShown))
    }
}

// Checks.
extension RandomWorld {
    fileprivate func checkScores(asSeenBy viewer: Int) async throws {
        let session = session(viewer)
        for score in scores {
            let place = "score of \(score.owner) seen by \(viewer)"
            try expect(
                try await code { try await session.item(score.id) },
                sees(viewer, score) ? nil : .itemNotFound, place)
        }
        for owner in Set(scores.map(\.owner)) where !areBlocked(viewer, owner) {
            let shown = try await session.scores(of: .id(people[owner].id), from: nil, to: nil, all).items
            let seen = scores.filter { $0.owner == owner && sees(viewer, $0) }
            try expect(
                Set(shown.map { "\($0.id) for \($0.visibility)" }),
                Set(seen.map { "\($0.id) for \($0.visibility)" }), "scores of \(owner) seen by \(viewer)")
        }
    }

    /// Checks one board per scope. Range and game vary by viewer, since checking all would take too long.
    fileprivate func checkBoards(of viewer: Int) async throws {
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

    /// Checks that a person who overtook the viewer shares that board with them.
    fileprivate func checkOvertaking(
        _ notification: SocialNotification, by person: Int, shownTo viewer: Int
    ) throws {
        let place = "overtaking by \(person) shown to \(viewer)"
        let day = notification.boardRank?.day
        let least = notification.group == nil ? ScoreVisibility.friends : .groups
        for one in [person, viewer] {
            try expect(
                scores.contains { $0.owner == one && $0.day == day && $0.visibility >= least }, true,
                "\(place): scores of \(one)")
        }
        if let group = notification.group {
            let members = groups.first { $0.id == group.id }?.members ?? []
            try expect(Set(members).isSuperset(of: [person, viewer]), true, place)
            try expect(seesRow(viewer, of: person, in: group.id), true, place)
            try expect(seesRow(viewer, of: viewer, in: group.id), true, place)
        } else {
            try expect(areFriends(viewer, person) && people[person].isShown, true, place)
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

    private func isOnBoard(_ score: ScoreRecord, _ scope: LeaderboardScope, asSeenBy viewer: Int) -> Bool {
        let owner = people[score.owner]
        return switch scope {
        case .global:
            owner.isShown && owner.isOfKnownAge && owner.privacyLevel == .public
                && score.visibility >= .friends
                && !areBlocked(viewer, score.owner)
        case .group(let id):
            score.visibility > .private && seesRow(viewer, of: score.owner, in: id)
        case .friends:
            score.visibility >= .friends
                && (viewer == score.owner || owner.isShown && areFriends(viewer, score.owner))
        }
    }

}

extension RandomWorld.Standing {
    init(_ row: LeaderboardRow) {
        self.init(person: row.person.id, rank: row.rank, points: row.points)
    }
}
