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
    /// A late or future workout stays so. An edit can make a workout late, by its new end and its first publication. It
    /// can make it future, too: otherwise, people could publish an eligible workout and then move its end ahead.
    package func edited(endedAt: Date, publishedAt: Date, editedAt: Date, isCompleted: Bool) -> Eligibility {
        switch self {
        case .late, .future: self
        case .eligible, .incomplete:
            Eligibility(
                endedAt: endedAt, publishedAt: publishedAt, writtenAt: editedAt, isCompleted: isCompleted)
        }
    }

    private init(endedAt: Date, publishedAt: Date, writtenAt: Date, isCompleted: Bool) {
        if !ExperienceLimits.allowsRaise(endedAt: endedAt, editedAt: publishedAt) {
            self = .late
        } else if endedAt.milliseconds - writtenAt.milliseconds
            > Int64(ExperienceLimits.clockDifference * 1_000)
        {
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
    /// Whether an edit may raise what a workout is worth. After this period, its time stays as it was settled, and an
    /// edit can only lower its worth.
    /// - Parameter endedAt: the end before the edit.
    package static func allowsRaise(endedAt: Date, editedAt: Date) -> Bool {
        editedAt.milliseconds - endedAt.milliseconds <= Int64(publicationPeriod * 1_000)
    }
}
