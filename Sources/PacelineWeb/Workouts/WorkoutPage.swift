import Paceline

/// The details of a workout below its card: measures, photo, intervals, sets and notes.
struct WorkoutPage: Sendable {
    let workout: Workout
    let owner: Person
    let localizer: Localizer
    let viewer: Account
    let isMine: Bool
    /// Whether the viewer is a moderator, or another member of the staff.
    let isStaff: Bool
    /// The day on which the viewer's own workout earns XP.
    let awardDay: Day?
    /// The index of a row to show, by the list that it is in.
    let positions: FormData

    /// The values for items that aren't workouts.
    static let emptyValues: View = [
        "facts": .nothing, "moment": .nothing, "photo": .nothing, "notes": .nothing, "breakdowns": .nothing,
        "menu": .nothing, "visibilityChoice": .nothing, "hidesDetails": .nothing, "award": .nothing,
        "review": .nothing,
    ]

    var view: View {
        let detail = workout.detail ?? WorkoutDetail()
        let summary = WorkoutView(workout: workout, localizer: localizer)
        return [
            "facts": .list(summary.facts + [worth(summary)].compactMap(\.self)),
            "badges": .list(summary.badges),
            "moment": .text(localizer.moment(workout.startedAt)),
            "photo": detail.photoURL == nil ? .nothing : .text("\(summary.href)/photo"),
            "notes": .text(optional: detail.notes),
            "hidesDetails": .text(optional: note),
            "review": .view(
                optional: isMine ? ReviewView(workout, at: localizer.now, localizer)?.view : nil),
            "award": .view(optional: isMine ? AwardView(workout, on: awardDay, localizer)?.view : nil),
            "breakdowns": .list(
                [
                    BreakdownView(
                        detail.intervals, workout.type, of: summary.href, at: positions["intervals"],
                        localizer),
                    BreakdownView(detail.sets, of: summary.href, at: positions["sets"], localizer),
                ].compactMap { $0?.view }),
            "menu": .view(optional: menu(summary.href)),
            "visibilityChoice": isMine
                ? .view(VisibilityView(workout, of: viewer, localizer).view) : .nothing,
        ]
    }

    /// What the workout of another person is worth, if they show it.
    private func worth(_ summary: WorkoutView) -> View? {
        isMine || workout.xpEarned == 0
            ? nil : summary.measure("worth", localizer.xp(workout.xpEarned))
    }

    /// What the page says of texts that wait, or of hidden details.
    private var note: String? {
        if workout.isWaiting == true { return localizer("workout.waiting") }
        return workout.hidesDetails ? localizer("workout.hidesDetails", ["name": owner.displayName]) : nil
    }

    private func menu(_ href: String) -> View? {
        guard isMine || isStaff else { return nil }
        return MenuView(
            localizer("workout.more"),
            isMine
                ? [
                    .link(to: "\(href)/edit", localizer("workout.edit")),
                    .link(to: "\(href)/delete", localizer("workout.delete")),
                ] : [.link(to: "/moderation\(href)", localizer("moderation.check"))]
        ).view
    }
}

/// The control with which the owner changes a workout's visibility.
struct VisibilityView: Sendable {
    let view: View

    /// - Parameter account: the workout's owner, whose profile may be less visible than the workout.
    init(_ workout: Workout, of account: Account, _ localizer: Localizer) {
        let who = localizer.visibilityName(workout.visibility, of: account)
        view = [
            "action": .text("/workouts/\(workout.id)/visibility"),
            "choices": .options(
                localizer.visibilities(of: account, besides: workout.visibility),
                chosen: "\(workout.visibility)"),
            "says": .text(localizer("visibility.says", ["who": who])),
        ]
    }
}
