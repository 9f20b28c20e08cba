/// What administrators do. Not part of ``SocialServices``, since few apps need it.
///
/// Every method throws ``SocialError/Code/staffOnly`` for people without the role, whose call becomes a security event
/// of their account, and ``SocialError/Code/notAllowed`` for staff who have neither recovery codes nor a passkey.
/// In a session that was opened with a weaker credential than the account has, they throw
/// ``SocialError/Code/reauthenticationRequired`` until ``AccountService/reauthenticate(with:)`` confirms it.
///
/// ```swift
/// let session = try await server.services(token: signedIn.token)
/// try await session.setRole(of: .username("mira"), to: .moderator)
/// ```
public protocol AdministrationService: Sendable {
    /// The staff, administrators first, then by username.
    func staff() async throws -> [StaffMember]
    /// Makes a person a moderator or an administrator, or a member without a role.
    ///
    /// A change ends all of the person's sessions, and no client of theirs is trusted any more. They are notified.
    /// Recovery codes and a device identity from before stay, but do not act as staff: a device's secret only does what
    /// members do, and a code ends the role. Administrators change neither their own role nor that of other
    /// administrators; the operator of the server does.
    /// - Parameter role: nil for a member without a role.
    /// - Throws: ``SocialError/Code/reauthenticationRequired``, ``SocialError/Code/personNotFound``,
    ///   ``SocialError/Code/selfNotAllowed``, or ``SocialError/Code/notAllowed`` for another administrator, and for a
    ///   person who signs in only with a device.
    func setRole(of person: PersonReference, to role: StaffRole?) async throws
    /// The redeemed rewards of members in this state, oldest first.
    ///
    /// The viewer's own, those of other administrators, and those of people with whom the viewer shares a friendship, a
    /// follow, a group or a block are neither listed nor found by the following methods. The operator of the server
    /// hands these over.
    func memberRedemptions(
        in state: RedemptionState, _ page: PageRequest
    ) async throws -> Page<MemberRedemption>
    /// Notes that a member has received a reward. The member is notified. Repeating it changes nothing.
    /// - Throws: ``SocialError/Code/notFound``; ``SocialError/Code/notAllowed`` if it was refunded; or
    ///   ``SocialError/Code/soldOut`` if it has a code and none is left.
    @discardableResult
    func fulfilRedemption(_ redemption: Redemption.ID) async throws -> MemberRedemption
    /// Gives a member the price of a reward back, even after it was fulfilled. What was fulfilled stays used up: it
    /// returns neither to the stock nor to the member's limit.
    /// - Throws: ``SocialError/Code/notFound``, or ``SocialError/Code/notRefundable`` if it was refunded before.
    @discardableResult
    func refundRedemption(_ redemption: Redemption.ID) async throws -> MemberRedemption
    /// Creates a global tournament.
    /// - Throws: ``SocialError/Code/limitReached`` with ``TournamentDraft/maxOpenGlobally`` open ones,
    ///   ``SocialError/Code/nameReserved``, or ``SocialError/Code/invalidValue`` naming the field.
    func createGlobalTournament(_ draft: TournamentDraft) async throws -> Season
    /// Deletes a global tournament that has not ended.
    /// - Throws: ``SocialError/Code/seasonNotFound``, or ``SocialError/Code/notAllowed`` for other seasons.
    func cancelGlobalTournament(_ id: Season.ID) async throws
}

/// The services for the staff, which a session has besides ``SocialServices``.
///
/// ```swift
/// func countHeldWorkouts(as staff: some StaffServices) async throws -> Int {
///     try await staff.anomalies(in: .held, PageRequest()).items.count
/// }
/// ```
public typealias StaffServices = AdministrationService & ModerationService
