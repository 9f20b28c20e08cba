import Foundation
import Paceline
import PacelineDatabase
import Synchronization

extension ReplicaStore {
    /// Removes everything, and takes nothing more. Close the store and delete its file next.
    ///
    /// It is one transaction: a command that another process queues before is among the unsent ones, and one that it
    /// queues afterwards is refused.
    /// - Parameter isDiscarding: whether to remove unsent commands.
    /// - Throws: ``SocialError/Code/notAllowed`` if there are unsent commands, ``DatabaseError/damaged(_:)`` after
    ///   another process replaced the file.
    package func signOut(discarding isDiscarding: Bool) async throws {
        guard !isSignedOut else { return }
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
        signOutState.set()
    }

    /// Removes the store's files, or does what goes with it, while no process opens the store.
    package func excludingOpenings<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard let path else { return try await body() }
        let lock = try await ReplicaFileLock(of: path, for: .replacing)
        defer { lock.release() }
        return try await body()
    }

    /// Makes the store usable again if the person signed out, and the process ended before it deleted the file.
    func beginAnewAfterSignOut() async throws {
        guard try await read({ $0.meta.ending }) == .signedOut else { return }
        try await write { transaction in
            guard transaction.meta.ending == .signedOut else { return }
            transaction.renewDevice(to: UUID())
            transaction.meta.ending = nil
        }
    }

    /// Whether the person has signed out through this store.
    package var isSignedOut: Bool { signOutState.isSet }

    /// Runs an operation. After signing out, the store is closed: the person's session has ended, and the storage is
    /// fine.
    /// - Throws: ``SocialError/Code/unauthenticated`` then.
    func namingSignOut<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as DatabaseError where error == .closed && isSignedOut {
            throw SocialError.signedOut
        }
    }
}

extension SocialError {
    /// The person has signed out on this device.
    package static let signedOut = SocialError(.unauthenticated, "You are signed out. Sign in again.")
}

/// Whether the person has signed out.
final class SignOutState: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}
