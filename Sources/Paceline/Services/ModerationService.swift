/// What moderators decide. Not part of ``SocialServices``: apps for members do not need it.
///
/// Every method throws ``SocialError/Code/staffOnly`` for people without a role, whose call becomes a security event of
/// their account, and ``SocialError/Code/notAllowed`` for staff who have neither recovery codes nor a passkey.
/// In a session that was opened with a weaker credential than the account has, they throw
/// ``SocialError/Code/reauthenticationRequired`` until the person signs in again with
/// ``AccountService/reauthenticate(with:)``.
///
/// ```swift
/// let page = try await session.anomalies(in: .held, PageRequest())
/// if let first = page.items.first {
///     let decision = WorkoutDecisionDraft(outcome: .approved, reason: "The race’s results confirm it.")
///     _ = try await session.decide(first.id, decision, ifMatch: first.version)
/// }
/// ```
public protocol ModerationService: Sendable {
    /// The workouts that look impossible or unusual and are in this state, oldest first, without their titles and
    /// sources. The list for ``AnomalyState/late`` is empty: moderators see these workouts once their owners ask. Left
    /// out are the viewer's own workouts, those of staff with the same or a higher role, and those of people with whom
    /// the viewer shares a friendship, a follow, a group or a block.
    func anomalies(in state: AnomalyState, _ page: PageRequest) async throws -> Page<WorkoutAnomaly>
    /// Decides whether a workout counts. Its owner is notified, and reads the reason unless they are a child or of
    /// unknown age. A workout that is not listed can be excluded, too, if the viewer sees it: an invented history need
    /// not look impossible.
    /// - Parameter version: the ``WorkoutAnomaly/version`` that the moderator saw, or the ``Workout/version`` of one
    ///   that is not listed.
    /// - Throws: ``SocialError/Code/workoutNotFound`` if the workout does not exist or is left out of the viewer's
    ///   list, and for an approval of one that is not listed; ``SocialError/Code/preconditionFailed`` if it was edited
    ///   or decided meanwhile; ``SocialError/Code/notAllowed`` for appeals against the viewer's own decision.
    @discardableResult
    func decide(
        _ workout: Workout.ID, _ decision: WorkoutDecisionDraft, ifMatch version: Version
    ) async throws -> WorkoutAnomaly
}
