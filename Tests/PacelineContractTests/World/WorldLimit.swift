import Foundation

/// Limits the number of communities that exist at the same time. Hundreds would exceed the memory and open files of a
/// small machine.
actor WorldLimit {
    static let shared = WorldLimit(count: 4 * ProcessInfo.processInfo.activeProcessorCount)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) {
        free = count
    }

    /// Waits for a free slot, and runs the body in it.
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

    /// Passes the slot to the task that has waited longest.
    private func end() {
        guard !waiting.isEmpty else {
            free += 1
            return
        }
        waiting.removeFirst().resume()
    }
}
