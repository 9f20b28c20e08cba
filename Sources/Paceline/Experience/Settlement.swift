import Foundation

/// A workout that competes for the XP of its day: it is eligible and completed, and the viewer sees it.
public struct SettlementCandidate: Sendable {
    /// The workout's id.
    public let id: Workout.ID
    /// When it started.
    public let startedAt: Date
    /// When it ended.
    public let endedAt: Date
    /// When it was first published.
    public let publishedAt: Date
    /// XP, before the limits of the day.
    public let worth: Int
    /// The workout of which it is a duplicate by ``DuplicateRule``; nil if it is none.
    public let original: Workout.ID?

    public init(
        id: Workout.ID, startedAt: Date, endedAt: Date, publishedAt: Date, worth: Int,
        original: Workout.ID? = nil
    ) {
        self.id = id
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.publishedAt = publishedAt
        self.worth = worth
        self.original = original
    }
}

/// Decides what the workouts of a day earn.
///
/// Selects the workouts that are worth most together: at most ten, each starting at least 30 minutes after the end of
/// the one before. Pays them in order of their ends, up to 10,000 XP. Among equally good selections, a workout that
/// ended earlier, or was published earlier, is kept.
///
/// The order of the candidates does not matter, another candidate never lowers the sum, and a viewer who sees fewer
/// workouts never sees more XP.
public enum Settlement {
    /// The award of each candidate.
    /// - Parameter candidates: the workouts of one person and one day that a viewer sees, in any order.
    public static func awards(for candidates: [SettlementCandidate]) -> [Workout.ID: Award] {
        var awards: [Workout.ID: Award] = [:]
        for candidate in candidates { awards[candidate.id] = Award(amount: 0) }
        // A workout that is worth nothing competes with none, and no limit explains its award.
        let spans = candidates.filter { $0.worth > 0 }.map(CandidateSpan.init).sorted()
        let selected = CandidateSpan.selection(from: spans)
        var left = ExperienceLimits.dailyXP
        for span in selected {
            let amount = min(span.worth, left)
            awards[span.id] = Award(amount: amount, reason: amount < span.worth ? .dailyCap : nil)
            left -= amount
        }
        let paid = Set(selected.map(\.id))
        for span in spans where !paid.contains(span.id) {
            awards[span.id] = Award(amount: 0, reason: span.reason(beside: selected))
        }
        return awards
    }
}

/// A candidate in whole milliseconds, sorted by end, publication and id.
private struct CandidateSpan: Comparable {
    let id: Workout.ID
    /// The same for all recordings of one workout.
    let recorded: Workout.ID
    let start, end, publication: Int64
    let worth: Int

    private static let cooldown = Int64(ExperienceLimits.cooldown * 1_000)

    init(_ candidate: SettlementCandidate) {
        id = candidate.id
        recorded = candidate.original ?? candidate.id
        start = candidate.startedAt.milliseconds
        end = max(start, candidate.endedAt.milliseconds)
        publication = candidate.publishedAt.milliseconds
        worth = candidate.worth
    }

    static func < (left: Self, right: Self) -> Bool {
        (left.end, left.publication, left.id) < (right.end, right.publication, right.id)
    }

    private func isBefore(_ other: Self) -> Bool { end <= other.start - Self.cooldown }

    private func isNear(_ other: Self) -> Bool { !isBefore(other) && !other.isBefore(self) }

    /// Why it is not selected.
    func reason(beside selected: [Self]) -> AwardReason {
        let near = selected.filter(isNear)
        if near.contains(where: { $0.recorded == recorded }) { return .duplicate }
        return near.isEmpty ? .dailyCount : .cooldown
    }

    /// The candidates that are worth most together, in order.
    ///
    /// `table[n][k]` is the most that at most `k` of the first `n` candidates can be worth together. Read backwards,
    /// the table yields the selection.
    static func selection(from spans: [Self]) -> [Self] {
        let limit = ExperienceLimits.dailyWorkouts
        // How many candidates end early enough before each.
        let before = spans.map { span in spans.partitioningIndex { !$0.isBefore(span) } }
        var table = [[Int64](repeating: 0, count: limit + 1)]
        for (index, span) in spans.enumerated() {
            var row = table[index]
            for count in 1...limit {
                row[count] = max(row[count], table[before[index]][count - 1] + Int64(span.worth))
            }
            table.append(row)
        }
        var (selected, index, count): ([Self], Int, Int) = ([], spans.count, limit)
        while index > 0, count > 0 {
            // Selected only if that is better than without it, so an earlier end wins a tie.
            if table[index][count] > table[index - 1][count] {
                selected.append(spans[index - 1])
                (index, count) = (before[index - 1], count - 1)
            } else {
                index -= 1
            }
        }
        return selected.reversed()
    }
}

extension [CandidateSpan] {
    /// The index of the first element that satisfies a condition, which then holds for all later ones.
    fileprivate func partitioningIndex(where condition: (CandidateSpan) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
