import Foundation
import Paceline
import PacelineEngine

/// Tournaments of groups and of everyone.
struct TournamentPart: WorldPart {
    var tournaments: [Season] = []
    /// Who created the tournaments of groups.
    fileprivate var authors: [Season.ID: Int] = [:]
    /// An administrator of the community, whom the people of the world never meet.
    fileprivate var chief: Person.ID?

    init() {}

    static let steps: [WorldStep] = [
        WorldStep(3) { world, one, _, random in try await world.createTournament(one, &random) },
        WorldStep(1) { world, one, _, random in try await world.cancelTournament(one, &random) },
    ]

    static func setUp(in world: inout RandomWorld) async throws {
        let chief = try await world.engine.signUp(
            SignUp(
                username: "the_chief", password: "correct horse chief", displayName: "The Chief",
                birthDate: Day(of: Date(timeIntervalSince1970: 316_742_400), in: .gmt))
        ).person.id
        let session = world.engine.session(for: chief)
        _ = try await session.update(AccountChanges(privacyLevel: .private), ifMatch: nil)
        try await world.engine.setRole(of: "the_chief", to: .administrator)
        _ = try await session.createRecoveryCodes()
        world[TournamentPart.self].chief = chief
    }

    static func check(_ change: Change, deliveredTo viewer: Int, in world: RandomWorld) async throws {
        try await GroupPart.check(change, deliveredTo: viewer, in: world)
        guard case .season(let season) = change.content else { return }
        let place = "\(change.kindName) delivered to \(viewer)"
        try expect(
            season, world.tournaments.first { $0.id == season.id }.map { world.shown($0, to: viewer) }, place)
    }
}

// Actions.
extension RandomWorld {
    fileprivate(set) var tournaments: [Season] {
        get { self[TournamentPart.self].tournaments }
        set { self[TournamentPart.self].tournaments = newValue }
    }

    private func chief() throws -> Session {
        guard let chief = self[TournamentPart.self].chief else {
            throw PrivacyMismatch(description: "The world has no administrator.")
        }
        return engine.session(for: chief)
    }

    /// Creates a tournament of a random group, or of everyone.
    fileprivate mutating func createTournament(_ one: Int, _ random: inout SeededRandom) async throws {
        let today = Day(of: engine.environment.now(), in: .gmt)
        let first = today.adding(days: [0, 0, 0, 1].randomElement(using: &random) ?? 0)
        let draft = TournamentDraft(
            title: "Contest \(tournaments.count)",
            metric: BoardMetric.tournamentMetrics.randomElement(using: &random) ?? .xp, firstDay: first,
            lastDay: first.adding(days: Int.random(in: 0...2, using: &random)))
        guard let group = groups.randomElement(using: &random), Int.random(in: 0..<4, using: &random) > 0
        else {
            guard tournaments.count(where: { $0.group == nil }) < 4 else { return }
            let tournament = try await chief().createGlobalTournament(draft)
            return tournaments.append(tournament)
        }
        let openCount = tournaments.count { $0.group == group.id }
        let refusal = refusal(toManage: group, one) ?? (openCount < 3 ? nil : .limitReached)
        guard refusal == nil else {
            return try await expect(
                code { try await session(one).createTournament(draft, in: group.id) }, refusal,
                "tournament of \(one) in \(group.id)")
        }
        let tournament = try await session(one).createTournament(draft, in: group.id)
        tournaments.append(tournament)
        self[TournamentPart.self].authors[tournament.id] = one
    }

    fileprivate mutating func cancelTournament(_ one: Int, _ random: inout SeededRandom) async throws {
        guard let index = tournaments.indices.randomElement(using: &random) else { return }
        let tournament = tournaments[index]
        guard let group = groups.first(where: { $0.id == tournament.group }) else {
            try await expect(
                code { try await session(one).cancelTournament(tournament.id) }, .notAllowed,
                "cancelling of a tournament of everyone by \(one)")
            try await chief().cancelGlobalTournament(tournament.id)
            tournaments.remove(at: index)
            return
        }
        let refusal = refusal(toManage: group, one).map { $0 == .groupNotFound ? .seasonNotFound : $0 }
        try await expect(
            code { try await session(one).cancelTournament(tournament.id) }, refusal,
            "cancelling of \(tournament.id) by \(one)")
        if refusal == nil { tournaments.remove(at: index) }
    }

    private func refusal(toManage group: GroupRecord, _ one: Int) -> SocialError.Code? {
        guard group.members.contains(one) else { return .groupNotFound }
        return group.isAdministrator(one) ? nil : .notAllowed
    }
}

