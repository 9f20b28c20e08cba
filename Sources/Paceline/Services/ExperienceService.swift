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
    /// The rewards that the community offers now, in its order.
    func rewards() async throws -> [Reward]
    /// Redeems a reward: pays its price from the balance. The level stays.
    /// - Parameters:
    ///   - reward: one of ``rewards()``.
    ///   - price: the price that the viewer agreed to, in XP.
    /// - Throws: ``SocialError/Code/rewardNotFound``; ``SocialError/Code/priceChanged`` if it has another price now;
    ///   or, for the reward's ``Reward/obstacle``, ``SocialError/Code/insufficientXP``, ``SocialError/Code/soldOut``,
    ///   ``SocialError/Code/limitReached``, ``SocialError/Code/notAllowed`` at too low a level,
    ///   ``SocialError/Code/ageRestricted`` or ``SocialError/Code/birthDateRequired``.
    func redeem(_ reward: Reward.ID, at price: Int) async throws -> Redemption
    /// The rewards that the viewer redeemed, newest first.
    func redemptions(_ page: PageRequest) async throws -> Page<Redemption>
    /// Refunds a reward: gives its price back, within ``Redemption/refundPeriod`` and before it is fulfilled.
    /// - Throws: ``SocialError/Code/notFound`` if the viewer has no such redemption, or
    ///   ``SocialError/Code/notRefundable``.
    @discardableResult
    func refund(_ redemption: Redemption.ID) async throws -> Redemption
    /// Shows the code of a redeemed reward, always the same one. The reward is then fulfilled, and the viewer can no
    /// longer refund it.
    /// - Throws: ``SocialError/Code/notFound`` if the viewer has no such redemption, ``SocialError/Code/notAllowed`` if
    ///   it has no code or was refunded, ``SocialError/Code/soldOut`` if the operator has removed codes, or
    ///   ``SocialError/Code/reauthenticationRequired``.
    func showCode(of redemption: Redemption.ID) async throws -> Redemption
    /// All badges that people can earn.
    func achievements() async throws -> [Achievement]
    /// The badges that a person earned by workouts that the viewer can see, newest first. Empty if
    /// the person does not show their statistics, details or profile.
    /// - Throws: ``SocialError/Code/personNotFound``.
    func achievements(of person: PersonReference) async throws -> [EarnedAchievement]
    /// Asks moderators to look at one of the viewer's workouts that counts nowhere: one that is held and was published
    /// late, or one that was excluded, once and within ``WorkoutReview/appealPeriod``. See
    /// ``WorkoutReview/canAsk(at:)``.
    /// - Returns: the workout, in its new state.
    /// - Throws: ``SocialError/Code/workoutNotFound``; ``SocialError/Code/notAllowed`` if there is nothing to ask;
    ///   ``SocialError/Code/limitReached`` while ``WorkoutReview/openLimit`` of the viewer's workouts wait for a
    ///   decision.
    @discardableResult
    func requestReview(of workout: Workout.ID) async throws -> Workout
}
