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
        let days = FeedDays(first: from.flatMap { Day($0) }, last: to.flatMap { Day($0) })
        guard let first = days.first, let last = days.last, first > last else { return days }
        return FeedDays()
    }

    /// The error in the typed days: ``SocialError/Code/invalidValue`` for the field `from` or `to`.
    func dateError(_ localizer: Localizer) -> SocialError? {
        for (name, text) in [("from", from), ("to", to)] where text.map({ Day($0) == nil }) ?? false {
            return SocialError(.invalidValue, localizer("board.notADay"), field: name)
        }
        guard let first = from.flatMap({ Day($0) }), let last = to.flatMap({ Day($0) }), first > last else {
            return nil
        }
        return SocialError(.invalidValue, localizer("board.endsFirst"), field: "to")
    }
}
