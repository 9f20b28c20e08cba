/// The viewer's XP.
///
/// ```swift
/// let experience = try await session.experience()
/// print("Level \(experience.level), \(experience.nextLevel - experience.lifetime) XP to the next")
/// ```
public struct Experience: Sendable, Equatable, Codable {
    /// The XP of all workouts, which sets the level.
    public var lifetime: Int
    /// The XP that the person can spend: ``lifetime`` without what was paid for rewards. Negative if a deleted workout
    /// had earned XP that are spent.
    public var balance: Int
    /// From 1. See ``Level``.
    public var level: Int
    /// The lifetime XP at which the next level starts.
    public var nextLevel: Int
    /// The XP of today's workouts, in the viewer's time zone. On the first day in a zone further east, with the XP of the
    /// day before.
    public var today: Int

    public init(lifetime: Int, balance: Int, level: Int, nextLevel: Int, today: Int) {
        self.lifetime = lifetime
        self.balance = balance
        self.level = level
        self.nextLevel = nextLevel
        self.today = today
    }

    /// Derives the levels from the lifetime.
    package init(lifetime: Int, balance: Int, today: Int) {
        let level = Level(lifetime: lifetime)
        self.init(
            lifetime: lifetime, balance: balance, level: level.number, nextLevel: level.next.start,
            today: today)
    }
}

/// What one of the viewer's workouts is worth and earned, and why.
///
/// ```swift
/// if let experience = workout.experience {
///     print("\(experience.award) of \(experience.worth) XP", experience.reason?.rawValue ?? "")
/// }
/// ```
public struct WorkoutExperience: Sendable, Equatable, Codable {
    /// The XP that the workout is worth by itself. See ``ExperiencePolicy``.
    public var worth: Int
    /// The XP that it earned, after the limits of its day.
    public var award: Int
    /// Why it earned less than it is worth, or is worth nothing; nil if it earned its worth.
    public var reason: AwardReason?
    /// Whether it counts in totals.
    public var status: AwardStatus
    /// The number of its ``ExperiencePolicy``.
    public var policy: Int
    /// Why it is held or excluded, or was; nil for workouts that never were.
    public var review: WorkoutReview?

    public init(
        worth: Int, award: Int, reason: AwardReason? = nil, status: AwardStatus, policy: Int,
        review: WorkoutReview? = nil
    ) {
        self.worth = worth
        self.award = award
        self.reason = reason
        self.status = status
        self.policy = policy
        self.review = review
    }
}
