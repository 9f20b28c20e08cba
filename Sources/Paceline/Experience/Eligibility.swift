import Foundation

/// Whether a workout can earn XP at all. The database stores the numbers.
package enum Eligibility: Int, Sendable, CaseIterable {
    /// It can.
    case eligible = 0
    /// It was first published more than 14 days after its end.
    case late = 1
    /// It ended more than 10 minutes after its publication.
    case future = 2
    /// It was not completed.
    case incomplete = 3

    /// Decides about a workout that is published for the first time.
    package init(endedAt: Date, publishedAt: Date, isCompleted: Bool) {
        self.init(
            endedAt: endedAt, publishedAt: publishedAt, writtenAt: publishedAt, isCompleted: isCompleted)
    }

    /// Decides again when a workout is edited, or settled later than it was published.
    ///
    /// A future workout stays so, and a late one never becomes eligible. An edit can make a workout late, by its new
    /// end and its first publication. It can make any future: otherwise, people could publish a workout and then move
    /// its end ahead.
    package func edited(endedAt: Date, publishedAt: Date, editedAt: Date, isCompleted: Bool) -> Eligibility {
        switch self {
        case .future: .future
        case .late: Self.isFuture(endedAt: endedAt, writtenAt: editedAt) ? .future : .late
        case .eligible, .incomplete:
            Eligibility(
                endedAt: endedAt, publishedAt: publishedAt, writtenAt: editedAt, isCompleted: isCompleted)
        }
    }

    private static func isFuture(endedAt: Date, writtenAt: Date) -> Bool {
        endedAt.milliseconds - writtenAt.milliseconds > Int64(ExperienceLimits.clockDifference * 1_000)
    }

    private init(endedAt: Date, publishedAt: Date, writtenAt: Date, isCompleted: Bool) {
        if !ExperienceLimits.allowsRaise(endedAt: endedAt, editedAt: publishedAt) {
            self = .late
        } else if Self.isFuture(endedAt: endedAt, writtenAt: writtenAt) {
            self = .future
        } else {
            self = isCompleted ? .eligible : .incomplete
        }
    }

    /// Why the workout earns nothing; nil if it can.
    package var reason: AwardReason? {
        switch self {
        case .eligible: nil
        case .late: .late
        case .future: .future
        case .incomplete: .incomplete
        }
    }
}

extension ExperienceLimits {
    /// Whether an edit may raise what a workout is worth. After this period, an edit can only lower its worth, and one
    /// that moves it earns nothing any more: see ``keepsTime(from:to:movedTo:_:)``.
    /// - Parameter endedAt: the end before the edit.
    package static func allowsRaise(endedAt: Date, editedAt: Date) -> Bool {
        editedAt.milliseconds - endedAt.milliseconds <= Int64(publicationPeriod * 1_000)
    }

    /// Whether an edit leaves a workout at its time, or within it, apart from the difference of clocks. Its award is
    /// then not moved.
    package static func keepsTime(
        from start: Date, to end: Date, movedTo newStart: Date, _ newEnd: Date
    ) -> Bool {
        let tolerance = Int64(clockDifference * 1_000)
        return newStart.milliseconds >= start.milliseconds - tolerance
            && newEnd.milliseconds <= end.milliseconds + tolerance
    }
}
