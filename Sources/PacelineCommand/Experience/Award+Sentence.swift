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
        case .late: "published more than \(ExperienceLimits.publicationDays) days after it ended"
        case .future: "ended after it was published"
        case .incomplete: "unfinished workouts earn nothing"
        case .cooldown:
            "less than \(ExperienceLimits.cooldownMinutes) minutes before or after another workout"
        case .dailyCount: "not among the \(ExperienceLimits.dailyWorkouts) best workouts of its day"
        case .dailyCap: "a day earns at most \(Measure.grouped(ExperienceLimits.dailyXP)) XP"
        case .duplicate: "another workout records the same effort"
        case .unknown(let word): word
        }
    }
}
