import Foundation
import Paceline
import PacelineDatabase

// A thief of a session may link a credential that is stronger than those of the account's owner, which could then no
// longer confirm anything. So for a week after a credential was linked, any older one can contest it: it confirms its
// removal, and signing out everywhere.

extension SQL {
    /// When the person linked the credential; NULL for passkeys, which are never weaker than another.
    static func linkingDate(of provider: IdentityProvider, of person: Person.ID) -> SQL {
        "(SELECT created_at FROM identities WHERE person = \(person) AND provider = \(provider))"
    }
}

extension Accounts {
    /// For how long after its linking an older credential can remove a credential, in seconds.
    static let contestLifetime: TimeInterval = 7 * 86_400

    /// Whether the credential is older than one that was linked within the last week, and may contest it.
    func mayContest(with provider: IdentityProvider) throws -> Bool {
        let own = try connection.identities(of: viewer.id).first { $0.provider == provider }
        guard let own else { return false }
        return try linkingDates().contains { isContestable($0, by: own.createdAt) }
    }

    /// Checks that the viewer may remove a credential: that they presented the strongest lately, or an older one than
    /// this, if it was linked within a week.
    /// - Parameter linkedAt: when it was linked; nil if there is no such credential.
    /// - Throws: ``SocialError/Code/reauthenticationRequired``.
    func requireAuthentication(
        in session: SignedIn.ID?, toRemoveCredentialLinkedAt linkedAt: Date?
    ) throws {
        if let linkedAt, try mayRemoveCredentials(in: session)(linkedAt) { return }
        try requireRecentAuthentication(of: session)
    }

    /// Returns which credentials the viewer may remove, as a function of when they were linked.
    func mayRemoveCredentials(in session: SignedIn.ID?) throws -> (Date) -> Bool {
        guard try !isRecentlyAuthenticated(session) else { return { _ in true } }
        let older = try presentedSince(in: session)
        return { linkedAt in older.map { isContestable(linkedAt, by: $0) } ?? false }
    }

    /// Checks that the viewer presented the strongest credential lately, or one that is older than another that was
    /// linked within a week.
    /// - Throws: ``SocialError/Code/reauthenticationRequired``.
    func requireAuthenticationToSignOutEverywhere(in session: SignedIn.ID?) throws {
        if let older = try presentedSince(in: session),
            try linkingDates().contains(where: { isContestable($0, by: older) })
        {
            return
        }
        try requireRecentAuthentication(of: session)
    }

    /// Whether each credential but the device's was linked so lately that the device could remove it.
    func areAllContestable(except device: LinkedIdentity) throws -> Bool {
        try linkingDates(except: device.id).allSatisfy { isContestable($0, by: device.createdAt) }
    }

    private func isContestable(_ linkedAt: Date, by older: Date) -> Bool {
        older < linkedAt && linkedAt > now.addingTimeInterval(-Self.contestLifetime)
    }

    /// When the viewer linked each credential.
    private func linkingDates(except excluded: LinkedIdentity.ID? = nil) throws -> [Date] {
        try connection.identities(of: viewer.id).filter { $0.id != excluded }.map(\.createdAt)
            + connection.passkeys(of: viewer.id).map(\.createdAt)
    }

    /// When the credential was linked that the session's owner presented in the last ten minutes; nil for none and for
    /// a passkey.
    private func presentedSince(in session: SignedIn.ID?) throws -> Date? {
        let earliest = now.addingTimeInterval(-Self.authenticationLifetime)
        let found = try connection.fetchFirst(
            "SELECT presented_since FROM sessions WHERE id = \(session) AND presented_at > \(earliest)"
        ) { $0[0] as Date? }
        return found ?? nil
    }

    /// Revokes the access tokens and recovery codes that a thief of a session may have created: those of the last week,
    /// except codes of the account's first ten minutes.
    func revokeContestableTokensAndCodes() throws {
        let weekBefore = now.addingTimeInterval(-Self.contestLifetime)
        try endSessionsAndTokens(where: "scopes IS NOT NULL AND created_at > \(weekBefore)")
        let signUp = try connection.fetchFirst("SELECT created_at FROM accounts WHERE person = \(viewer.id)")
        {
            $0[0] as Date
        }
        let firstMinutes = signUp?.addingTimeInterval(Self.authenticationLifetime) ?? weekBefore
        try connection.deleteOwnCodes(of: viewer.id, createdAfter: max(weekBefore, firstMinutes))
    }

    /// When the credential was linked that the session's owner presented in it after signing in; nil for none and for a
    /// passkey. A thief of the session's token has presented none.
    func presentedSinceSigningIn(in session: SignedIn.ID?) throws -> Date? {
        try connection.fetchFirst(
            "SELECT presented_since FROM sessions WHERE id = \(session) AND presented_at > created_at"
        ) { $0[0] as Date? } ?? nil
    }
}
