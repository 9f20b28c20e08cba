import Paceline

/// The first and last day of a range, as typed into a form.
struct TypedDays: Sendable, Equatable {
    let from: String?
    let to: String?

    var first: Day? { from.flatMap { Day($0) } }
    var last: Day? { to.flatMap { Day($0) } }

    /// The errors of the fields `from` and `to`: ``SocialError/Code/invalidValue``.
    func errors(_ localizer: Localizer) -> [SocialError] {
        let wrong = [("from", from, first), ("to", to, last)].filter { $0.1 != nil && $0.2 == nil }.map {
            SocialError(.invalidValue, localizer("board.notADay"), field: $0.0)
        }
        guard wrong.isEmpty, let first, let last, first > last else { return wrong }
        return [.endsFirst(localizer)]
    }

    /// The value to show in the field.
    func value(of field: String) -> String? {
        let text = field == "from" ? from : to
        return text.map { Day($0)?.dashed ?? $0 }
    }
}

extension SocialError {
    /// The last day is before the first.
    static func endsFirst(_ localizer: Localizer) -> SocialError {
        SocialError(.invalidValue, localizer("board.endsFirst"), field: "to")
    }
}
