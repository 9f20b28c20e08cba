import Foundation
import Paceline
import PacelineEngine

/// A week of the user's own training: minutes per day and progress.
struct WeekView: Sendable {
    let view: View

    init(_ request: WebRequest, _ user: SignedInUser) async throws {
        let localizer = request.localizer
        let requestedDay = request.query["week"].flatMap { Day($0) } ?? localizer.today
        let days = min(requestedDay, localizer.today).week
        let week = try await user.session.trainingWeek(days)
        let goal = GoalView(user.account.settings.weeklyGoal, week, localizer)
        let ring =
            goal.fraction.map { RingView(fraction: $0, localizer) }
            ?? RingView(done: week.workouts, usual: user.account.stats.weeklyAverage, localizer)
        view = Self.view(week, days, localizer).merging([
            "isAsked": .flag(request.query["week"] != nil), "goal": .view(ring.view),
            "targets": .list(goal.views),
            "goalLink": .text(localizer(goal.fraction == nil ? "goal.set" : "goal.change")),
            "held": .view(optional: Self.held(week, localizer)),
        ])
    }

    private static func view(
        _ week: TrainingWeek, _ range: ClosedRange<Day>, _ localizer: Localizer
    ) -> View {
        let isCurrent = range.contains(localizer.today)
        let days = (0..<7).map { range.lowerBound.adding(days: $0) }
        let minutes = days.map { (week.seconds[$0] ?? 0) / 60 }
        let back = ArrowView(
            .back, to: "/?week=\(range.lowerBound.adding(days: -7))", localizer("week.back"))
        let forward = ArrowView(
            .forward, to: isCurrent ? nil : "/?week=\(range.lowerBound.adding(days: 7))",
            localizer("week.forward"))
        return [
            "title": .text(
                isCurrent
                    ? localizer("week.this")
                    : localizer("week.from", ["date": localizer.date(range.lowerBound)])),
            "arrows": .list([back.view, forward.view]),
            "totals": .text(totals(week, localizer)),
            "chart": .view(
                Chart(summary: summary(minutes, days, localizer), bars: bars(minutes, days, localizer)).view),
        ]
    }

    private static func totals(_ week: TrainingWeek, _ localizer: Localizer) -> String {
        let parts = [
            localizer.length(week.duration), Measure.distance(week.distance), Measure.weight(week.volume),
        ]
        return parts.filter { !$0.isEmpty }.map(\.unbroken).joined(separator: " · ")
    }

    /// A link to the newest workout that is held, since the week seems too short without it; nil without any.
    private static func held(_ week: TrainingWeek, _ localizer: Localizer) -> View? {
        week.held.first.map {
            [
                "text": .text(localizer.count("week.held", week.held.count)),
                "href": .text("/workouts/\($0)"),
            ]
        }
    }

    private static func bars(_ minutes: [Double], _ days: [Day], _ localizer: Localizer) -> [Chart.Bar] {
        let most = max(30, minutes.max() ?? 0)
        return zip(minutes, days).enumerated().map { index, bar in
            Chart.Bar(
                x: (Double(index) + 0.15) / 7, width: 0.1, height: bar.0 == 0 ? 0 : max(0.04, bar.0 / most),
                label: localizer("date.letters.\(index + 1)"), isEmphasised: bar.1 == localizer.today)
        }
    }

    private static func summary(_ minutes: [Double], _ days: [Day], _ localizer: Localizer) -> String {
        let parts = minutes.enumerated().filter { $0.element > 0 }.map { index, minutes in
            localizer("date.weekdays.\(index + 1)") + " " + localizer.length(minutes * 60)
        }
        return parts.isEmpty ? localizer("week.empty") : parts.joined(separator: ", ")
    }
}

extension Localizer {
    /// `3 h 20 min`; empty for zero.
    func length(_ seconds: Double) -> String {
        let minutes = Int((seconds / 60).rounded())
        if minutes == 0 { return "" }
        guard minutes >= 60 else { return self("time.length.minutes", ["minutes": "\(minutes)"]) }
        guard minutes % 60 > 0 else { return self("time.length.wholeHours", ["hours": "\(minutes / 60)"]) }
        return self("time.length.hours", ["hours": "\(minutes / 60)", "minutes": "\(minutes % 60)"])
    }
}
