import Foundation

/// Whether a workout can earn XP at all. The database stores the numbers.
package enum Eligibility: Int, Sendable, CaseIterable {
    /// It can.
    case eligible = 0
    /// It was first published more than 14 days after its end, or before its end and edited afterwards, or it was moved
    /// too late. It counts in totals.
    case late = 1
    /// It ends more than 10 minutes after it was published or edited. It counts nowhere until it is edited after its
    /// end.
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
    /// An edit can make a workout late: its new end is compared with its first publication. An edit can also make it a
    /// future one: otherwise, people could publish a workout and then move its end ahead.
    ///
    /// A late workout never becomes eligible. A future one that is edited after its end, or whose end is moved to the
    /// past, becomes late, and counts. Otherwise people could publish a workout in advance, and fill it in after the 14
    /// days have passed. Within ten minutes of the first publication, however, an edit corrects a mistyped end, with the
    /// result of publishing the workout then.
    package func edited(endedAt: Date, publishedAt: Date, editedAt: Date, isCompleted: Bool) -> Eligibility {
        let anew = Eligibility(
            endedAt: endedAt, publishedAt: publishedAt, writtenAt: editedAt, isCompleted: isCompleted)
        let canEarn =
            switch self {
            case .eligible, .incomplete: true
            case .late: false
            case .future: ExperienceLimits.allowsCorrection(publishedAt: publishedAt, editedAt: editedAt)
            }
        return canEarn || anew == .future ? anew : .late
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
    /// - Parameter endedAt: check both the end before the edit and the end after it.
    package static func allowsRaise(endedAt: Date, editedAt: Date) -> Bool {
        editedAt.milliseconds - endedAt.milliseconds <= Int64(publicationPeriod * 1_000)
    }

    /// Whether a workout that is moved can still earn XP. After this period, it cannot.
    package static func allowsMove(publishedAt: Date, editedAt: Date) -> Bool {
        editedAt.milliseconds - publishedAt.milliseconds <= Int64(publicationPeriod * 1_000)
    }

    /// Whether an edit of a workout whose end was ahead counts as its first publication.
    package static func allowsCorrection(publishedAt: Date, editedAt: Date) -> Bool {
        editedAt.milliseconds - publishedAt.milliseconds <= Int64(clockDifference * 1_000)
    }

    /// Whether an edit leaves a workout in its place: within its former time, give or take a difference of clocks, and at
    /// most a tenth longer. Its award then stays.
    ///
    /// Without the limit of length, people could make many workouts longer so that they overlap each other, while their
    /// awards do not. Then no rule of duplicates would apply to what their totals count.
    package static func keepsTime(
        from start: Date, to end: Date, movedTo newStart: Date, _ newEnd: Date
    ) -> Bool {
        let tolerance = Int64(clockDifference * 1_000)
        let (length, newLength) = (
            end.milliseconds - start.milliseconds, newEnd.milliseconds - newStart.milliseconds
        )
        return newStart.milliseconds >= start.milliseconds - tolerance
            && newEnd.milliseconds <= end.milliseconds + tolerance && newLength * 10 <= length * 11
    }
}
