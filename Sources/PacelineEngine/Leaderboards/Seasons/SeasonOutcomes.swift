import Paceline
import PacelineDatabase

/// Who won a season, and the viewer's own rank, without the people who are hidden from the viewer.
public struct SeasonOutcome: Sendable {
    public let winner: Person
    /// How many others share the first place.
    public internal(set) var otherWinners: Int
    /// Nil if the viewer is not in the results, or behind those that a global season shows.
    public internal(set) var rank: Int?
}

extension Transaction {
    /// The outcomes of the seasons that are final. A season without a row that the viewer sees has none.
    func outcomes(of seasons: [Season]) throws -> [Season.ID: SeasonOutcome] {
        let final = seasons.filter { $0.state == .final }.map(\.id)
        guard !final.isEmpty else { return [:] }
        let winners = try fetchWinnersLater(of: final)
        let ranks = try fetchOwnRanksLater(in: final)
        let found = try winners.get()
        let people = try people(found.map(\.person))
        var outcomes: [Season.ID: SeasonOutcome] = [:]
        for (season, person, others) in found {
            guard let winner = people[person] else { continue }
            outcomes[season] = SeasonOutcome(winner: winner, otherWinners: others, rank: nil)
        }
        // Beyond the rows shown, whether there is a rank depends on how many people are hidden.
        let global = Set(seasons.filter { $0.group == nil }.map(\.id))
        for (season, rank) in try ranks.get() where rank <= Season.maxGlobalRows || !global.contains(season) {
            outcomes[season]?.rank = rank
        }
        return outcomes
    }

    /// The first row of each season that the viewer sees, and how many others whom the viewer sees share its rank. All
    /// of them are counted, since hidden people would take some of a limited number of places. Index: the primary key
    /// of `season_results`.
    private func fetchWinnersLater(
        of seasons: [Season.ID]
    ) throws -> Deferred<[(season: Season.ID, person: Person.ID, others: Int)]> {
        try connection.fetchAllLater(
            """
            SELECT season_results.season, season_results.person, (
                SELECT COUNT(*)
                FROM season_results tied
                WHERE tied.season = seasons.id AND tied.place > season_results.place
                    AND tied.place < COALESCE((
                        SELECT worse.place
                        FROM season_results worse
                        WHERE worse.season = seasons.id AND worse.place > season_results.place
                            AND worse.rank > season_results.rank
                        ORDER BY worse.place
                        LIMIT 1), \(Season.storedGlobalRows + 1))
                    AND tied.person IS NOT NULL AND \(SQL.showsResult(of: "tied.person", to: viewer)))
            FROM seasons
            JOIN season_results ON season_results.season = seasons.id AND season_results.place = (
                SELECT best.place
                FROM season_results best
                WHERE best.season = seasons.id AND best.person IS NOT NULL
                    AND \(SQL.showsResult(of: "best.person", to: viewer))
                ORDER BY best.place
                LIMIT 1)
            WHERE seasons.id IN \(list: seasons)
            """
        ) { (season: $0[0] as Season.ID, person: $0[1] as Person.ID, others: $0[2] as Int) }
    }

    /// The viewer's ranks, which close up over hidden people as in ``rows(of:)``. Index: `season, person`.
    private func fetchOwnRanksLater(
        in seasons: [Season.ID]
    ) throws -> Deferred<[(season: Season.ID, rank: Int)]> {
        try connection.fetchAllLater(
            """
            SELECT season_results.season, season_results.rank, (
                SELECT COUNT(*)
                FROM season_results ahead
                WHERE ahead.season = seasons.id AND ahead.rank < season_results.rank
                    AND ahead.person IS NOT NULL
                    AND NOT (\(SQL.showsResult(of: "ahead.person", to: viewer))))
            FROM season_results
            JOIN seasons ON seasons.id = season_results.season
            WHERE season_results.season IN \(list: seasons) AND season_results.person = \(viewer.id)
                AND \(SQL.showsResult(of: "season_results.person", to: viewer))
            """
        ) { (season: $0[0] as Season.ID, rank: ($0[1] as Int) - ($0[2] as Int)) }
    }
}
