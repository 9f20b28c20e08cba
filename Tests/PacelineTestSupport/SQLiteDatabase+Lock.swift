import Dispatch
import PacelineDatabase

extension SQLiteDatabase {
    /// Calls the body while the file is locked, as another process does for as long as it writes.
    package func withWriteLock(_ body: () async throws -> Void) async throws {
        let (begins, begin) = AsyncStream.makeStream(of: Void.self)
        let end = DispatchSemaphore(value: 0)
        let writing = Task {
            // A write that fails before it begins must not be waited for.
            defer { begin.finish() }
            try await write { _ in
                begin.finish()
                end.wait()
            }
        }
        for await _ in begins {}
        do {
            try await body()
        } catch {
            end.signal()
            try await writing.value
            throw error
        }
        end.signal()
        try await writing.value
    }
}
