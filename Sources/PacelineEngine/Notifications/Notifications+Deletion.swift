import Foundation
import Paceline
import PacelineDatabase

extension Transaction {
    /// Takes back the notifications of something that is about to be deleted, and has those told whose inbox loses one.
    ///
    /// It is done in the transaction of the deletion: a row goes with what it is about, and whoever follows the log comes
    /// too late to see whose it was. To whom it was not shown, nothing is told.
    /// - Parameters:
    ///   - condition: a condition on the columns of `notifications`.
    ///   - last: the last instant at which they were shown, where that is not now.
    func retractNotifications(where condition: SQL, shownUntil last: Date? = nil) throws {
        let receivers = try connection.fetch(
            "SELECT DISTINCT receiver FROM notifications WHERE \(condition) ORDER BY receiver"
        ) { $0[0] as Person.ID }
        guard !receivers.isEmpty else { return }
        for receiver in receivers where try isShown(condition, to: receiver, at: last ?? now) {
            try connection.append(
                LogEntry(kind: .notified, person: receiver, topic: receiver.uuid, subject: receiver.uuid),
                at: now)
        }
        try connection.send("DELETE FROM notifications WHERE \(condition)")
    }

    /// Whether the receiver is shown any of the notifications that the condition names.
    private func isShown(_ condition: SQL, to receiver: Person.ID, at instant: Date) throws -> Bool {
        let inbox = try Transaction(self, seenBy: receiver, at: instant)
        return try connection.exists(
            "SELECT 1 FROM notifications WHERE (\(condition)) AND \(try inbox.shownNotifications())")
    }
}
