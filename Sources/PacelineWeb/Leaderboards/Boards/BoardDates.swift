import Paceline

/// The date range of a board, with links to other ranges and a calendar.
struct BoardDates: Sendable {
    let view: View
    private let selection: BoardSelection
    private let localizer: Localizer

    /// - Parameter calendar: the month to show, such as `202611`; nil if the calendar is closed.
    init(_ selection: BoardSelection, calendar: String?, _ localizer: Localizer) {
        self.selection = selection
        self.localizer = localizer
        let month = calendar.flatMap { Day($0 + "01") }
        // A streak has no range.
        let hasDates = selection.metric != .currentStreak
        view = [
            "hasDates": .flag(hasDates), "spans": .list(Self.spans(selection, localizer)),
            "days": .text(Self.title(selection, localizer)),
            "back": .view(
                optional: Self.back(selection).map {
                    ArrowView(.back, to: $0, localizer("board.back"), focus: "back").view
                }),
            "forward": .view(
                ArrowView(
                    .forward, to: Self.forward(selection), localizer("board.forward"), focus: "forward"
                ).view),
            "backToToday": selection.isPaged && selection.day != selection.today
                ? .text(selection.withExplicitRange.with { $0.day = selection.today }.href) : .nothing,
            "calendar": selection.isPaged
                ? .view(CalendarView(selection, month: month, localizer).view) : .nothing,
            "custom": selection.span == .custom ? .view(Self.form(selection, [], localizer)) : .nothing,
        ]
    }

    /// Returns the form of a custom range with the errors next to its fields.
    /// - Parameter error: that of the range as a whole, if both days are valid.
    func showing(_ error: SocialError) -> View {
        let typed = selection.typedDays.errors(localizer)
        let form = Self.form(selection, typed.isEmpty ? [error] : typed, localizer)
        return ["custom": selection.span == .custom ? .view(form) : .nothing]
    }

    private static func spans(_ selection: BoardSelection, _ localizer: Localizer) -> [View] {
        BoardSelection.Span.allCases.map { span in
            [
                "href": .text(selection.with { $0.span = span }.href),
                "text": .text(localizer("board.range.\(name(of: span, in: selection))")),
                "isOn": .flag(span == selection.span), "focus": .text("range-\(span.rawValue)"),
            ]
        }
    }

    /// The key of the name of a range.
    static func name(of span: BoardSelection.Span, in selection: BoardSelection) -> String {
        span == .today && selection.day != selection.today ? "day" : span.rawValue
    }

    private static func form(_ selection: BoardSelection, _ errors: [SocialError], _ localizer: Localizer)
        -> View
    {
        let fields = ["from", "to"].map {
            Field(name: $0, label: localizer("board.\($0)"), type: "date", attributes: [.isRequired])
        }
        let defaults = ["from": selection.today.adding(days: -29).dashed, "to": selection.today.dashed]
        let typed = selection.typedDays
        return fields.view(errors, localizer) { typed.value(of: $0) ?? defaults[$0] }.merging([
            "scope": .text("\(selection.scope)"), "game": .text(optional: selection.game?.description),
            "metric": selection.metric.isTraining ? .text(selection.metric.rawValue) : .nothing,
        ])
    }
}

extension BoardDates {
    private static func title(_ selection: BoardSelection, _ localizer: Localizer) -> String {
        switch selection.span {
        case .all: localizer("board.allTime")
        case .custom: localizer("board.range.custom")
        case .month: localizer.monthAndYear(selection.day)
        case .today: localizer.dayName(selection.day)
        case .sevenDays, .week:
            selection.pageDays.map {
                localizer(
                    "board.fromTo",
                    ["from": localizer.date($0.lowerBound), "to": localizer.date($0.upperBound)])
            } ?? ""
        }
    }

    private static func back(_ selection: BoardSelection) -> String? {
        guard let days = selection.pageDays else { return nil }
        let day =
            selection.span == .sevenDays ? selection.day.adding(days: -7) : days.lowerBound.adding(days: -1)
        return selection.withExplicitRange.with { $0.day = day }.href
    }

    /// The next range; nil if it would start after today.
    private static func forward(_ selection: BoardSelection) -> String? {
        guard let days = selection.pageDays, days.upperBound < selection.today else { return nil }
        let next: Day =
            switch selection.span {
            case .month: days.upperBound.adding(days: 1).month.upperBound
            case .today: selection.day.adding(days: 1)
            default: selection.day.adding(days: 7)
            }
        return selection.withExplicitRange.with { $0.day = min(next, selection.today) }.href
    }
}

extension BoardSelection {
    /// Whether the range has a previous and next one.
    var isPaged: Bool { span != .all && span != .custom }

    /// The days of the range; nil for ranges without a previous and next one.
    var pageDays: ClosedRange<Day>? {
        switch span {
        case .today: day...day
        case .sevenDays: LeaderboardRange.sevenDays.days(of: day)
        case .week: day.week
        case .month: day.month
        case .all, .custom: nil
        }
    }
}
