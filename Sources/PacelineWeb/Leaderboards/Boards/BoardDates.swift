import Paceline

/// The days of a board: which they are, those before and after, and a calendar to choose them from.
struct BoardDates: Sendable {
    let view: View
    private let choice: BoardChoice
    private let localizer: Localizer

    /// - Parameter calendar: the month that the calendar shows, as `202611`; nil where it is closed.
    init(_ choice: BoardChoice, calendar: String?, _ localizer: Localizer) {
        self.choice = choice
        self.localizer = localizer
        let month = calendar.flatMap { Day($0 + "01") }
        view = [
            "spans": .list(Self.spans(choice, localizer)), "days": .text(Self.title(choice, localizer)),
            "back": .view(
                optional: Self.back(choice).map {
                    ArrowView(.back, to: $0, localizer("board.back"), focus: "back").view
                }),
            "forward": .view(
                ArrowView(
                    .forward, to: Self.forward(choice), localizer("board.forward"), focus: "forward"
                ).view),
            "backToToday": choice.isPaged && choice.day != choice.today
                ? .text(choice.with { $0.day = choice.today }.href) : .nothing,
            "calendar": choice.isPaged ? .view(CalendarView(choice, month: month, localizer).view) : .nothing,
            "custom": choice.span == .custom ? .view(Self.form(choice, nil, localizer)) : .nothing,
        ]
    }

    /// The same with what is wrong beside its field.
    func showing(_ error: SocialError) -> View {
        ["custom": choice.span == .custom ? .view(Self.form(choice, error, localizer)) : .nothing]
    }

    private static func spans(_ choice: BoardChoice, _ localizer: Localizer) -> [View] {
        BoardChoice.Span.allCases.map { span in
            let key = span == .today && choice.day != choice.today ? "day" : span.rawValue
            return [
                "href": .text(choice.with { $0.span = span }.href),
                "text": .text(localizer("board.range.\(key)")),
                "isOn": .flag(span == choice.span), "focus": .text("range-\(span.rawValue)"),
            ]
        }
    }

    private static func form(_ choice: BoardChoice, _ error: SocialError?, _ localizer: Localizer) -> View {
        let fields = ["from", "to"].map {
            Field(name: $0, label: localizer("board.\($0)"), type: "date", attributes: [.isRequired])
        }
        let usual = ["from": choice.today.adding(days: -29).dashed, "to": choice.today.dashed]
        let typed = ["from": choice.from, "to": choice.to].compactMapValues { text in
            text.map { Day($0)?.dashed ?? $0 }
        }
        return fields.view(error, localizer) { typed[$0] ?? usual[$0] }.merging([
            "scope": .text("\(choice.scope)"), "game": .text(optional: choice.game?.description),
        ])
    }
}

extension BoardDates {
    private static func title(_ choice: BoardChoice, _ localizer: Localizer) -> String {
        switch choice.span {
        case .all: localizer("board.allTime")
        case .custom: localizer("board.range.custom")
        case .month: localizer.monthAndYear(choice.day)
        case .today: localizer.named(choice.day)
        case .sevenDays, .week:
            choice.paged.map {
                localizer(
                    "board.fromTo",
                    ["from": localizer.date($0.lowerBound), "to": localizer.date($0.upperBound)])
            } ?? ""
        }
    }

    private static func back(_ choice: BoardChoice) -> String? {
        guard let days = choice.paged else { return nil }
        let day =
            choice.span == .sevenDays ? choice.day.adding(days: -7) : days.lowerBound.adding(days: -1)
        return choice.with { $0.day = day }.href
    }

    /// There is nothing after today.
    private static func forward(_ choice: BoardChoice) -> String? {
        guard let days = choice.paged, days.upperBound < choice.today else { return nil }
        let next: Day =
            switch choice.span {
            case .month: days.upperBound.adding(days: 1).month.upperBound
            case .today: choice.day.adding(days: 1)
            default: choice.day.adding(days: 7)
            }
        return choice.with { $0.day = min(next, choice.today) }.href
    }
}

extension BoardChoice {
    /// Whether there are days before and after.
    var isPaged: Bool { span != .all && span != .custom }

    /// The days that are shown, where there are others before and after.
    var paged: ClosedRange<Day>? {
        switch span {
        case .today: day...day
        case .sevenDays: LeaderboardRange.sevenDays.days(of: day)
        case .week: day.week
        case .month: day.month
        case .all, .custom: nil
        }
    }
}
