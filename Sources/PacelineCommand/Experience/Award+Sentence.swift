import Paceline

extension WorkoutExperience {
    /// `412`, or `0 of 412: less than 30 minutes before or after another workout`.
    var sentence: String {
        let amount =
            award == worth
            ? Measure.grouped(award) : "\(Measure.grouped(award)) of \(Measure.grouped(worth))"
        return amount + (reason.map { ": \($0.sentence)" } ?? "")
            + (status == .duplicate && reason != .duplicate ? "; \(AwardReason.duplicate.sentence)" : "")
    }
}

extension AwardReason {
    /// Why a workout earned less than it is worth.
    var sentence: String {
        switch self {
        case .late:
            """
            published before it ended or more than \(ExperienceLimits.publicationDays) days after, or moved or \
            lengthened more than \(ExperienceLimits.publicationDays) days after it ended or was published
            """
        case .future: "published before it ended; to count it, correct its times, or edit it after its end"
        case .incomplete: "unfinished workouts earn nothing"
        case .cooldown:
            "less than \(ExperienceLimits.cooldownMinutes) minutes before or after another workout"
        case .dailyCount: "not among the \(ExperienceLimits.dailyWorkouts) best workouts of its day"
        case .dailyCap: "a day earns at most \(Measure.grouped(ExperienceLimits.dailyXP)) XP"
        case .duplicate: "another workout records the same effort"
        case .held: "held until a moderator has decided, since it looks impossible"
        case .excluded: "a moderator decided that it does not count"
        case .unknown(let word): word
        }
    }
}
