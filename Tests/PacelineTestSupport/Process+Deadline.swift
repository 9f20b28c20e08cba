import Foundation

extension Process {
    /// Runs it to its end. One that takes longer is ended by force, so that no test waits for ever.
    /// - Parameter patience: seconds.
    public func runToEnd(within patience: TimeInterval = 300) async throws {
        let (exit, ended) = AsyncStream.makeStream(of: Void.self)
        terminationHandler = { _ in ended.finish() }
        try run()
        let deadline = killing(after: patience)
        for await _ in exit {}
        deadline.cancel()
    }

    /// Ends it by force after so many seconds, unless that is cancelled before.
    func killing(after patience: TimeInterval) -> DispatchWorkItem {
        let identifier = processIdentifier
        let work = DispatchWorkItem { kill(identifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: work)
        return work
    }
}
