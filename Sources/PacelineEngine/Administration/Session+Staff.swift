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
            return try accounts.setRole(to: role) ? person : nil
        }
        if let changed { engine.environment.securityLog(.roleChanged, changed) }
    }
}

extension Engine {
    /// Gives a person a role, or takes it away, for the operator of the server.
    ///
    /// The first administrator gets the role in this way. The person's sessions end, and they are notified.
    /// - Parameters:
    ///   - role: nil for a member without a role.
    ///   - leavesNone: whether the only administrator may lose the role.
    /// - Throws: ``SocialError/Code/personNotFound``, or ``SocialError/Code/notAllowed`` for a person who has neither
    ///   recovery codes nor a passkey, and for the only administrator.
    /// - Returns: whether the person had another role.
    @discardableResult
    public func setRole(
        of username: String, to role: StaffRole?, leavingNoAdministrator leavesNone: Bool = false
    ) async throws -> Bool {
        let now = environment.now()
        let changed = try await write { connection -> Person.ID? in
            guard let person = try connection.person(named: username.lowercased()) else {
                throw SocialError.personNotFound
            }
            if role != .administrator, !leavesNone {
                let administrators = try connection.staff().filter { $0.role == .administrator }
                guard administrators.map(\.id) != [person] else { throw SocialError.onlyAdministrator }
            }
            let accounts = Accounts(try Transaction(connection, of: session(for: person), now: now))
            return try accounts.setRole(to: role) ? person : nil
        }
        if let changed { environment.securityLog(.roleChanged, changed) }
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
    /// Gives the viewer the role. Ends all sessions, so that none that was stolen before has it, and records the change.
    /// - Returns: false if the viewer has the role already.
    fileprivate func setRole(to role: StaffRole?) throws -> Bool {
        guard try connection.role(of: viewer.id) != role else { return false }
        if role != nil { try requireGrantable() }
        try connection.send("UPDATE accounts SET role = \(role) WHERE person = \(viewer.id)")
        try endSessionsAndTokens(where: "scopes IS NULL")
        try trustNoClients()
        // The staff get no links by mail.
        try connection.deleteMailedCodes(of: viewer.id)
        try connection.bumpVersion(of: viewer.id, at: now)
        try transaction.log(.changedSettings, viewer.id.uuid)
        try connection.record(
            .roleChanged, of: viewer.id, role?.rawValue ?? "member", from: nil, at: now,
            using: environment.random, notifies: true)
        return true
    }

    private func requireGrantable() throws {
        guard try connection.canRegainAccount(viewer.id) else {
            throw SocialError(
                .notAllowed,
                "This person has neither recovery codes nor a passkey. The staff need one of them.")
        }
        guard try connection.staff().count < StaffMember.limit else {
            throw SocialError(.limitReached, "At most \(StaffMember.limit) people can have a role.")
        }
    }
}

extension SocialError {
    fileprivate static let onlyAdministrator = SocialError(
        .notAllowed, "This is the only administrator. Make another person an administrator first.")
}
