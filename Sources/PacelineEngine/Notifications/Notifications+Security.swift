import Foundation
import Paceline
import PacelineDatabase

extension NotificationWriter {
    /// The daily limit per person and kind of security event: an attacker can neither flood the inbox nor suppress
    /// other kinds.
    private static let dailyLimit = 20
    /// The time between two notifications of wrong passwords, in seconds.
    private static let failurePause: TimeInterval = 3_600

    /// Notifies the account's owner. Unread notifications with the same facts become one that links to the newest
    /// event.
    func securityEvent(_ event: LoggedEvent) throws {
        let receiver = event.person
        let id = SecurityEvent.ID(event.subject)
        guard let facts = try facts(of: id) else { return }
        if facts.kind == .signInFailed {
            let earliest = event.at.addingTimeInterval(-Self.failurePause)
            guard try !wasNotifiedOfFailures(receiver, since: earliest) else { return }
        }
        if let unread = try unreadNotification(of: id, or: facts, to: receiver) {
            try connection.send("UPDATE notifications SET subject = \(id) WHERE id = \(unread)")
        } else {
            let dayBefore = event.at.addingTimeInterval(-RetentionRule.day)
            guard try count(of: facts.kind, to: receiver, since: dayBefore) < Self.dailyLimit else { return }
        }
        try notifyOwner(receiver, .security, of: .securityEvent(id), at: event.at)
    }

    /// The facts that the sentence names.
    private struct Facts {
        let kind: SecurityEventKind
        let detail: String?
        let clientName: String?
        let network: String?
    }

    private func facts(of event: SecurityEvent.ID) throws -> Facts? {
        try connection.fetchFirst(
            "SELECT kind, detail, client_name, network FROM security_events WHERE id = \(event)"
        ) { Facts(kind: $0[0], detail: $0[1], clientName: $0[2], network: $0[3]) }
    }

    private func wasNotifiedOfFailures(_ receiver: Person.ID, since instant: Date) throws -> Bool {
        try connection.exists(
            """
            SELECT 1
            FROM notifications
            JOIN security_events ON security_events.id = notifications.subject
            JOIN notification_actors AS actors ON actors.notification = notifications.id
            WHERE notifications.receiver = \(receiver) AND notifications.kind = \(NotificationKind.security)
                AND security_events.kind = \(SecurityEventKind.signInFailed) AND actors.at > \(instant)
            """)
    }

    /// The unread notification of the event, or else of another with the same facts. Index: `notifications_unread`.
    private func unreadNotification(
        of event: SecurityEvent.ID, or facts: Facts, to receiver: Person.ID
    ) throws -> SocialNotification.ID? {
        try connection.fetchFirst(
            """
            SELECT notifications.id
            FROM notifications
            JOIN security_events ON security_events.id = notifications.subject
            WHERE notifications.receiver = \(receiver) AND notifications.kind = \(NotificationKind.security)
                AND notifications.read_at IS NULL
                AND (notifications.subject = \(event)
                    OR security_events.kind = \(facts.kind)
                        AND COALESCE(security_events.detail, '') = \(facts.detail ?? "")
                        AND COALESCE(security_events.client_name, '') = \(facts.clientName ?? "")
                        AND COALESCE(security_events.network, '') = \(facts.network ?? ""))
            ORDER BY CASE WHEN notifications.subject = \(event) THEN 0 ELSE 1 END, notifications.id
            LIMIT 1
            """
        ) { $0[0] as SocialNotification.ID }
    }

    private func count(
        of kind: SecurityEventKind, to receiver: Person.ID, since instant: Date
    ) throws -> Int {
        try connection.fetchFirst(
            """
            SELECT COUNT(*)
            FROM notifications
            JOIN security_events ON security_events.id = notifications.subject
            WHERE notifications.receiver = \(receiver) AND notifications.kind = \(NotificationKind.security)
                AND notifications.at > \(instant) AND security_events.kind = \(kind)
            """
        ) { $0[0] as Int } ?? 0
    }
}
