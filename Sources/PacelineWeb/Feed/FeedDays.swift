import Paceline

/// Days of which the feed is wanted, either end of which may be open.
struct FeedDays: Sendable, Equatable {
    var first: Day?
    var last: Day?

    func contain(_ day: Day) -> Bool {
        first.map { $0 <= day } ?? true && last.map { day <= $0 } ?? true
    }
}

extension FeedFilter {
    /// The days that are wanted. What cannot be read, or ends before it begins, leaves out nothing.
    var days: FeedDays {
        let days = FeedDays(first: from.flatMap { Day($0) }, last: to.flatMap { Day($0) })
        guard let first = days.first, let last = days.last, first > last else { return days }
        return FeedDays()
    }

    /// What is wrong with the days that were typed: ``SocialError/Code/invalidValue`` naming `from` or `to`.
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