// Checks.
extension RandomWorld {
    /// Checks the results of all tournaments as everyone sees them: those of now, those after the end, and the final ones
    /// after one person has hidden or shown their totals. Runs last, since it lets time pass.
    func checkTournaments() async throws {
        try await followTraining()
        try await checkTournaments(countedIn: self, "open")
        guard let last = tournaments.map(\.lastDay).max() else { return }
        clock.advance(to: last.endEverywhere)
        try await followTraining()
        try await checkTournaments(countedIn: self, "closed")
        clock.advance(to: Season.graceEnd(after: last).addingTimeInterval(1))
        try await followTraining()
        var later = self
        let one = Int(truncatingIfNeeded: seed % UInt64(people.count))
        later.people[one].showsStats.toggle()
        _ = try await session(one).update(
            SettingsChanges(showWorkoutStats: later.people[one].showsStats))
        try await later.followTraining()
        try await later.checkTournaments(countedIn: self, "final")
    }

    /// Ranks what people trained, and closes what has ended.
    private func followTraining() async throws {
        _ = try await engine.followLog()
        _ = try await PeriodicJob.all.first { $0.name == "ranking training" }?.run(on: engine)
        try await engine.closeSeasons()
    }

    /// - Parameter before: the world in which the results were counted.
    private func checkTournaments(countedIn before: RandomWorld, _ state: String) async throws {
        for viewer in people.indices {
            for group in groups.map({ $0.id as LeaderboardGroup.ID? }) + [nil] {
                try await checkList(of: group, shownTo: viewer)
            }
            for tournament in tournaments {
                let place = "\(state) \(tournament.metric) tournament \(tournament.id) for \(viewer)"
                guard isMember(viewer, of: tournament.group) else {
                    try await expect(
                        code { try await session(viewer).season(tournament.id) }, .seasonNotFound, place)
                    continue
                }
                let shown = try await session(viewer).season(tournament.id)
                let expected = before.results(of: tournament, asSeenBy: viewer, in: self)
                try expect(shown.season.state == .open, state == "open", "state of \(place)")
                try expect(Set(shown.rows.map(Standing.init)), expected, place)
                try expect(
                    shown.me.map(Standing.init), expected.first { $0.person == people[viewer].id },
                    "me in the \(place)")
            }
        }
    }

    /// Checks which tournaments exist for the viewer: all of their groups and of everyone, also those without results.
    private func checkList(of group: LeaderboardGroup.ID?, shownTo viewer: Int) async throws {
        let place = "tournaments of \(group?.description ?? "everyone") for \(viewer)"
        guard isMember(viewer, of: group) else {
            return try await expect(
                code { try await session(viewer).seasons(of: group, kind: .tournament, all) }, .groupNotFound,
                place)
        }
        let listed = try await session(viewer).seasons(of: group, kind: .tournament, all).items
        let titles = tournaments.filter { $0.group == group }.map { shown($0, to: viewer).title ?? "" }
        try expect(listed.map { $0.title ?? "" }.sorted(), titles.sorted(), place)
    }

    /// The tournament as the viewer reads it: its author's text is its title. That of everyone's tournaments has no
    /// friends.
    fileprivate func shown(_ tournament: Season, to viewer: Int) -> Season {
        let author = self[TournamentPart.self].authors[tournament.id]
        let isRead = author.map { reads(viewer, textsOf: $0) } ?? !people[viewer].readsFriendsOnly
        guard !isRead else { return tournament }
        var tournament = tournament
        tournament.title = "Tournament"
        return tournament
    }

    /// - Parameter group: nil for everyone.
    private func isMember(_ person: Int, of group: LeaderboardGroup.ID?) -> Bool {
        group.map { members(of: $0)?.contains(person) ?? false } ?? true
    }

    /// The rows that the viewer sees of what people have reached in this world.
    /// - Parameter now: the world in which the viewer reads them.
    private func results(
        of tournament: Season, asSeenBy viewer: Int, in now: RandomWorld
    ) -> Set<Standing> {
        let days = tournament.firstDay...tournament.lastDay
        let closeness = tournament.group == nil ? Closeness.stranger : .friend
        var amounts: [Int: Int] = [:]
        for owner in people.indices
        where counts(owner, in: tournament) && now.shows(owner, in: tournament, to: viewer) {
            let amount = amount(of: tournament.metric, of: owner, seenFrom: closeness, on: days)
            if amount > 0 { amounts[owner] = amount }
        }
        return Set(
            amounts.map { owner, amount in
                Standing(
                    person: people[owner].id, rank: 1 + amounts.values.count { $0 > amount }, points: amount)
            })
    }

    private func counts(_ owner: Int, in tournament: Season) -> Bool {
        guard let id = tournament.group else { return isOnGlobalBoards(owner, by: tournament.metric) }
        return sharesTraining(owner, by: tournament.metric) && seesRow(owner, of: owner, in: id)
    }

    /// Whether the viewer sees the person's result. Everyone's results follow what people show now.
    private func shows(_ owner: Int, in tournament: Season, to viewer: Int) -> Bool {
        guard let id = tournament.group else {
            return isOnGlobalBoards(owner, by: tournament.metric) && !areBlocked(viewer, owner)
        }
        return seesRow(viewer, of: owner, in: id)
    }
}

extension RandomWorld.Standing {
    fileprivate init(_ row: SeasonRow) {
        self.init(person: row.person.id, rank: row.rank, points: row.points)
    }
}
