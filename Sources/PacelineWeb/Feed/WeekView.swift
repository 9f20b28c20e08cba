import Foundation
import Paceline

/// One week of the viewer's own training: how much on each day, and how far along the usual week it is.
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
        let view = Self(workouts, week, usual: caller.account.stats.weeklyAverage, wording).view
        let goal = caller.account.settings.weeklyGoal
        self.view = view.merging([
            "isAsked": .flag(visit.query["week"] != nil),
            "targets": .list(GoalView(goal, workouts, wording).views),
            "goalLink": .text(wording(goal == WeeklyGoal() ? "goal.set" : "goal.change")),
        ])
    }

    /// - Parameter usual: workouts in a usual week.
    init(_ workouts: [Workout], _ week: ClosedRange<Day>, usual: Double, _ wording: Wording) {
        let isCurrent = week.contains(wording.today)
        let days = (0..<7).map { week.lowerBound.adding(days: $0) }
        let minutes = days.map { day in
            workouts.filter { Day(of: $0.startedAt, in: wording.timeZone) == day }.reduce(0) {
                $0 + $1.duration
            }
                / 60
        }
        let goal = max(1, Int(usual.rounded()))
        view = [
            "title": .text(
                isCurrent
                    ? wording("week.this") : wording("week.from", ["date": wording.date(week.lowerBound)])),
            "back": .text("/?week=\(week.lowerBound.adding(days: -7))"),
            "forward": isCurrent ? .nothing : .text("/?week=\(week.lowerBound.adding(days: 7))"),
            "goal": .view(Self.goal(done: workouts.count, goal, wording)),
            "totals": .text(Self.totals(workouts, wording)),
            "bars": .list(Self.bars(minutes, days, wording)),
            "summary": .text(Self.summary(minutes, days, wording)),
        ]
    }

    private static func goal(done: Int, _ goal: Int, _ wording: Wording) -> View {
        let part = min(1, Double(done) / Double(goal))
        let length = 2 * Double.pi * 40
        return [
            "done": .text("\(done)"), "arc": .text(String(format: "%.1f", length * part)),
            "length": .text(String(format: "%.1f", length)), "isBegun": .flag(done > 0),
            "text": .text(
                wording(
                    done >= goal ? "week.goalReached" : "week.goal", ["done": "\(done)", "goal": "\(goal)"])),
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

extension Day {
    /// The instant at which the day begins for somebody in the time zone.
    func start(in timeZone: TimeZone) -> Date {
        startInUTC.addingTimeInterval(-Double(timeZone.secondsFromGMT(for: startInUTC)))
    }
}
