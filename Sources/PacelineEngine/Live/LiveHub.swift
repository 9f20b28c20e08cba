import Foundation
import Paceline
import PacelineDatabase

/// Reads the log for all streams of one engine, and puts what each may see into its mailbox.
///
/// The log is read once for everybody. While nobody is there nothing is read.
public actor LiveHub {
    private let database: any Database
    private var engine: Engine?
    /// Those of each person who listens.
    private var mailboxes: [Person.ID: [LiveMailbox]] = [:]
    /// Who waits to be let in until the piece of the log that is being read has been told.
    private var joining: [CheckedContinuation<Void, Never>] = []
    private var position: LogPosition?
    private var isReading = false
    private var hasMore = false
    private var listener: Task<Void, Never>?
    private var scheduledRead: Task<Void, Never>?
    /// Why the log could not be read the last time that somebody tried.
    private var failure: (any Error)?
    private var isClosed = false

    init(_ database: any Database) {
        self.database = database
    }

    /// How many streams are open.
    public var count: Int { mailboxes.values.reduce(0) { $0 + $1.count } }

    /// Tells every stream for which nothing waits how far the log has been told.
    ///
    /// A server does this now and then: it keeps connections open, finds those that are gone, and lets whoever takes up
    /// a stream again begin near the log's end. It also makes up for changes that this server was not told of.
    /// - Throws: what kept the log from being read since the last beat, when it still could not be.
    public func heartbeat() async throws {
        await read()
        if let failure {
            self.failure = nil
            throw failure
        }
        guard let position else { return }
        for mailbox in mailboxes.values.joined() { mailbox.heartbeat(at: position) }
    }

    /// Ends every stream; each can be taken up again elsewhere.
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

    /// - Returns: where the mailbox begins to be filled: what happened before has to be read by itself.
    func join(_ mailbox: LiveMailbox, of engine: Engine) async throws -> LogPosition {
        while isReading {
            await withCheckedContinuation { joining.append($0) }
        }
        guard !isClosed else {
            throw SocialError(.unavailable, "The server is stopping. Try again.", retryAfter: 1)
        }
        // A stream that is over takes nobody's place, though it may leave a moment later.
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

    /// Nothing is told before the place is known where delivery begins.
    private func begin() async throws -> LogPosition {
        isReading = true
        defer {
            finishReading()
            // What was announced before anybody listened may be held up, and so lie behind the end that was read.
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

    /// Tells everything that has not been told. What comes while it is reading is read by whoever reads already.
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
            batch = try await read(after: position, for: audience, of: engine)
            failure = nil
        } catch {
            failure = error
            return scheduleRead(after: .seconds(1))
        }
        if !mailboxes.isEmpty { self.position = batch.end }
        deliver(batch, after: position)
        if batch.isFull { hasMore = true }
        // What holds up the log ends without a word.
        if batch.isBlocked { scheduleRead(after: .milliseconds(10)) }
    }

    /// In a task of its own, since whoever asks may have been cancelled: it then reads for others.
    private func read(
        after position: LogPosition, for audience: LiveAudience, of engine: Engine
    ) async throws -> LiveBatch {
        let database = database
        let reading = Task {
            try await LiveBatch.next(after: position, atMost: Self.length, for: audience, of: engine) {
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

    /// How many events are told from one snapshot.
    private static let length = 100

    private var audience: LiveAudience {
        var audience = LiveAudience()
        audience.viewers = Set(mailboxes.keys)
        for mailbox in mailboxes.values.joined() {
            for item in mailbox.items { audience.watchers[item, default: []].insert(mailbox.viewer) }
        }
        return audience
    }

    /// - Parameter position: up to where everything had been told before.
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
