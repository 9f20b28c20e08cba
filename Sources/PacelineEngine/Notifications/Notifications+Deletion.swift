import Foundation
import Paceline
import PacelineDatabase

extension Transaction {
    /// Deletes the notifications that match, before their subject is deleted. Appends a log entry for each receiver
    /// whose inbox shows one of them, so that the inbox is updated.
    ///
    /// Runs in the deleting transaction: later, a log consumer could no longer find the receivers.
    /// - Parameters:
    ///   - condition: a condition on the columns of `notifications`.
    ///   - last: the last instant at which the notifications were shown; nil for now.
    func retractNotifications(where condition: SQL, shownUntil last: Date? = nil) throws {
        guard try announceHiding(ofNotificationsWhere: condition, shownUntil: last) else { return }
        try connection.send("DELETE FROM notifications WHERE \(condition)")
    }

    /// Appends a log entry for each receiver whose inbox shows one of the notifications that match, before a change
    /// hides them.
    /// - Returns: whether any match.
    @discardableResult
    func announceHiding(ofNotificationsWhere condition: SQL, shownUntil last: Date? = nil) throws -> Bool {
        let receivers = try connection.fetch(
            "SELECT DISTINCT receiver FROM notifications WHERE \(condition) ORDER BY receiver"
        ) { $0[0] as Person.ID }
        for receiver in receivers where try isShown(condition, to: receiver, at: last ?? now) {
            try connection.append(
                LogEntry(kind: .notified, person: receiver, topic: receiver.uuid, subject: receiver.uuid),
                at: now)
        }
        return !receivers.isEmpty
    }

    /// Whether the receiver's inbox shows any notification that matches the condition.
    private func isShown(_ condition: SQL, to receiver: Person.ID, at instant: Date) throws -> Bool {
        let inbox = try Transaction(self, seenBy: receiver, at: instant)
        return try connection.exists(
            "SELECT 1 FROM notifications WHERE (\(condition)) AND \(try inbox.shownNotifications())")
    }
}
