import Foundation
import Paceline

/// A week of the user's own training: minutes per day and progress.
struct WeekView: Sendable {
    let view: View

    /// The maximum number of workouts counted.
    private static let limit = PageRequest.limits.upperBound

    init(_ request: WebRequest, _ user: SignedInUser) async throws {
        let (localizer, timeZone) = (request.localizer, user.timeZone)
        let requestedDay = request.query["week"].flatMap { Day($0) } ?? localizer.today
        let week = min(requestedDay, localizer.today).week
        let query = FeedQuery(
            person: .me, kinds: [.workout], from: week.lowerBound.start(in: timeZone),
            to: week.upperBound.adding(days: 1).start(in: timeZone))
        let items = try await user.session.feed(query, PageRequest(limit: Self.limit)).items
        let workouts = items.compactMap(\.workout)
        let goal = GoalView(user.account.settings.weeklyGoal, workouts, localizer)
        let ring =
            goal.fraction.map { RingView(fraction: $0, localizer) }
            ?? RingView(done: workouts.count, usual: user.account.stats.weeklyAverage, localizer)
        view = Self.view(workouts, week, localizer).merging([
            "isAsked": .flag(request.query["week"] != nil), "goal": .view(ring.view),
            "targets": .list(goal.views),
            "goalLink": .text(localizer(goal.fraction == nil ? "goal.set" : "goal.change")),
        ])
    }

    private static func view(_ workouts: [Workout], _ week: ClosedRange<Day>, _ localizer: Localizer) -> View
    {
        let isCurrent = week.contains(localizer.today)
        let days = (0..<7).map { week.lowerBound.adding(days: $0) }
        let minutes = days.map { day in
            workouts.filter { Day(of: $0.startedAt, in: localizer.timeZone) == day }.reduce(0) {
                $0 + $1.duration
            }
                / 60
        }
        let back = ArrowView(
            .back, to: "/?week=\(week.lowerBound.adding(days: -7))", localizer("week.back"))
        let forward = ArrowView(
            .forward, to: isCurrent ? nil : "/?week=\(week.lowerBound.adding(days: 7))",
            localizer("week.forward"))
        return [
            "title": .text(
                isCurrent
                    ? localizer("week.this")
                    : localizer("week.from", ["date": localizer.date(week.lowerBound)])),
            "arrows": .list([back.view, forward.view]),
            "totals": .text(totals(workouts, localizer)),
            "chart": .view(
                Chart(summary: summary(minutes, days, localizer), bars: bars(minutes, days, localizer)).view),
        ]
    }

    private static func totals(_ workouts: [Workout], _ localizer: Localizer) -> String {
        let seconds = workouts.reduce(0) { $0 + $1.duration }
        let parts = [
            localizer.length(seconds), Measure.distance(workouts.reduce(0) { $0 + ($1.distance ?? 0) }),
            Measure.weight(workouts.reduce(0) { $0 + ($1.volume ?? 0) }),
        ]
        return parts.filter { !$0.isEmpty }.map(\.unbroken).joined(separator: " · ")
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
