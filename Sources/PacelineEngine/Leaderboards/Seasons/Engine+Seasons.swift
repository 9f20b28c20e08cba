import Foundation
import Paceline
import PacelineDatabase

extension Engine {
    /// Closes every week and month that has ended, rebuilds the results of seasons that late scores have reopened, and
    /// finalizes seasons whose grace period is over.
    ///
    /// Idempotent, also when run on several servers at once: a season is unique per group and span. Seasons that ended
    /// while no server was running are closed too, oldest first.
    public func closeSeasons() async throws {
        let now = environment.now()
        for kind in Season.Kind.allCases {
            while let span = try await read({ try $0.nextSpan(kind, at: now) }) {
                try await close(span, at: now)
            }
        }
        try await rebuildReopenedSeasons(at: now)
        try await write { try $0.finishSeasons(at: now) }
    }

    /// The maximum number of seasons per transaction.
    private static let seasonsPerTransaction = 50

    private func close(_ span: SeasonSpan, at now: Date) async throws {
        var last: LeaderboardGroup.ID?
        repeat {
            let start = last
            last = try await write { [random = environment.random] connection in
                let groups = try connection.groups(
                    scoringIn: span, after: start, limit: Self.seasonsPerTransaction)
                for group in groups {
                    try connection.close(
                        span, of: group, as: .new(for: span.days, using: random), at: now)
                }
                return groups.count == Self.seasonsPerTransaction ? groups.last : nil
            }
        } while last != nil
        try await write { try $0.recordClosing(of: span, at: now) }
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
