/// The viewer's XP, the ledger of its changes, the formula, and what people earned.
///
/// ```swift
/// let experience = try await session.experience()
/// print("Level \(experience.level), \(experience.today) XP today")
/// for entry in try await session.ledger(PageRequest()).items { print(entry.kind, entry.amount) }
/// ```
public protocol ExperienceService: Sendable {
    /// The viewer's XP, balance and level.
    func experience() async throws -> Experience
    /// The entries of the viewer's ledger, newest first.
    func ledger(_ page: PageRequest) async throws -> Page<LedgerEntry>
    /// The policy of workouts that are published now.
    func experiencePolicy() async throws -> ExperiencePolicy
    /// All achievements and milestones that people can earn.
    func achievements() async throws -> [Achievement]
    /// The achievements and milestones that a person earned by workouts that the viewer can see, newest first. Empty if
    /// the person does not show their statistics, details or profile.
    /// - Throws: ``SocialError/Code/personNotFound``.
    func achievements(of person: PersonReference) async throws -> [EarnedAchievement]
}
