import Foundation

extension Process {
    /// Runs the process until it exits. Kills it after the timeout, so that no test hangs.
    /// - Parameter timeout: in seconds.
    public func runToEnd(within timeout: TimeInterval = 300) async throws {
        let (exit, ended) = AsyncStream.makeStream(of: Void.self)
        terminationHandler = { _ in ended.finish() }
        try run()
        let deadline = scheduleKill(after: timeout)
        for await _ in exit {}
        deadline.cancel()
    }

    /// Kills the process after this number of seconds, unless the returned work item is cancelled before.
    func scheduleKill(after timeout: TimeInterval) -> DispatchWorkItem {
        let identifier = processIdentifier
        let work = DispatchWorkItem { kill(identifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout, execute: work)
        return work
    }
}
