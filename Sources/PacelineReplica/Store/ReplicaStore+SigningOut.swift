import Foundation
import Paceline
import PacelineDatabase
import Synchronization

extension ReplicaStore {
    /// Removes everything, and takes nothing more. Close the store and remove its files next.
    ///
    /// It is one transaction: a command that another process queues before is among the unsent ones, and one that it
    /// queues afterwards is refused.
    /// - Parameter isDiscarding: whether to remove unsent commands.
    /// - Returns: false if this store, or another process, has signed out before. The files may be those of a later
    ///   session then: see ``isFileOfEndedSession()``.
    /// - Throws: ``SocialError/Code/notAllowed`` if there are unsent commands, ``DatabaseError/damaged(_:)`` after
    ///   another process replaced the file.
    @discardableResult
    package func signOut(discarding isDiscarding: Bool) async throws -> Bool {
        guard !isSignedOut else { return false }
        let isFirst = try await write { transaction in
            guard transaction.meta.ending != .signedOut else { return false }
            // The new file may contain more commands than this one.
            try transaction.checkOpen()
            let waiting = transaction.outbox.unsent.count
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
            return true
        }
        signOutState.set()
        return isFirst
    }

    /// Signs out and removes the files while no process opens the store. Where there can be no lock, as for opening, it
    /// does so nevertheless: the person could not sign out otherwise.
    /// - Throws: ``DatabaseError/busy`` if other processes open or replace the store for more than five seconds.
    package func excludingOpenings<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard let path else { return try await body() }
        let lock = try await ReplicaFileLock.ifPossible(of: path, for: .exclusive)
        defer { lock?.release() }
        return try await body()
    }

    /// Whether the file at the store's path, if there is one, belongs to a session that has ended. If another process
    /// has signed out, a later session may use a new file there.
    package func isFileOfEndedSession() async throws -> Bool {
        guard let path, FileManager.default.fileExists(atPath: path) else { return true }
        let database = try SQLiteDatabase(path: path, profile: .device)
        do {
            let ending = try await database.read { try ReplicaMeta.read($0).ending }
            try await database.close()
            return ending == .signedOut
        } catch {
            try await database.close()
            throw error
        }
    }

    /// Removes the files of a closed store, also those that replacing a damaged one has left.
    /// - Throws: ``DatabaseError/unavailable(_:)`` if one cannot be removed.
    package func removeFiles() throws(DatabaseError) {
        guard let path else { return }
        for database in DamagedStore(path: path).databases { try SQLiteDatabase.removeFile(at: database) }
        try ReplicaFileLock.removeFile(of: path)
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
