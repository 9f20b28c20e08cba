import Foundation
import Paceline

/// A ring that shows the week's progress towards the goal, or towards a usual week if there is no goal.
struct RingView: Sendable {
    let view: View

    /// - Parameter fraction: the fraction of the goal done, from 0 to 1.
    init(fraction: Double, _ localizer: Localizer) {
        // Rounds down, so that 100 % means reached.
        let percent = localizer("goal.percent", ["number": "\(Int((fraction * 100).rounded(.down)))"])
        let text = fraction < 1 ? localizer("goal.part", ["percent": percent]) : localizer("goal.reached")
        view = Self.view(fraction, inside: percent, text)
    }

    /// - Parameters:
    ///   - done: the number of workouts this week.
    ///   - usual: the number of workouts in a usual week; 0 if unknown.
    init(done: Int, usual: Double, _ localizer: Localizer) {
        let goal = max(1, Int(usual.rounded()))
        guard usual > 0 else {
            let text = done == 0 ? localizer("week.empty") : localizer.count("week.done", done)
            view = Self.view(min(1, Double(done)), inside: "\(done)", text)
            return
        }
        let text =
            done >= goal
            ? localizer.count("week.goalReached", done, ["goal": "\(goal)"])
            : localizer.count("week.goal", goal, ["done": "\(done)"])
        view = Self.view(min(1, Double(done) / Double(goal)), inside: "\(done)", text)
    }

    private static func view(_ fraction: Double, inside: String, _ text: String) -> View {
        let length = 2 * Double.pi * 40
        return [
            "done": .text(inside), "arc": .text(String(format: "%.1f", length * fraction)),
            "length": .text(String(format: "%.1f", length)), "hasProgress": .flag(fraction > 0),
            "text": .text(text),
        ]
    }
}
