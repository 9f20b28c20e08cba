import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// One transaction of a store.
struct ReplicaTransaction {
    let connection: any Connection
    /// The process that runs it.
    let process: UUID
    var meta: ReplicaMeta
    private var savedMeta: ReplicaMeta
    var outbox: Outbox

    /// - Parameter cached: the outbox at a revision, so that it is not read again.
    init(
        _ connection: any Connection, process: UUID, cached: (revision: Int64, outbox: Outbox)?
    ) throws {
        self.connection = connection
        self.process = process
        meta = try ReplicaMeta.read(connection)
        savedMeta = meta
        if let cached, cached.revision == meta.outboxRevision {
            outbox = cached.outbox
        } else {
            outbox = try Outbox.read(connection, meta)
        }
    }

    /// Writes the outbox, if it has changed, and the meta row.
    mutating func save() throws {
        if outbox.changes != Outbox.Changes() {
            try outbox.write(connection)
            outbox.changes = Outbox.Changes()
            meta.outboxRevision += 1
        }
        meta.lastPosition = outbox.lastPosition
        meta.lastNumber = outbox.lastNumber
        meta.acknowledged = outbox.acknowledged
        // A transaction that changes nothing must not look like a change to other processes.
        guard meta != savedMeta else { return }
        try meta.write(connection)
        savedMeta = meta
    }

    /// - Throws: ``SocialError/Code/unauthenticated`` after the person signed out, ``DatabaseError/damaged(_:)`` after
    ///   another process replaced the file.
    func checkOpen() throws {
        switch meta.ending {
        case .signedOut?: throw SocialError.signedOut
        case .replaced?: throw DatabaseError.damaged("Another process has replaced this file.")
        case nil: break
        }
    }
}

extension ReplicaTransaction {
    /// How long a lease lasts, in milliseconds.
    static let leaseDuration: Int64 = 30_000

    /// Takes or renews the lease. Only the process that holds it writes the truth. The lease of a process that has ended
    /// is free.
    /// - Parameter now: the device's time, in milliseconds since 1970.
    /// - Returns: whether this process holds it.
    mutating func takeLease(now: Int64) -> Bool {
        if meta.leaseHolder != process {
            // A lease that ends later than a new one would was taken before the clock was set back.
            let isValid = meta.leaseUntil > now && meta.leaseUntil <= now + Self.leaseDuration
            if isValid, let holder = meta.leaseHolder, !holder.isOfEndedProcess { return false }
            meta.term += 1
            meta.leaseHolder = process
        }
        meta.leaseUntil = now + Self.leaseDuration
        return true
    }

    mutating func releaseLease() {
        guard meta.leaseHolder == process else { return }
        meta.leaseHolder = nil
    }

    /// Starts a change of the truth that makes responses to earlier requests outdated.
    mutating func raiseGeneration() {
        meta.generation += 1
        meta.serial += 1
    }
}
