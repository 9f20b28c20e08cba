import Foundation
import PacelineLocal
import Testing

/// Starts a tournament of seven days in a group that the person owns or administers: the longest distance wins.
func startTournament(
    titled title: String, on today: Day, in group: LeaderboardGroup, as services: some SocialServices
) async throws -> Season {
    let draft = TournamentDraft(
        title: title, metric: .distance, firstDay: today, lastDay: today.adding(days: 6))
    return try await services.createTournament(draft, in: group.id)
}

/// The tournaments of a group that have not ended, to be shown above its past seasons.
func openTournaments(
    of group: LeaderboardGroup, as services: some SocialServices
) async throws -> [Season] {
    let tournaments = try await services.seasons(of: group.id, kind: .tournament, PageRequest())
    return tournaments.items.filter { $0.state == .open }
}

/// The results of a season by distance; those so far, while it is open.
func results(
    of season: Season, as services: some SocialServices
) async throws -> (lines: [String], ownRank: Int?) {
    let results = try await services.season(season.id)
    let lines = results.rows.map { "\($0.rank). \($0.person.displayName): \($0.points) m" }
    return (lines, results.me?.rank)
}

@Suite("Snippets: holding a tournament") struct HoldingATournamentTests {
    @Test("The results so far change with a workout, and the tournament is open")
    func competing() async throws {
        let community = try await LocalCommunity.preview()
        let maya = try await community.session(named: "maya")
        let ben = try await community.session(named: "ben")
        let group = try await maya.createGroup(title: "Early Birds")
        try await maya.invite(.username("ben"), to: group.id)
        _ = try await ben.acceptInvitation(to: group.id)
        let today = Day(of: LocalCommunity.Preview.now, in: .gmt)
        let tournament = try await startTournament(titled: "Spring sprint", on: today, in: group, as: maya)
        #expect(try await openTournaments(of: group, as: ben) == [tournament])
        let before = try await results(of: tournament, as: ben)
        #expect(before.lines == ["1. Maya Lindqvist: 2500 m"])
        #expect(before.ownRank == nil)
        let draft = WorkoutDraft(
            type: .running, title: "Along the river",
            startedAt: LocalCommunity.Preview.now.addingTimeInterval(-3_600), duration: 1_800,
            measures: WorkoutMeasures(distance: 5_000))
        _ = try await ben.publish(draft, as: Workout.ID(UUID()), ifMatch: nil)
        let after = try await results(of: tournament, as: ben)
        #expect(after.lines == ["1. Ben Okafor: 5000 m", "2. Maya Lindqvist: 2500 m"])
        #expect(after.ownRank == 1)
    }
}
