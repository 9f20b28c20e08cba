import Foundation
import Paceline

/// Why one of the user's workouts is held or excluded, and the button to ask for a review.
struct ReviewView: Sendable {
    let view: View

    /// Nil for a workout that never was.
    init?(_ workout: Workout, at now: Date, _ localizer: Localizer) {
        guard let review = workout.experience?.review, AnomalyState.allCases.contains(review.state),
            review.state != .listed
        else { return nil }
        let canAsk = review.canAsk(at: now)
        let isFinal = review.state == .excluded && !canAsk
        let texts = "experience.review.\(isFinal ? "final" : review.state.rawValue)"
        let button = ActionForm(
            action: "/workouts/\(workout.id)/review",
            text: localizer(review.state == .excluded ? "experience.review.appeal" : "experience.review.ask"),
            style: "quiet")
        view = [
            "heading": .text(localizer("\(texts).title")), "text": .text(localizer("\(texts).text")),
            "limits": .view(optional: localizer.explanations(of: review.limits)),
            "reason": .text(
                optional: review.reason.map { localizer("experience.review.reason", ["reason": $0]) }),
            "button": canAsk ? .view(button.view) : .nothing,
        ]
    }
}

extension Localizer {
    /// The list of what is wrong with a workout that exceeds the limits, one row each; nil without any.
    func explanations(of limits: [PlausibilityLimit]) -> View? {
        let rows = limits.filter { PlausibilityLimit.allCases.contains($0) }.map { limit -> View in
            ["text": .text(self("experience.limit.\(limit.rawValue)"))]
        }
        return rows.isEmpty ? nil : ["rows": .list(rows)]
    }
}
