import Foundation
import Paceline
import PacelineEngine

// Boards by training, which add up what friends see, and global ones what everyone sees.

extension RandomWorld {
    /// Checks what everyone sees of these boards. Runs after the other parts, since reading them also posts what people
    /// have earned.
    func checkTraining() async throws {
        for viewer in people.indices { try await checkTraining(of: viewer) }
    }

    /// Checks one range of each board, which varies by viewer, and XP of all time.
    private func checkTraining(of viewer: Int) async throws {
        // Otherwise reading the board does it.
        if engine.sharesDatabase { _ = try await engine.followLog() }
        let ranges: [LeaderboardRange] = [.today, .sevenDays, .week, .month, .all]
        let range = ranges[abs(Int(truncatingIfNeeded: seed) &+ viewer) % ranges.count]
        for scope in [LeaderboardScope.friends, .global] + groups.map({ .group($0.id) }) {
            if case .group(let id) = scope, members(of: id)?.contains(viewer) != true { continue }
            for (metric, range) in [(BoardMetric.distance, range), (.activeDays, range), (.xp, .all)] {
                let query = LeaderboardQuery(scope: scope, range: range, day: Self.today, metric: metric)
                let shown = try await session(viewer).leaderboard(query, all)
                let expected = training(query, asSeenBy: viewer)
                let place = "\(scope) board of \(range) by \(metric) for \(viewer)"
                try expect(Set(shown.rows.map(Standing.init)), expected, place)
                try expect(
                    shown.me.map(Standing.init), expected.first { $0.person == people[viewer].id },
                    "me on the \(place)")
            }
        }
    }

    private func training(_ query: LeaderboardQuery, asSeenBy viewer: Int) -> Set<Standing> {
        let closeness = query.scope == .global ? Closeness.stranger : .friend
        var amounts: [Int: Int] = [:]
        for owner in people.indices where isOnBoard(owner, query, asSeenBy: viewer) {
            let amount = amount(
                of: query.metric, of: owner, seenFrom: closeness, on: query.range.days(of: Self.today))
            if amount > 0 { amounts[owner] = amount }
        }
        return Set(
            amounts.map { owner, amount in
                Standing(
                    person: people[owner].id, rank: 1 + amounts.values.count { $0 > amount }, points: amount)
            })
    }

    /// What the person's workouts that are visible at this closeness add up to.
    /// - Parameter days: nil for all time.
    func amount(
        of metric: BoardMetric, of owner: Int, seenFrom closeness: Closeness, on days: ClosedRange<Day>?
    ) -> Int {
        guard metric != .xp else { return earnedXP(of: owner, seenFrom: closeness, on: days) }
        let duplicates = duplicates(of: owner)
        let counted = workouts.filter { workout in
            workout.owner == owner && workout.visibility.rawValue >= closeness.rawValue
                && duplicates[workout.id] == nil
                && days?.contains(Day(of: workout.startedAt, in: .gmt)) ?? true
        }
        let byDay = Dictionary(grouping: counted) { Day(of: $0.startedAt, in: .gmt) }
        return byDay.values.reduce(0) { $0 + amount(of: metric, on: $1) }
    }

    /// What a day's workouts add up to.
    private func amount(of metric: BoardMetric, on workouts: [WorkoutRecord]) -> Int {
        switch metric {
        case .distance: workouts.reduce(0) { $0 + Int(($1.distance * 1_000).rounded()) } / 1_000
        case .duration: workouts.reduce(0) { $0 + Int($1.endedAt.timeIntervalSince($1.startedAt)) }
        case .workouts: min(workouts.count, 10)
        case .activeDays: 1
        // No one lifts weights.
        case .volume: 0
        case .points, .xp, .currentStreak, .unknown: preconditionFailure("Not an amount of a day: \(metric)")
        }
    }

    /// Whether the person shows others amounts of the metric.
    func sharesTraining(_ owner: Int, by metric: BoardMetric) -> Bool {
        let needsNoDetails = metric == .activeDays || metric == .workouts
        return people[owner].showsStats && (needsNoDetails || people[owner].showsDetails)
    }

    /// Whether everyone who is not blocked sees the person on the global boards of the metric.
    func isOnGlobalBoards(_ owner: Int, by metric: BoardMetric) -> Bool {
        let person = people[owner]
        return sharesTraining(owner, by: metric) && person.isShown && person.isOfKnownAge
            && person.privacyLevel == .public
    }

    private func isOnBoard(_ owner: Int, _ query: LeaderboardQuery, asSeenBy viewer: Int) -> Bool {
        let person = people[owner]
        let isShared = sharesTraining(owner, by: query.metric)
        return switch query.scope {
        case .global: isOnGlobalBoards(owner, by: query.metric) && !areBlocked(viewer, owner)
        case .group(let id): seesRow(viewer, of: owner, in: id) && (isShared || viewer == owner)
        case .friends: viewer == owner || isShared && person.isShown && areFriends(viewer, owner)
        }
    }
}
