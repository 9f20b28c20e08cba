import Foundation
import Paceline
import PacelineDatabase

/// The effect of ``ReplicaStore/removeMerge(_:)``.
package enum MergeRemoval: Sendable, Equatable {
    case removed
    /// Something may have been sent, and has no answer. Nothing is removed.
    case isUnanswered
    /// The account has something of it. Nothing is removed.
    case hasArrived
}

// Cancelling a merge.
extension ReplicaStore {
    /// Takes back what a merge has queued: nothing more of it is sent, and the server skips what may be on its way. All
    /// of it keeps its place, so that a deletion behind it waits, and ``resumeMerge(_:)`` can continue.
    /// - Returns: whether something may have been sent, and has no answer.
    /// - Throws: ``SocialError/Code/unauthenticated`` after the person signed out.
    package func withdrawMerge(_ merge: UUID) async throws -> Bool {
        try await write { transaction in
            try transaction.checkOpen()
            let commands = transaction.outbox.commands(of: merge)
            for command in commands {
                transaction.outbox.update(command.position) { $0.failures = Command.withdrawn }
            }
            return commands.contains { !$0.isWaiting }
        }
    }

    /// Removes what a merge has queued, its marks and its refusals, unless the server has, or may have, some of it.
    /// - Throws: ``SocialError/Code/unauthenticated`` after the person signed out.
    package func removeMerge(_ merge: UUID) async throws -> MergeRemoval {
        try await write { transaction in
            try transaction.checkOpen()
            let commands = transaction.outbox.commands(of: merge)
            guard commands.allSatisfy(\.isWaiting) else { return .isUnanswered }
            guard try !transaction.connection.hasArrivals(of: merge) else { return .hasArrived }
            transaction.outbox.remove(Set(commands.map(\.position)))
            try transaction.forget(merge)
            return .removed
        }
    }

    /// Undoes ``withdrawMerge(_:)``.
    /// - Throws: ``SocialError/Code/unauthenticated`` after the person signed out.
    package func resumeMerge(_ merge: UUID) async throws {
        try await write { transaction in
            try transaction.checkOpen()
            for command in transaction.outbox.commands(of: merge) where command.isWithdrawn {
                transaction.outbox.update(command.position) { $0.failures = 0 }
            }
        }
    }
}

extension Connection {
    /// Whether the account has something of a merge.
    fileprivate func hasArrivals(of merge: UUID) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM merged_things WHERE merge = \(merge) AND outcome <> \(MergeOutcome.refused.rawValue)
            """)
    }
}

extension Outbox {
    /// The commands of a merge without an answer.
    fileprivate func commands(of merge: UUID) -> [Command] {
        commands.filter { !$0.isAnswered && $0.origin.flatMap(MergeOrigin.init)?.merge == merge }
    }
}
