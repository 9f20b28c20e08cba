import Paceline

/// What a workout earned its owner, and why.
struct AwardView: Sendable {
    let view: View

    /// Nil if it is not known yet.
    /// - Parameter day: the day on which the workout can earn XP; nil if there is none.
    init?(_ workout: Workout, on day: Day?, _ localizer: Localizer) {
        guard let experience = workout.experience else { return nil }
        let earned = localizer.xp(experience.award)
        let summary =
            experience.award == experience.worth
            ? localizer("experience.why", ["xp": earned])
            : localizer(
                "experience.whyLess",
                ["xp": Measure.grouped(experience.award), "limit": localizer.xp(experience.worth)])
        view = [
            "summary": .text(summary),
            "parts": .list(
                Self.parts(of: workout, experience, localizer)
                    + [Self.part(localizer("experience.worth"), nil, Measure.grouped(experience.worth))]
                    + [Self.part(localizer("experience.earned"), nil, Measure.grouped(experience.award))]),
            "notes": .list(
                Self.notes(on: workout, experience, on: day, localizer).map { ["text": .text($0)] }),
            "links": .list(Self.links(from: workout, experience, on: day, localizer)),
        ]
    }

    /// Where the user finds what the workout earned, and how XP is calculated.
    private static func links(
        from workout: Workout, _ experience: WorkoutExperience, on day: Day?, _ localizer: Localizer
    ) -> [View] {
        var links: [View] = []
        if experience.award > 0 {
            links = [
                link(to: "/experience", localizer("experience.title")),
                link(to: "/experience/badges", localizer("achievements.title")),
            ]
        }
        if let day, workout.visibility != .private, experience.award > 0 || experience.competesForOthers {
            links.append(link(to: board(of: day), localizer("board.title")))
        }
        return links + [link(to: "/experience#policy", localizer("experience.how"))]
    }

    /// The friends' board of the day's week.
    private static func board(of day: Day) -> String {
        LocalPath("/games").with("scope", "\(LeaderboardScope.friends)")
            .with("range", BoardSelection.Span.week.rawValue).with("day", day.description)
            .with("metric", BoardMetric.xp.rawValue).description
    }

    private static func link(to address: String, _ text: String) -> View {
        ["href": .text(address), "text": .text(text)]
    }

    private static func notes(
        on workout: Workout, _ experience: WorkoutExperience, on day: Day?, _ localizer: Localizer
    ) -> [String] {
        let days = ["days": "\(ExperienceLimits.publicationDays)"]
        var notes: [String] = []
        if experience.reason == .late,
            !ExperienceLimits.allowsRaise(endedAt: workout.endedAt, editedAt: workout.createdAt)
        {
            notes.append(localizer("experience.publishedLate", days))
        } else if let reason = experience.reason, experience.review?.state != .late {
            // Moderators look at an old workout that is held only if its owner asks, as the review says.
            notes.append(localizer.explanation(of: reason))
        }
        switch (experience.status, experience.reason) {
        case (.duplicate, let reason) where reason != .duplicate:
            // A duplicate can earn XP, or earn none for another reason.
            notes.append(localizer.explanation(of: .duplicate))
            if experience.award > 0 { notes.append(localizer("experience.xpCounts")) }
        case (.counted, .duplicate): notes.append(localizer("experience.othersEarn"))
        default: break
        }
        let policy = ExperiencePolicy.numbered(experience.policy)
        if let policy, policy.worth(of: ExperiencePolicy.Effort(workout)) > experience.worth {
            notes.append(localizer("experience.kept", days))
        }
        let isForOthers = workout.visibility != .private
        if experience.status != .duplicate,
            isForOthers ? day != nil && experience.competesForOthers : experience.award > 0
        {
            notes.append(localizer("experience.seen.\(workout.visibility)"))
        }
        return notes
    }

    /// The summands of the worth; none if they would not add up, as after a late edit, which cannot raise the worth.
    private static func parts(
        of workout: Workout, _ experience: WorkoutExperience, _ localizer: Localizer
    ) -> [View] {
        let effort = ExperiencePolicy.Effort(workout)
        guard let policy = ExperiencePolicy.numbered(experience.policy),
            policy.worth(of: effort) == experience.worth
        else { return [] }
        return policy.parts(of: effort).map { summand in
            let values = [
                "amount": WorkoutFormValues.number(summand.amount),
                "rate": WorkoutFormValues.number(summand.rate), "beats": "\(ExperiencePolicy.beatsPerXP)",
            ]
            return part(
                localizer("measure.\(summand.kind.rawValue)"),
                localizer("experience.part.\(summand.kind.rawValue)", values), Measure.decimal(summand.xp))
        }
    }

    private static func part(_ name: String, _ text: String?, _ xp: String) -> View {
        ["name": .text(name), "text": .text(optional: text), "xp": .text(xp)]
    }
}

extension WorkoutExperience {
    /// Whether it may earn XP for people other than its owner, also if it earned its owner nothing. For each of them it
    /// competes only with workouts that they see.
    fileprivate var competesForOthers: Bool {
        guard status == .counted, worth > 0 else { return false }
        return switch reason {
        case .late, .future, .incomplete, .held, .excluded, .unknown: false
        case .cooldown, .dailyCount, .dailyCap, .duplicate, nil: true
        }
    }
}
