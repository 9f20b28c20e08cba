import Foundation

/// Lets a few communities live at a time: hundreds at once would need more memory and open files than a small
/// machine has.
actor WorldLimit {
    static let shared = WorldLimit(count: 4 * ProcessInfo.processInfo.activeProcessorCount)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) {
        free = count
    }

    /// Waits for a turn, and gives it back when the body is done.
    nonisolated func run(_ body: () async throws -> Void) async throws {
        await begin()
        do {
            try await body()
        } catch {
            await end()
            throw error
        }
        await end()
    }

    private func begin() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Hands the turn to whoever has waited longest.
    private func end() {
        guard !waiting.isEmpty else {
            free += 1
            return
        }
        waiting.removeFirst().resume()
    }
}
