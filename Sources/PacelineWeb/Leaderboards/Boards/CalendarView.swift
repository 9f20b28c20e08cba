import Paceline

/// A month of days to choose from. Future days aren't links.
struct CalendarView: Sendable {
    let view: View

    /// - Parameter month: any day in the month; nil for the month of the board.
    init(_ selection: BoardSelection, month: Day?, _ localizer: Localizer) {
        let days = min(month ?? selection.day, selection.today).month
        let earlier = ArrowView(
            .back, to: Self.link(selection, to: days.lowerBound.adding(days: -1)),
            localizer("board.monthBefore"),
            focus: "earlier")
        let isLast = days.upperBound >= selection.today
        let later = ArrowView(
            .forward, to: isLast ? nil : Self.link(selection, to: days.upperBound.adding(days: 1)),
            localizer("board.monthAfter"), focus: "later")
        view = [
            "isOpen": .flag(month != nil), "month": .text(localizer.monthAndYear(days.lowerBound)),
            "weekdays": .list(
                (1...7).map {
                    [
                        "letter": .text(localizer("date.letters.\($0)")),
                        "name": .text(localizer("date.weekdays.\($0)")),
                    ]
                }),
            "weeks": .list(Self.weeks(of: days, selection, localizer)),
            "earlier": .view(earlier.view), "later": .view(later.view),
        ]
    }

    private static func link(_ selection: BoardSelection, to day: Day) -> String {
        selection.withExplicitRange.path.with("calendar", "\(day.number / 100)").description
    }

    private static func weeks(
        of days: ClosedRange<Day>, _ selection: BoardSelection, _ localizer: Localizer
    ) -> [View] {
        let first = days.lowerBound.week.lowerBound
        let count = (days.upperBound.week.upperBound.ordinal - first.ordinal + 1) / 7
        return (0..<count).map { week in
            let cells = (0..<7).map { first.adding(days: week * 7 + $0) }
            return ["days": .list(cells.map { cell($0, of: days, selection, localizer) })]
        }
    }

    private static func cell(
        _ day: Day, of days: ClosedRange<Day>, _ selection: BoardSelection, _ localizer: Localizer
    ) -> View {
        guard days.contains(day) else { return ["number": "", "href": .nothing] }
        return [
            "number": .text("\(day.dayOfMonth)"), "name": .text(localizer.dayName(day)),
            "href": day > selection.today
                ? .nothing : .text(selection.withExplicitRange.with { $0.day = day }.href),
            "isOn": .flag(selection.pageDays?.contains(day) == true),
        ]
    }
}

extension Localizer {
    /// `Today, 21 Nov`, `Yesterday, 20 Nov`, `Thursday, 19 Nov`.
    func dayName(_ day: Day) -> String {
        let name =
            switch today.ordinal - day.ordinal {
            case 0: self("board.today")
            case 1: self("board.yesterday")
            default: self("date.weekdays.\(day.weekdayFromMonday)")
            }
        return self("board.dayNamed", ["name": name, "date": date(day)])
    }

    /// `November 2026`.
    func monthAndYear(_ day: Day) -> String {
        self(
            "board.monthAndYear",
            ["month": self("board.months.\(day.monthOfYear)"), "year": "\(day.year)"])
    }
}
