import Foundation
import PacelineDatabase

/// Keeps processes that open a store apart from one that replaces its damaged file or removes it after signing out.
/// Without it, a process could open the old file in between and write to a file that no longer exists.
///
/// Opening is quick, so that no lock is held while an app is suspended.
struct ReplicaFileLock {
    private let file: Int32

    enum Purpose {
        /// To open the store: several processes at a time.
        case shared
        /// To replace or remove it: one process, while none opens the store.
        case exclusive
    }

    /// The file that is locked, beside the store at the path.
    private static func path(of store: String) -> String { store + "-lock" }

    /// How long to wait for the others, as for a lock of the database.
    private static let timeout: Duration = .seconds(5)

    /// - Throws: ``DatabaseError/busy`` if others keep the lock for more than five seconds,
    ///   ``DatabaseError/unavailable(_:)`` if there is no folder or space for the file, or if the file system has no
    ///   locks.
    init(of store: String, for purpose: Purpose) async throws {
        file = try await Self.lockedFile(at: Self.path(of: store), for: purpose)
    }

    /// A lock for what should be done also where there can be none. The database says what else is wrong.
    /// - Throws: ``DatabaseError/busy`` if others keep the lock for more than five seconds.
    static func ifPossible(of store: String, for purpose: Purpose) async throws -> ReplicaFileLock? {
        do {
            return try await ReplicaFileLock(of: store, for: purpose)
        } catch DatabaseError.unavailable {
            return nil
        }
    }

    private static func lockedFile(at path: String, for purpose: Purpose) async throws -> Int32 {
        let deadline = ContinuousClock.now + timeout
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw failure("taken") }
            do {
                while flock(file, (purpose == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
                    guard errno == EWOULDBLOCK else { throw failure("taken") }
                    try await pause(until: deadline)
                }
                if isCurrent(file, at: path) { return file }
                // Signing out removed the file meanwhile: others lock another one.
                try await pause(until: deadline)
            } catch {
                close(file)
                throw error
            }
            close(file)
        }
    }

    private static func pause(until deadline: ContinuousClock.Instant) async throws {
        guard ContinuousClock.now < deadline else { throw DatabaseError.busy }
        try await Task.sleep(for: .milliseconds(10))
    }

    private static func isCurrent(_ file: Int32, at path: String) -> Bool {
        var (opened, found) = (stat(), stat())
        return fstat(file, &opened) == 0 && stat(path, &found) == 0
            && (opened.st_dev, opened.st_ino) == (found.st_dev, found.st_ino)
    }

    private static func failure(_ what: String) -> DatabaseError {
        .unavailable("The lock of a store cannot be \(what): \(String(cString: strerror(errno)))")
    }

    func release() { close(file) }

    /// Removes the file, after everything that the lock protects.
    /// - Throws: ``DatabaseError/unavailable(_:)`` if it cannot be removed.
    static func removeFile(of store: String) throws(DatabaseError) {
        guard unlink(path(of: store)) == 0 || errno == ENOENT else { throw failure("removed") }
    }
}
