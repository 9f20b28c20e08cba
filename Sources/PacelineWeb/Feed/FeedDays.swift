import Paceline

/// A range of days, open at either end.
struct FeedDays: Sendable, Equatable {
    var first: Day?
    var last: Day?

    func contain(_ day: Day) -> Bool {
        first.map { $0 <= day } ?? true && last.map { day <= $0 } ?? true
    }
}

extension FeedFilter {
    /// The selected days. Invalid input is ignored, so it hides nothing.
    var days: FeedDays {
        let days = FeedDays(first: typedDays.first, last: typedDays.last)
        guard let first = days.first, let last = days.last, first > last else { return days }
        return FeedDays()
    }

    var typedDays: TypedDays { TypedDays(from: from, to: to) }
}
