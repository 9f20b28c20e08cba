import Foundation
import Paceline
import PacelineDatabase

// A thief who changes the email address must not hide later notices from the account's owner. So a confirmed address
// gets them for another week.

extension Connection {
    /// For how long a former address gets notices, in seconds.
    private static var formerAddressLifetime: TimeInterval { 7 * RetentionRule.day }

    /// Keeps a confirmed address that is no longer the person's.
    func keepFormerAddress(
        _ address: String, of person: Person.ID, confirmedAt: Date, at now: Date
    ) throws {
        let end = now.addingTimeInterval(Self.formerAddressLifetime)
        try send(
            """
            INSERT INTO former_addresses (person, address, confirmed_at, expires_at)
            VALUES (\(person), \(address), \(confirmedAt), \(end))
            ON CONFLICT (person, address) DO UPDATE
            SET confirmed_at = excluded.confirmed_at, expires_at = excluded.expires_at
            """)
    }

    /// Ends the confirmation of the person's address, which a thief may have added.
    ///
    /// It still gets notices if it was confirmed more than a week ago: it is then the owner's, and a thief may be
    /// ending its confirmation.
    func endEmailConfirmation(of person: Person.ID, keepingAddress isKept: Bool, at now: Date) throws {
        let confirmed = try fetchFirst(
            "SELECT email, email_confirmed_at FROM accounts WHERE person = \(person) AND email IS NOT NULL"
        ) { (address: $0[0] as String, confirmedAt: $0[1] as Date?) }
        guard let confirmed, let confirmedAt = confirmed.confirmedAt else { return }
        if isKept, confirmedAt <= now.addingTimeInterval(-Accounts.contestLifetime) {
            try keepFormerAddress(confirmed.address, of: person, confirmedAt: confirmedAt, at: now)
        }
        try endEmailConfirmation(of: person)
    }

    /// Ends the confirmation of the person's address if it is later than the instant.
    /// - Returns: whether it was.
    @discardableResult
    func endEmailConfirmation(of person: Person.ID, after instant: Date = .distantPast) throws -> Bool {
        try execute(
            """
            UPDATE accounts
            SET email_confirmed_at = NULL, confirmed_email = NULL
            WHERE person = \(person) AND email_confirmed_at > \(instant)
            """) == 1
    }

    func deleteFormerAddress(_ address: String, of person: Person.ID) throws {
        try send("DELETE FROM former_addresses WHERE person = \(person) AND address = \(address)")
    }

    /// Deletes the former addresses that were confirmed after the instant.
    func deleteFormerAddresses(of person: Person.ID, confirmedAfter instant: Date) throws {
        try send("DELETE FROM former_addresses WHERE person = \(person) AND confirmed_at > \(instant)")
    }

    /// Whether the address still gets notices.
    func isFormerAddress(_ address: String, of person: Person.ID, at now: Date) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM former_addresses
            WHERE person = \(person) AND address = \(address) AND expires_at > \(now)
            """)
    }

    /// The former addresses that get a notice of the event, the oldest first: also those that were current when it
    /// happened. One that the event itself replaced has its own message.
    func formerAddresses(for event: SecurityEvent, of person: Person.ID) throws -> [String] {
        let isReplacement = event.kind == .emailChanged
        // Instants are rounded to the millisecond.
        let latestEnd = event.at.addingTimeInterval(Self.formerAddressLifetime - 0.01)
        return try fetch(
            """
            SELECT address
            FROM former_addresses
            WHERE person = \(person) AND confirmed_at < \(event.at) AND expires_at > \(event.at)
                AND expires_at < \(isReplacement ? latestEnd : .distantFuture)
            ORDER BY expires_at, address
            LIMIT 10
            """
        ) { $0[0] as String }
    }
}
