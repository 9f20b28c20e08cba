import Foundation
import Paceline
import PacelineAPI
import PacelineClient
import PacelineReplica

/// Listens to the live stream of the server while a session is active. An event says that there is something to pull;
/// the changes themselves come with the pull.
actor Doorbell {
    enum Signal: Sendable {
        case opened
        case rung(LiveEvent.Content)
        case closed
    }

    private let server: ReplicaServer
    /// The time of a monotonic clock, in milliseconds.
    private let clock: @Sendable () -> Int64
    /// Waits for a number of milliseconds, or until the task is cancelled.
    private let sleep: @Sendable (Int64) async throws -> Void
    private var backoff = Backoff()
    private var random = SystemRandomNumberGenerator()
    private var listening: Task<Void, Never>?
    private var connection: Task<End, Never>?
    private var pause: Task<Void, Never>?
    /// The items of people who are not followed that were opened last, newest first.
    private(set) var watched: [FeedItem.ID] = []

    /// How a connection ended.
    private enum End {
        case lost(retryAfter: Int?)
        case replaced
        /// Another attempt does not help until the person signs in again.
        case refused
    }

    init(server: ReplicaServer) {
        let start = ContinuousClock.now
        self.init(server: server) {
            (ContinuousClock.now - start).wholeMilliseconds
        } sleep: {
            try await Task.sleep(for: .milliseconds($0))
        }
    }

    /// - Parameters:
    ///   - clock: the time of a monotonic clock, in milliseconds.
    ///   - sleep: waits for a number of milliseconds, or until the task is cancelled.
    init(
        server: ReplicaServer, clock: @escaping @Sendable () -> Int64,
        sleep: @escaping @Sendable (Int64) async throws -> Void
    ) {
        (self.server, self.clock, self.sleep) = (server, clock, sleep)
    }

    private var now: Int64 { clock() }
    private static let watchLimit = 10

    /// Listens until ``stop()``, and connects again after failures.
    func listen(_ hear: @escaping @Sendable (Signal) async -> Void) {
        guard listening == nil else { return }
        listening = Task { await self.run(hear) }
    }

    func stop() async {
        listening?.cancel()
        connection?.cancel()
        pause?.cancel()
        await listening?.value
        listening = nil
    }

    /// Ends a pause that the server did not ask for: the network is back, or the app came to the foreground.
    func retry() {
        guard backoff.notBefore <= now else { return }
        backoff.reset()
        pause?.cancel()
    }

    /// Watches an item of a person who is not followed: the stream reports it only if it is asked to.
    func watch(_ item: FeedItem.ID) {
        let isNew = !watched.contains(item)
        watched = Array(([item] + watched.filter { $0 != item }).prefix(Self.watchLimit))
        if isNew { connection?.cancel() }
    }
}

extension Doorbell {
    private func run(_ hear: @escaping @Sendable (Signal) async -> Void) async {
        while !Task.isCancelled {
            let connection = Task { await self.receive(hear) }
            self.connection = connection
            let end = await connection.value
            await hear(.closed)
            switch end {
            case .lost(let retryAfter):
                await pause(until: backoff.fail(retryAfter: retryAfter, now: now, using: &random))
            // A person may open many items in a row.
            case .replaced: await pause(until: now + SyncMachine.pullInterval)
            case .refused: return
            }
        }
    }

    private func pause(until time: Int64) async {
        guard !Task.isCancelled else { return }
        let pause = Task {
            do {
                try await sleep(max(0, time - now))
            } catch {
                // The pause ended early.
            }
        }
        self.pause = pause
        await pause.value
    }

    private func receive(_ hear: @escaping @Sendable (Signal) async -> Void) async -> End {
        do {
            let response = try await server.stream(watching: watched)
            var parser = ServerSentEventParser()
            var count = 0
            for try await chunk in response.body {
                for message in try parser.read(chunk) {
                    let event = try LiveEvent(message)
                    count += 1
                    // The first message is only the position at which the stream starts.
                    if count == 1 { await hear(.opened) } else { backoff.reset() }
                    if event.content != .upToDate { await hear(.rung(event.content)) }
                }
            }
        } catch let error as SocialError {
            if [.unauthenticated, .notAllowed, .notFound].contains(error.code) { return .refused }
            return .lost(retryAfter: error.retryAfter)
        } catch {
            // The connection is lost, or was ended.
        }
        return Task.isCancelled ? .replaced : .lost(retryAfter: nil)
    }
}

extension LiveEvent.Content {
    /// The item whose content, kudos or comments changed.
    var changedItem: FeedItem.ID? {
        switch self {
        case .item(let item): item.id
        case .itemRemoved(let id): id
        case .kudos(let change): change.item
        case .comment(let comment, _): comment.item
        case .commentRemoved(_, let item, _): item
        default: nil
        }
    }
}
