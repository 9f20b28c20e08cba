import Foundation

/// Lets requests on one thing run one after the other, in the order of their calls. Otherwise, giving kudos and
/// withdrawing them could reach the service in either order.
@MainActor
final class Turns {
    private struct Turn {
        let id: Int
        let start: AsyncStream<Void>.Continuation
    }

    private var queues: [UUID?: [Turn]] = [:]
    private var lastTurn = 0

    /// Runs the body once all earlier calls for the thing have ended. A cancelled call gives up its turn.
    func run<Answer: Sendable>(
        on thing: UUID?, _ body: @MainActor () async throws -> Answer
    ) async throws -> Answer {
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        lastTurn += 1
        let id = lastTurn
        let mustWait = queues[thing] != nil
        queues[thing, default: []].append(Turn(id: id, start: start))
        defer { end(id, on: thing) }
        // Ends when the turn begins, and when the task is cancelled.
        if mustWait { for await _ in starts {} }
        try Task.checkCancellation()
        return try await body()
    }

    private func end(_ id: Int, on thing: UUID?) {
        guard var queue = queues[thing] else { return }
        let wasFirst = queue.first?.id == id
        queue.removeAll { $0.id == id }
        if wasFirst { queue.first?.start.finish() }
        queues[thing] = queue.isEmpty ? nil : queue
    }
}
