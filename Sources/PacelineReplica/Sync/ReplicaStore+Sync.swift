import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// The outcome of applying an answer.
package struct SyncOutcome: Sendable, Equatable {
    /// Whether the answer was outdated and was discarded.
    package var isOutdated = false
    /// Whether the server has more changes.
    package var hasMore = false
    /// Whether the outbox has commands to send now.
    package var hasCommands = false
    /// Whether the server could not run a command now.
    package var isBusy = false
    /// In how many seconds the server can run the command, if it says so: up to a day. The next request is sent sooner,
    /// since changes must not wait.
    package var retryAfter: Int?
}

extension ReplicaStore {
    /// Takes the lease, numbers the commands to send, and creates the request.
    /// - Parameters:
    ///   - time: the device's clock for the lease, the server's for the rest.
    ///   - limit: the most changes to pull.
    /// - Returns: nil while another process syncs.
    /// - Throws: ``SocialError/Code/unauthenticated`` after the person signed out.
    package func prepareSync(
        at time: SyncTime, limit: Int = ChangePage.defaultLimit
    ) async throws -> PreparedSync? {
        do {
            return try await prepareSync(at: time, limit: limit, commands: SyncRequest.commandLimit)
        } catch DatabaseError.full {
            // Numbers take space, too. One by one, commands are sent and make room.
            return try await prepareSync(at: time, limit: limit, commands: 1)
        }
    }

    private func prepareSync(at time: SyncTime, limit: Int, commands: Int) async throws -> PreparedSync? {
        try await write { transaction in
            try transaction.checkOpen()
            guard transaction.takeLease(now: time.device) else { return nil }
            // Only the server's time is compared: a person can set the device's clock.
            if let now = time.server,
                transaction.outbox.hasUnanswered(sentBefore: now - Outbox.receiptLifetime)
            {
                // The server has deleted the receipts of these numbers, and would refuse the next ones.
                transaction.renewDevice(to: UUID())
            }
            let batch = try transaction.outbox.numberBatch(
                limit: commands, serial: transaction.meta.serial, now: time.server)
            let meta = transaction.meta
            let request = SyncRequest(
                device: SyncDevice.ID(meta.device), acknowledged: transaction.outbox.acknowledged,
                commands: try batch.compactMap { try SyncCommand($0) }, since: meta.token, limit: limit)
            return PreparedSync(request: request, truthVersion: meta.truthVersion)
        }
    }

    /// Applies an answer in one transaction: the results of the commands, the changes, and the next token.
    ///
    /// An answer to an earlier request is discarded, since another process may have sent the same commands and applied
    /// later changes. The next answer repeats its content.
    /// - Parameter now: the server's time, or the device's if that is unknown, in milliseconds since 1970.
    package func apply(
        _ answer: LenientSyncAnswer, to sync: PreparedSync, now: Int64
    ) async throws -> SyncOutcome {
        try await write { transaction in
            var applied = SyncOutcome()
            guard try transaction.isCurrent(sync) else {
                applied.isOutdated = true
                return applied
            }
            transaction.raiseGeneration()
            try transaction.noteMerged(answer.results)
            try transaction.outbox.receive(answer.results)
            try transaction.apply(answer.changes, readAt: now)
            try transaction.keepWaitingComments(answer.results, of: sync.request, readAt: now)
            if transaction.meta.token == nil {
                try transaction.scheduleFullLoad()
                try transaction.forgetInbox()
            }
            transaction.meta.token = answer.next
            transaction.meta.unreadCount = answer.unreadCount.map(Int64.init) ?? transaction.meta.unreadCount
            // During a full load, parts of the truth are older than this answer.
            if answer.isSettled, !answer.hasMore, try !transaction.isFullLoadPending {
                transaction.outbox.removeAnswered()
            }
            let unfinished = answer.results.first { !$0.isFinal }
            applied.isBusy = unfinished != nil
            applied.retryAfter = unfinished?.problem?.retryAfter
            applied.hasMore = answer.hasMore
            applied.hasCommands = transaction.outbox.hasSendable
            return applied
        }
    }

    /// Drops the token, since the server no longer has the changes after it. The next sync gets a new one and schedules
    /// a full load. Commands stay. Remembered answers go: the missing changes may have taken back what is in them.
    package func expireToken(of sync: PreparedSync) async throws {
        try await write { transaction in
            guard try transaction.isCurrent(sync) else { return }
            transaction.meta.token = nil
            try transaction.connection.execute("DELETE FROM answers WHERE key <> \(AnswerKey.games)")
            transaction.raiseGeneration()
        }
    }

    /// Changes the device id, after the server found that a copy of this store uses it.
    /// - Parameter device: the new id.
    package func renewDevice(after sync: PreparedSync, to device: UUID) async throws {
        try await write { transaction in
            guard try transaction.isCurrent(sync) else { return }
            transaction.renewDevice(to: device)
        }
    }

    /// Removes everything that the server sent, since the session is no longer valid. Commands stay for the next
    /// sign-in.
    package func dropTruth() async throws {
        try await write { try $0.dropTruth() }
        try removeDamagedFile()
    }

    /// Lets another process sync.
    package func releaseLease() async throws {
        try await write { $0.releaseLease() }
    }
}

extension ReplicaTransaction {
    /// Whether the store is as it was when the request was made.
    fileprivate func isCurrent(_ sync: PreparedSync) throws -> Bool {
        try checkOpen()
        return sync.request.device.uuid == meta.device && isCurrent(sync.truthVersion)
    }

    mutating func renewDevice(to device: UUID) {
        meta.device = device
        outbox.renewDevice()
        raiseGeneration()
    }

    func isCurrent(_ version: TruthVersion) -> Bool {
        meta.leaseHolder == process && version == meta.truthVersion
    }

    /// Stores the author's held comments from the results. The change feed does not contain them until they are
    /// released.
    fileprivate func keepWaitingComments(
        _ results: [CommandResult], of request: SyncRequest, readAt: Int64
    ) throws {
        for result in results where result.status < 300 {
            guard let command = request.commands.first(where: { $0.number == result.number }),
                [.addComment, .editComment].contains(try CommandScope(QueuedRequest(command)).kind),
                let body = try result.bodyValue, body["isWaiting"] == true
            else { continue }
            try put(try PacelineJSON.decode(Comment.self, from: try body.text()), readAt: readAt)
        }
    }
}

extension Outbox {
    /// Whether the next request would contain commands.
    var hasSendable: Bool {
        var copy = self
        do {
            return try !copy.numberBatch(limit: 1, serial: 0, now: nil).isEmpty
        } catch {
            // The next sync throws this error.
            return true
        }
    }
}
