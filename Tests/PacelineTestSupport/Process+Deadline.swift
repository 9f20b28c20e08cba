import Foundation

extension Process {
    /// Runs it to its end. One that takes longer is ended by force, so that no test waits for ever.
    /// - Parameter timeout: seconds.
    public func runToEnd(within timeout: TimeInterval = 300) async throws {
        let (exit, ended) = AsyncStream.makeStream(of: Void.self)
        terminationHandler = { _ in ended.finish() }
        try run()
        let deadline = scheduleKill(after: timeout)
        for await _ in exit {}
        deadline.cancel()
    }

    /// Ends it by force after so many seconds, unless that is cancelled before.
    func scheduleKill(after timeout: TimeInterval) -> DispatchWorkItem {
        let identifier = processIdentifier
        let work = DispatchWorkItem { kill(identifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout, execute: work)
        return work
    }
}
