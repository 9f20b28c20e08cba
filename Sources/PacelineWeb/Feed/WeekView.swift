import Foundation
import Paceline

/// One week of the viewer's own training: how much on each day, and how far along the goal or the usual week it is.
struct WeekView: Sendable {
    let view: View

    /// The most workouts of a week that are drawn.
    private static let limit = PageRequest.limits.upperBound

    init(_ visit: Visit, _ caller: Caller) async throws {
        let (wording, timeZone) = (visit.wording, caller.timeZone)
        let asked = visit.query["week"].flatMap { Day($0) } ?? wording.today
        let week = min(asked, wording.today).week
        let query = FeedQuery(
            person: .me, kind: .workout, from: week.lowerBound.start(in: timeZone),
            to: week.upperBound.adding(days: 1).start(in: timeZone))
        let items = try await caller.session.feed(query, PageRequest(limit: Self.limit)).items
        let workouts = items.compactMap(\.workout)
        let goal = GoalView(caller.account.settings.weeklyGoal, workouts, wording)
        let ring =
            goal.part.map { RingView(part: $0, wording) }
            ?? RingView(done: workouts.count, usual: caller.account.stats.weeklyAverage, wording)
        view = Self.view(workouts, week, wording).merging([
            "isAsked": .flag(visit.query["week"] != nil), "goal": .view(ring.view),
            "targets": .list(goal.views),
            "goalLink": .text(wording(goal.part == nil ? "goal.set" : "goal.change")),
        ])
    }

    private static func view(_ workouts: [Workout], _ week: ClosedRange<Day>, _ wording: Wording) -> View {
        let isCurrent = week.contains(wording.today)
        let days = (0..<7).map { week.lowerBound.adding(days: $0) }
        let minutes = days.map { day in
            workouts.filter { Day(of: $0.startedAt, in: wording.timeZone) == day }.reduce(0) {
                $0 + $1.duration
            }
                / 60
        }
        let back = ArrowView(
            .back, to: "/?week=\(week.lowerBound.adding(days: -7))", wording("week.back"))
        let forward = ArrowView(
            .forward, to: isCurrent ? nil : "/?week=\(week.lowerBound.adding(days: 7))",
            wording("week.forward"))
        return [
            "title": .text(
                isCurrent
                    ? wording("week.this") : wording("week.from", ["date": wording.date(week.lowerBound)])),
            "arrows": .list([back.view, forward.view]),
            "totals": .text(totals(workouts, wording)), "bars": .list(bars(minutes, days, wording)),
            "summary": .text(summary(minutes, days, wording)),
        ]
    }

    private static func totals(_ workouts: [Workout], _ wording: Wording) -> String {
        let seconds = workouts.reduce(0) { $0 + $1.duration }
        let parts = [
            wording.length(seconds), Measure.distance(workouts.reduce(0) { $0 + ($1.distance ?? 0) }),
            Measure.weight(workouts.reduce(0) { $0 + ($1.volume ?? 0) }),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Columns of 96 units of height above their day's letter.
    private static func bars(_ minutes: [Double], _ days: [Day], _ wording: Wording) -> [View] {
        let most = max(30, minutes.max() ?? 0)
        return zip(minutes, days).enumerated().map { place, bar in
            let height = bar.0 == 0 ? 0 : max(4, bar.0 / most * 96)
            return [
                "x": .text("\(place * 44 + 8)"), "middle": .text("\(place * 44 + 22)"),
                "y": .text(String(format: "%.1f", 108 - height)),
                "height": .text(String(format: "%.1f", height)),
                "day": .text(wording("date.letters.\(place + 1)")), "isToday": .flag(bar.1 == wording.today),
            ]
        }
    }

    private static func summary(_ minutes: [Double], _ days: [Day], _ wording: Wording) -> String {
        let parts = minutes.enumerated().filter { $0.element > 0 }.map { place, minutes in
            wording("date.weekdays.\(place + 1)") + " " + wording.length(minutes * 60)
        }
        return parts.isEmpty ? wording("week.empty") : parts.joined(separator: ", ")
    }
}

extension Wording {
    /// `3 h 20 min`; empty for nothing.
    func length(_ seconds: Double) -> String {
        let minutes = Int((seconds / 60).rounded())
        if minutes == 0 { return "" }
        guard minutes >= 60 else { return self("time.length.minutes", ["minutes": "\(minutes)"]) }
        return self("time.length.hours", ["hours": "\(minutes / 60)", "minutes": "\(minutes % 60)"])
    }
}
