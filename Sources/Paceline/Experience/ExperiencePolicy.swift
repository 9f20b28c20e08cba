/// A numbered formula that turns a workout into experience points (XP): its worth.
///
/// Worth = ⌊kilometres × ``Rate/perKilometre`` + minutes × (``Rate/perMinute`` + beats / 90) + 12 × tonnes⌋. Minutes
/// are the active time, at most the time from start to end. Beats are the average heart rate, at most 180; if there is
/// none, 60 + 10 × the intensity zone, at most 90; otherwise 0. Workouts that were not completed are worth nothing.
///
/// A workout keeps the policy under which it was first published. ``ExperienceLimits`` decide how much of its worth it
/// earns.
///
/// ```swift
/// let policy = try await session.experiencePolicy()
/// print("+\(policy.worth(of: draft)) XP")
/// ```
public struct ExperiencePolicy: Sendable, Equatable, Codable {
    /// The policy's number, from 1.
    public let number: Int
    /// One rate for each sport that has its own; then, without a type, that of all others.
    public let rates: [Rate]

    public init(number: Int, rates: [Rate]) {
        self.number = number
        self.rates = rates
    }

    /// What a sport's distance and time are worth.
    ///
    /// ```swift
    /// for rate in policy.rates { print(rate.type?.rawValue ?? "others", rate.perKilometre, rate.perMinute) }
    /// ```
    public struct Rate: Sendable, Equatable, Codable {
        /// The sport; nil for all sports without a rate of their own.
        public let type: WorkoutType?
        /// XP for each kilometre.
        public let perKilometre: Int
        /// XP for each minute, besides those for the heart rate.
        public let perMinute: Int

        public init(type: WorkoutType?, perKilometre: Int, perMinute: Int) {
            self.type = type
            self.perKilometre = perKilometre
            self.perMinute = perMinute
        }
    }
}

extension ExperiencePolicy {
    /// The policy of workouts that are published now.
    ///
    /// One XP is about one minute at rest, by the equations of the American College of Sports Medicine and the 2024
    /// Compendium of Physical Activities. Weight, energy, age and sex do not count, so XP reveals none of them.
    public static let current = ExperiencePolicy(
        number: 1,
        rates: [
            Rate(type: .running, perKilometre: 57, perMinute: 1),
            Rate(type: .walking, perKilometre: 29, perMinute: 1),
            Rate(type: .hiking, perKilometre: 40, perMinute: 2),
            Rate(type: .cycling, perKilometre: 16, perMinute: 2),
            Rate(type: .rowing, perKilometre: 36, perMinute: 2),
            Rate(type: .skiing, perKilometre: 36, perMinute: 2),
            Rate(type: .swimming, perKilometre: 130, perMinute: 2),
            Rate(type: .strength, perKilometre: 0, perMinute: 4),
            Rate(type: .yoga, perKilometre: 0, perMinute: 2),
            Rate(type: nil, perKilometre: 0, perMinute: 3),
        ])

    /// The policy with a number; nil if this version does not know it.
    public static func numbered(_ number: Int) -> ExperiencePolicy? {
        number == current.number ? current : nil
    }

    /// The worth of a workout, before the limits of its day.
    public func worth(of effort: Effort) -> Int {
        guard effort.isCompleted else { return 0 }
        let rate = rate(of: effort.type)
        let perKilometre = Self.factor(rate?.perKilometre)
        let perMinute = Self.factor(rate?.perMinute) * Self.centibeatsPerXP
        let effort = effort.clamped
        let ofMass = Int64(Self.xpPerTonne) * effort.grams * Self.unitsPerMillionth
        let ofDistance = perKilometre * effort.millimetres * Self.unitsPerMillionth
        let ofTime = effort.milliseconds * (perMinute + effort.centibeats)
        return Int(clamping: (ofDistance + ofTime + ofMass) / Self.unitsPerXP)
    }

    /// The worth that a draft would have as a workout. For apps that show it before publishing.
    public func worth(of draft: WorkoutDraft) -> Int { worth(of: Effort(draft)) }

    /// The rate of a sport; nil if the policy has none, not even for others.
    func rate(of type: WorkoutType) -> Rate? {
        rates.first { $0.type == type } ?? rates.first { $0.type == nil }
    }

    /// XP for each tonne lifted.
    package static let xpPerTonne = 12
    /// The heart rate that adds 1 XP a minute.
    package static let beatsPerXP = 90
    /// The heart rate up to which beats count.
    package static let heartRateLimit = 180

    private static let centibeatsPerXP = Int64(beatsPerXP) * 100
    /// The common denominator: a minute's milliseconds times ``centibeatsPerXP``.
    private static let unitsPerXP = 60_000 * centibeatsPerXP
    /// The denominator divided by the millimetres of a kilometre, which are as many as the grams of a tonne.
    private static let unitsPerMillionth = unitsPerXP / 1_000_000

    /// A rate as a server sent it, small enough that no product overflows.
    private static func factor(_ rate: Int?) -> Int64 { Int64(min(max(rate ?? 0, 0), 10_000)) }
}
