import Foundation
import PacelineDatabase

/// Keeps processes that open a store apart from the one that replaces its damaged file.
///
/// A process that opened the old file in between would be left with a file that accepts nothing, or would use the log
/// of the new file with the old one. Opening is quick, so that no lock is held while an app is suspended.
struct ReplicaFileLock {
    /// Nil without a file to lock.
    private let file: Int32?

    enum Purpose {
        /// Several processes at a time.
        case opening
        /// One process, while none opens the store.
        case replacing
    }

    /// The file that is locked, beside the store at the path.
    static func path(of store: String) -> String { store + "-lock" }

    /// How long to wait for the others, as for a lock of the database.
    private static let timeout: Duration = .seconds(5)

    /// - Throws: ``DatabaseError/busy`` if others keep the lock for more than five seconds.
    init(of store: String, for purpose: Purpose) async throws {
        let file = open(Self.path(of: store), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        do {
            guard file >= 0 else { throw Self.failure() }
            let deadline = ContinuousClock.now + Self.timeout
            while flock(file, (purpose == .opening ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK else { throw Self.failure() }
                guard ContinuousClock.now < deadline else { throw DatabaseError.busy }
                try await Task.sleep(for: .milliseconds(10))
            }
            self.file = file
        } catch {
            if file >= 0 { close(file) }
            // Without a folder there is no store yet, and some file systems have no locks. The database says what else
            // is wrong.
            guard case .unavailable? = error as? DatabaseError, purpose == .opening else { throw error }
            self.file = nil
        }
    }

    private static func failure() -> DatabaseError {
        .unavailable("The lock of a store cannot be taken: \(String(cString: strerror(errno)))")
    }

    func release() { if let file { close(file) } }
}
