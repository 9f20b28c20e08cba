import Paceline
import PacelineDatabase

extension ReplicaStore {
    /// Removes all and closes the store for good, in one transaction: a command of another process is either in the
    /// outbox before, and counts, or is refused afterwards. Delete the file next.
    /// - Parameter isDiscarding: whether to remove commands that wait.
    /// - Throws: ``SocialError/Code/notAllowed`` if commands wait.
    package func signOut(discarding isDiscarding: Bool) async throws {
        try await write { transaction in
            guard !transaction.meta.isClosed else { return }
            let waiting = transaction.outbox.commands.count { !$0.isAnswered }
            guard waiting == 0 || isDiscarding else {
                throw SocialError(
                    .notAllowed,
                    "\(waiting) changes have not been sent yet. Send them first, or discard them.")
            }
            try transaction.dropTruth()
            transaction.outbox.remove(Set(transaction.outbox.commands.map(\.position)))
            try transaction.connection.execute("DELETE FROM refusals")
            transaction.meta.isClosed = true
        }
    }
}
