import Synchronization

/// Keeps new transactions from beginning while a database is suspended.
final class SuspensionGate: Sendable {
    private let isClosed = Atomic(false)

    func close() { isClosed.store(true, ordering: .sequentiallyConsistent) }
    func open() { isClosed.store(false, ordering: .sequentiallyConsistent) }

    var isSuspended: Bool { isClosed.load(ordering: .sequentiallyConsistent) }

    /// - Throws: ``DatabaseError/suspended`` while the database is suspended.
    func check() throws(DatabaseError) {
        if isSuspended { throw .suspended }
    }
}
