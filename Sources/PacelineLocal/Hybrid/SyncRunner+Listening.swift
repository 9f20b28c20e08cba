import Foundation
import Paceline
import PacelineAPI
import PacelineClient
import PacelineReplica

// The live stream is a doorbell: its events say that there is something to pull.
extension SyncRunner {
    func hear(_ signal: Doorbell.Signal) async {
        switch signal {
        case .opened: wake(.streamOpened)
        case .closed: wake(.streamClosed)
        case .rung(let content): await ring([content], watching: await doorbell.watched)
        }
    }

    private func ring(_ events: [LiveEvent.Content], watching items: [FeedItem.ID]) async {
        // The change feed does not report items of people who are not followed.
        changedItems.formUnion(Set(events.compactMap(\.changedItem)).intersection(items))
        wake(.rung)
    }

    /// Waits until the store has the changes that events of an app's live stream are about: until the end of a sync
    /// that begins from now on.
    /// - Returns: false if the sync failed.
    func pull(for events: [LiveEvent.Content], watching items: [FeedItem.ID]) async -> Bool {
        guard isAutomatic else {
            changedItems.formUnion(Set(events.compactMap(\.changedItem)).intersection(items))
            await syncNow(.changed)
            return !isStopped && failure == nil
        }
        let before = pulls
        await ring(events, watching: items)
        guard !isStopped, running != nil || !machine.isBlocked(at: now) else { return false }
        return await withCheckedContinuation { pullWaiters.append((before, $0)) }
    }

    /// Resumes the callers that waited for a sync which has ended now.
    /// - Parameter isDone: whether it succeeded.
    func endPullWaits(_ isDone: Bool) {
        let ended = pullWaiters.filter { !isDone || isStopped || $0.after < pulls }
        pullWaiters.removeAll { !isDone || isStopped || $0.after < pulls }
        for entry in ended { entry.waiter.resume(returning: isDone) }
    }

    func noteChangedItems() async throws {
        guard !changedItems.isEmpty else { return }
        let items = changedItems
        changedItems = []
        try await store.scheduleLoads(ofChanged: items)
    }
}

// Other processes.
extension SyncRunner {
    private static var pollInterval: Duration { .seconds(1) }

    /// An extension of the app adds commands to the same file, and may end before it has sent them.
    func startPolling() {
        guard polling == nil else { return }
        polling = Task { await self.poll() }
    }

    private func poll() async {
        var last: Int64?
        while !Task.isCancelled {
            do {
                let version = try await store.dataVersion()
                if let last, version != last {
                    if try await store.hasNewCommands() { wake(.changed) }
                    await publishStatus()
                }
                last = version
            } catch {
                // The file cannot be read now, such as while another process locks it.
            }
            do {
                try await Task.sleep(for: Self.pollInterval)
            } catch {
                return
            }
        }
    }
}

// The app's live streams.
extension SyncRunner {
    /// Passes a stream on, each event after the store has what it is about.
    /// - Parameter items: the items that it watches.
    func delaying(_ response: StreamedResponse, watching items: [FeedItem.ID]) -> StreamedResponse {
        let (body, chunks) = AsyncThrowingStream<[UInt8], any Error>.makeStream(
            bufferingPolicy: .bufferingOldest(LiveLimits.queuedEvents))
        let id = UUID()
        let task = Task {
            do {
                var parser = ServerSentEventParser()
                for try await chunk in response.body {
                    let events = try parser.read(chunk).map { try LiveEvent($0).content }
                        .filter { $0 != .upToDate }
                    // The stream resumes after its last event.
                    if !events.isEmpty, await !self.pull(for: events, watching: items) {
                        throw TransportFailure.unreachable
                    }
                    if case .dropped = chunks.yield(chunk) { throw TransportFailure.unreachable }
                }
                chunks.finish(throwing: Task.isCancelled ? TransportFailure.unreachable : nil)
            } catch {
                chunks.finish(throwing: error is CancellationError ? TransportFailure.unreachable : error)
            }
            self.streams[id] = nil
        }
        streams[id] = task
        chunks.onTermination = { _ in task.cancel() }
        return StreamedResponse(head: response.head, body: body)
    }

    /// A stream that begins without a connection: it has a first event, and is then lost. It resumes from a position
    /// that no server has, for which the server sends ``LiveEvent/Content/reset``.
    nonisolated static func streamWithoutConnection() throws -> StreamedResponse {
        let position = LogPosition(transaction: 0, sequence: 0, epoch: "offline")
        let message = try LiveEvent(position: position, content: .upToDate).serverSent()
        let (body, chunks) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        chunks.yield(message.encoded)
        chunks.finish(throwing: TransportFailure.unreachable)
        return StreamedResponse(head: EventStream().response(200), body: body)
    }
}
