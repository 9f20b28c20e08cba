import Foundation
import Paceline
import PacelineDatabase

/// Reads the log for all streams of one engine, and puts the events that each reader may see into their mailbox.
///
/// The log is read once for all streams, and not at all while there are none.
public actor LiveHub {
    private let database: any Database
    private var engine: Engine?
    /// Open streams by person.
    private var mailboxes: [Person.ID: [LiveMailbox]] = [:]
    /// Streams waiting to join until the current batch is delivered.
    private var joining: [CheckedContinuation<Void, Never>] = []
    private var position: LogPosition?
    private var isReading = false
    private var hasMore = false
    private var listener: Task<Void, Never>?
    private var scheduledRead: Task<Void, Never>?
    /// The error of the last failed read of the log.
    private var failure: (any Error)?
    private var isClosed = false

    init(_ database: any Database) {
        self.database = database
    }

    /// The number of open streams.
    public var count: Int { mailboxes.values.reduce(0) { $0 + $1.count } }

    /// Sends every idle stream the position up to which the log is delivered.
    ///
    /// A server calls this periodically. It keeps connections open, detects dead ones, and lets a resumed stream start
    /// near the end of the log. It also reads changes that this server was not notified of.
    /// - Throws: the error that has kept the log from being read since the last heartbeat, if it still does.
    public func heartbeat() async throws {
        await read()
        if let failure {
            self.failure = nil
            throw failure
        }
        guard let position else { return }
        for mailbox in mailboxes.values.joined() { mailbox.heartbeat(at: position) }
    }

    /// Closes every stream. Clients can resume them on another server.
    public func close() {
        isClosed = true
        endAll()
    }

    private func endAll() {
        for mailbox in mailboxes.values.joined() { mailbox.end() }
        mailboxes = [:]
        listener?.cancel()
        listener = nil
    }

    /// - Returns: the position after which the mailbox is filled. The stream reads earlier events itself.
    /// - Throws: ``SocialError/Code/limitReached`` when the person has too many open streams,
    ///   ``SocialError/Code/unavailable`` when the server is stopping.
    func join(_ mailbox: LiveMailbox, of engine: Engine) async throws -> LogPosition {
        while isReading {
            await withCheckedContinuation { joining.append($0) }
        }
        guard !isClosed else { throw SocialError.serverIsStopping }
        // Ended streams do not count towards the limit, even before they leave.
        mailboxes[mailbox.viewer]?.removeAll(where: \.hasEnded)
        guard mailboxes[mailbox.viewer, default: []].count < LiveLimits.streams else {
            throw SocialError(
                .limitReached, "You have \(LiveLimits.streams) streams open. Close one of them first.")
        }
        self.engine = engine
        mailboxes[mailbox.viewer, default: []].append(mailbox)
        listen()
        if let position { return position }
        do {
            return try await begin()
        } catch {
            leave(mailbox)
            throw error
        }
    }

    /// Finds the position at which delivery begins.
    private func begin() async throws -> LogPosition {
        isReading = true
        defer {
            finishReading()
            // Events that an open transaction blocks come after this end, and may have been announced already.
            Task { await read() }
        }
        let database = database
        let end = try await translatingErrors { try await database.read { try $0.logEnd() } }
        position = end
        return end
    }

    func leave(_ mailbox: LiveMailbox) {
        mailbox.end()
        let others = mailboxes[mailbox.viewer, default: []].filter { $0 !== mailbox }
        mailboxes[mailbox.viewer] = others.isEmpty ? nil : others
        guard mailboxes.isEmpty else { return }
        listener?.cancel()
        (listener, position, engine) = (nil, nil, nil)
    }

    private func listen() {
        guard listener == nil else { return }
        let changes = database.changes()
        listener = Task { [weak self] in
            for await _ in changes { await self?.read() }
        }
    }

    /// Delivers all new events. If a read is already running, it reads the new events as well.
    private func read() async {
        guard !isReading else {
            hasMore = true
            return
        }
        isReading = true
        repeat {
            hasMore = false
            await readOnce()
        } while hasMore
        finishReading()
    }

    private func finishReading() {
        isReading = false
        let waiting = joining
        joining = []
        for continuation in waiting { continuation.resume() }
    }

    private func readOnce() async {
        guard let position, let engine, !mailboxes.isEmpty else { return }
        let batch: LiveBatch
        do {
            batch = try await read(after: position, for: streams, of: engine)
            failure = nil
        } catch {
            failure = error
            return scheduleRead(after: .seconds(1))
        }
        if !mailboxes.isEmpty { self.position = batch.end }
        deliver(batch, after: position)
        if batch.isFull { hasMore = true }
        // The blocking transaction may end without a notification.
        if batch.isBlocked { scheduleRead(after: .milliseconds(10)) }
    }

    /// Runs in its own task: the caller may be cancelled, but the read serves other streams too.
    private func read(
        after position: LogPosition, for streams: OpenStreams, of engine: Engine
    ) async throws -> LiveBatch {
        let database = database
        let reading = Task {
            try await LiveBatch.next(after: position, atMost: Self.length, for: streams, of: engine) {
                try await database.read($0)
            }
        }
        return try await reading.value
    }

    private func scheduleRead(after pause: Duration) {
        guard scheduledRead == nil else { return }
        scheduledRead = Task {
            try? await Task.sleep(for: pause)
            scheduledRead = nil
            await read()
        }
    }

    /// The number of events delivered from one snapshot.
    private static let length = 100

    private var streams: OpenStreams {
        var streams = OpenStreams()
        streams.viewers = Set(mailboxes.keys)
        for mailbox in mailboxes.values.joined() {
            for item in mailbox.items { streams.watchers[item, default: []].insert(mailbox.viewer) }
        }
        return streams
    }

    /// - Parameter position: the position up to which events had been delivered before.
    private func deliver(_ batch: LiveBatch, after position: LogPosition) {
        if batch.changesVisibility {
            for mailbox in mailboxes.values.joined() { mailbox.invalidate(upTo: position) }
        }
        if !batch.signedOut.isEmpty {
            for mailbox in mailboxes.values.joined()
            where mailbox.sessionID.map({ batch.signedOut.contains($0.uuid) }) ?? false {
                mailbox.end()
            }
        }
        for delivery in batch.deliveries {
            let event = LiveEvent(position: delivery.position, content: delivery.content)
            for viewer in delivery.viewers {
                for mailbox in mailboxes[viewer] ?? [] { mailbox.put(event) }
            }
        }
    }
}
