import Paceline
import PacelineDatabase

extension ReplicaStore {
    /// Removes everything and closes the store for good. Delete the file next.
    ///
    /// It is one transaction: a command that another process queues before is among the unsent ones, and one that it
    /// queues afterwards is refused.
    /// - Parameter isDiscarding: whether to remove unsent commands.
    /// - Throws: ``SocialError/Code/notAllowed`` if there are unsent commands, ``DatabaseError/damaged(_:)`` after
    ///   another process replaced the file.
    package func signOut(discarding isDiscarding: Bool) async throws {
        try await write { transaction in
            guard transaction.meta.ending != .signedOut else { return }
            // The new file may contain more commands than this one.
            try transaction.checkOpen()
            let waiting = transaction.outbox.commands.count { !$0.isAnswered }
            guard waiting == 0 || isDiscarding else {
                throw SocialError(
                    .notAllowed,
                    "Not sent yet: \(Measure.count(waiting, "change")). Connect to the server first, or discard them."
                )
            }
            try transaction.dropTruth()
            transaction.outbox.remove(Set(transaction.outbox.commands.map(\.position)))
            try transaction.connection.execute("DELETE FROM refusals")
            try transaction.connection.execute("DELETE FROM merged_things")
            transaction.meta.ending = .signedOut
        }
    }
}
