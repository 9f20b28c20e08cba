import Foundation
import Paceline
import PacelineDatabase

extension Engine {
    /// Closes every week, month and tournament that has ended, rebuilds the results of seasons that late scores and
    /// workouts have reopened, and finalizes seasons whose grace period is over.
    ///
    /// Idempotent, also when run on several servers at once: a week or month is unique per group and span. Seasons that
    /// ended while no server was running are closed too, oldest first.
    public func closeSeasons() async throws {
        let now = environment.now()
        // Global seasons copy the boards, which follow the log.
        try await catchUp(ExperienceConsumer()) {}
        for kind in Season.Kind.recurring {
            while let span = try await read({ try $0.nextSpan(kind, at: now) }) {
                try await close(span, at: now)
            }
        }
        try await closeTournaments(at: now)
        try await rebuildReopenedSeasons(at: now)
        try await write { try $0.finishSeasons(at: now) }
    }

    /// The maximum number of seasons per transaction.
    private static let seasonsPerTransaction = 50

    private func close(_ span: SeasonSpan, at now: Date) async throws {
        for metric in BoardMetric.seasonMetrics { try await close(span, by: metric, at: now) }
        try await write { [random = environment.random] in
            try $0.close(span, of: nil, by: .xp, as: .new(for: span.days, using: random), at: now)
        }
        try await write { try $0.recordClosing(of: span, at: now) }
    }

    private func close(_ span: SeasonSpan, by metric: BoardMetric, at now: Date) async throws {
        var last: LeaderboardGroup.ID?
        repeat {
            let start = last
            last = try await write { [random = environment.random] connection in
                let limit = Self.seasonsPerTransaction
                let groups =
                    metric.isTraining
                    ? try connection.groups(trainingIn: span, by: metric, after: start, limit: limit)
                    : try connection.groups(scoringIn: span, after: start, limit: limit)
                for group in groups {
                    try connection.close(
                        span, of: group, by: metric, as: .new(for: span.days, using: random), at: now)
                }
                return groups.count == limit ? groups.last : nil
            }
        } while last != nil
    }

    private func closeTournaments(at now: Date) async throws {
        var isDone = false
        while !isDone {
            isDone = try await write { connection in
                let ended = try connection.endedTournaments(at: now, limit: Self.seasonsPerTransaction)
                for tournament in ended { try connection.closeTournament(tournament, at: now) }
                return ended.count < Self.seasonsPerTransaction
            }
        }
    }

    private func rebuildReopenedSeasons(at now: Date) async throws {
        var isDone = false
        while !isDone {
            isDone = try await write { connection in
                let reopened = try connection.reopenedSeasons(limit: Self.seasonsPerTransaction)
                for season in reopened { try connection.rebuildResults(of: season, at: now) }
                return reopened.count < Self.seasonsPerTransaction
            }
        }
    }
}
