import Foundation
import Paceline
import PacelineDatabase

extension StaffRole: SQLEnum {}

extension Connection {
    /// The person's role; nil for people without one.
    func role(of person: Person.ID) throws -> StaffRole? {
        try fetchFirst("SELECT role FROM accounts WHERE person = \(person)") { $0[0] as StaffRole? } ?? nil
    }

    /// The staff, administrators first, then by username. Index: `accounts_by_role`.
    func staff() throws -> [StaffMember] {
        try fetch(
            """
            SELECT people.id, people.username, people.display_name, accounts.role
            FROM accounts
            JOIN people ON people.id = accounts.person
            WHERE accounts.role IS NOT NULL
            ORDER BY accounts.role, people.username
            LIMIT \(StaffMember.limit)
            """
        ) { StaffMember(id: $0[0], username: $0[1], displayName: $0[2], role: $0[3]) }
    }

    /// Whether the person has a password, Apple or a passkey to sign in with.
    /// - Parameter removed: a credential that does not count, because it is about to be removed.
    func signsInWithMoreThanDevice(_ person: Person.ID, besides removed: UUID? = nil) throws -> Bool {
        try identities(of: person).contains { $0.provider != .device && $0.id.uuid != removed }
            || passkeys(of: person).contains { $0.id.uuid != removed }
    }

    /// Whether the person can regain the account after losing every other way to sign in.
    func canRegainAccount(_ person: Person.ID) throws -> Bool {
        try hasPasskey(person)
            || exists("SELECT 1 FROM recovery_codes WHERE person = \(person) AND is_link = 0 LIMIT 1")
    }
}

extension StaffMember {
    /// The maximum number of people in the staff, so that lists need no pages.
    static let limit = 200
}

extension Transaction {
    /// Checks that the viewer has the role, and presented the strongest credential of the account in the session.
    /// - Throws: ``SocialError/Code/staffOnly``, ``SocialError/Code/reauthenticationRequired`` for a session of a
    ///   weaker credential, or ``SocialError/Code/notAllowed`` for staff who have neither recovery codes nor a passkey.
    func require(_ role: StaffRole) throws {
        guard !isForAccessToken, try connection.role(of: viewer.id)?.includes(role) == true else {
            throw SocialError.staffOnly(role)
        }
        try Accounts(self).requireStrongestCredential(in: sessionID)
        guard try connection.canRegainAccount(viewer.id) else {
            throw SocialError(
                .notAllowed, "Create recovery codes or add a passkey first. The staff need one of them.")
        }
    }
}

extension Session {
    /// Runs a read for the staff. The call of a person without the role is refused and recorded.
    func read<Value: Sendable>(
        by role: StaffRole, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await recordingRefusal {
            try await read { transaction in
                try transaction.require(role)
                return try body(transaction)
            }
        }
    }

    /// Runs a write for the staff. The call of a person without the role is refused and recorded.
    func write<Value: Sendable>(
        by role: StaffRole, receipt: Receipt<Value>? = nil,
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await recordingRefusal {
            try await write(receipt: receipt) { transaction in
                try transaction.require(role)
                return try body(transaction)
            }
        }
    }

    /// Checks the ``role`` before a request is read. A refusal is recorded.
    /// - Throws: ``SocialError/Code/staffOnly``.
    public func require(_ role: StaffRole) async throws {
        guard self.role?.includes(role) != true else { return }
        try await recordRefusedStaffCall()
        throw SocialError.staffOnly(role)
    }

    private func recordingRefusal<Value: Sendable>(
        _ call: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await call()
        } catch let error as SocialError where error.code == .staffOnly {
            try await recordRefusedStaffCall()
            throw error
        }
    }

    /// Records that the viewer called what only the staff may do.
    func recordRefusedStaffCall() async throws {
        try await write(recording: .staffCallRefused) { _ in ((), nil) }
    }
}
