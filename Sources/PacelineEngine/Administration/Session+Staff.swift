import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func staff() async throws -> [StaffMember] {
        try await read(by: .administrator) { try $0.connection.staff() }
    }

    public func setRole(of reference: PersonReference, to role: StaffRole?) async throws {
        let changed = try await write(by: .administrator) { transaction -> Person.ID? in
            try Accounts(transaction).requireRecentAuthentication(of: sessionID)
            let person = try transaction.personToAdminister(reference)
            guard person != viewer else {
                throw SocialError(.selfNotAllowed, "You cannot change your own role.")
            }
            guard try transaction.connection.role(of: person) != .administrator else {
                throw SocialError(
                    .notAllowed, "Only the operator of the server changes the role of an administrator.")
            }
            let accounts = Accounts(try Transaction(transaction, seenBy: person, at: transaction.now))
            return try accounts.setRole(to: role, by: viewer, from: engine.origin) ? person : nil
        }
        if let changed { engine.environment.logRole(of: changed, role, by: viewer) }
    }
}

extension Engine {
    /// Gives a person a role, or takes it away, for the operator of the server.
    ///
    /// The first administrator gets the role in this way. The person's sessions end, and they are notified.
    /// - Parameters:
    ///   - role: nil for a member without a role.
    ///   - mayLeaveNone: whether the only administrator may lose the role.
    /// - Throws: ``SocialError/Code/personNotFound``, or ``SocialError/Code/notAllowed`` for a person who has only a
    ///   device's secret to sign in with, and for the only administrator.
    /// - Returns: whether the person had another role.
    @discardableResult
    public func setRole(
        of username: String, to role: StaffRole?, leavingNoAdministrator mayLeaveNone: Bool = false
    ) async throws -> Bool {
        let now = environment.now()
        let changed = try await write { connection -> Person.ID? in
            guard let person = try connection.person(named: username.lowercased()) else {
                throw SocialError.personNotFound
            }
            if role != .administrator, !mayLeaveNone {
                let administrators = try connection.staff().filter { $0.role == .administrator }
                guard administrators.map(\.id) != [person] else { throw SocialError.onlyAdministrator }
            }
            let accounts = Accounts(try Transaction(connection, of: session(for: person), now: now))
            return try accounts.setRole(to: role, by: nil, from: nil) ? person : nil
        }
        if let changed { environment.logRole(of: changed, role, by: nil) }
        return changed != nil
    }

    /// The staff, administrators first, then by username, for the operator of the server.
    public func staff() async throws -> [StaffMember] {
        try await read { try $0.staff() }
    }
}

extension Transaction {
    /// The id of the person whom the staff act on. Blocks make no difference.
    /// - Throws: ``SocialError/Code/personNotFound``.
    func personToAdminister(_ reference: PersonReference) throws -> Person.ID {
        let found: Person.ID? =
            switch reference {
            case .me: viewer.id
            case .id(let id):
                try connection.fetchFirst("SELECT id FROM people WHERE id = \(id) AND username IS NOT NULL") {
                    $0[0]
                }
            case .username(let username): try connection.person(named: username)
            }
        guard let found else { throw SocialError.personNotFound }
        return found
    }
}

extension Accounts {
    /// Gives the viewer the role, and records the change. Ends all sessions, so that none that was stolen before has
    /// the role.
    ///
    /// A device's secret and recovery codes from before stay: without them, people who forgot their password would be
    /// locked out. None of them acts as staff: a device's secret is weaker than what the role requires, and a code ends
    /// the role.
    /// - Parameters:
    ///   - role: nil for a member without a role.
    ///   - actor: the administrator who sets it; nil for the operator.
    ///   - origin: the client of the administrator.
    /// - Returns: false if the viewer has the role already.
    fileprivate func setRole(
        to role: StaffRole?, by actor: Person.ID?, from origin: SignInOrigin?
    ) throws -> Bool {
        guard try connection.role(of: viewer.id) != role else { return false }
        if role != nil { try requireGrantable() }
        try connection.send("UPDATE accounts SET role = \(role) WHERE person = \(viewer.id)")
        try endSessionsAndTokens(where: "scopes IS NULL")
        try trustNoClients()
        // The staff get no links by mail.
        if role != nil { try connection.deleteMailedCodes(of: viewer.id) }
        try announceRole()
        try recordRole(role, by: actor, from: origin)
        return true
    }

    /// Takes the viewer's role after the account was regained. Its new owner may be a thief of a recovery code or a
    /// former credential, so the operator or an administrator gives the role again.
    /// - Returns: false if the viewer had none.
    func endRole() throws -> Bool {
        guard try connection.role(of: viewer.id) != nil else { return false }
        try connection.send("UPDATE accounts SET role = NULL WHERE person = \(viewer.id)")
        try announceRole()
        try recordRole(nil, by: viewer.id, from: nil)
        return true
    }

    /// Checks that the staff keep more than a device's secret to sign in with. The secret may be older than the role,
    /// and if it became the strongest credential, it would act as staff.
    /// - Parameter removed: the credential that is about to be removed.
    /// - Throws: ``SocialError/Code/lastIdentity``.
    func requireStaffCredential(besides removed: UUID) throws {
        guard try connection.role(of: viewer.id) != nil,
            try !connection.signsInWithMoreThanDevice(viewer.id, besides: removed)
        else { return }
        throw SocialError(
            .lastIdentity, "The staff need a password, Apple or a passkey. Add another one of these first.")
    }

    /// Lets the viewer's devices learn of the role.
    private func announceRole() throws {
        try connection.bumpVersion(of: viewer.id, at: now)
        try transaction.log(.changedSettings, viewer.id.uuid)
    }

    private func requireGrantable() throws {
        guard try connection.signsInWithMoreThanDevice(viewer.id) else {
            throw SocialError(
                .notAllowed,
                "This person signs in without a password. The staff need a password, Apple or a passkey.")
        }
        guard try connection.staff().count < StaffMember.limit else {
            throw SocialError(.limitReached, "At most \(StaffMember.limit) people can have a role.")
        }
    }
}

extension EngineEnvironment {
    /// Writes a change of a role to the operator's logs.
    func logRole(of person: Person.ID, _ role: StaffRole?, by actor: Person.ID?) {
        securityLog(.roleChanged, person)
        roleLog(person, role, actor)
    }
}

extension SocialError {
    fileprivate static let onlyAdministrator = SocialError(
        .notAllowed, "This is the only administrator. Make another person an administrator first.")
}
