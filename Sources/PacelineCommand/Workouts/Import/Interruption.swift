import Dispatch
import Foundation
import Synchronization

/// Catches the first ^C so that work can stop at a safe point. A second ^C ends the program.
final class Interruption: Sendable {
    private let state = Atomic(false)
    // Dispatch sources are thread-safe, but not declared `Sendable` on every platform.
    private nonisolated(unsafe) let source: any DispatchSourceSignal

    init() {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler { [weak self] in self?.request() }
        source.resume()
    }

    /// Whether ^C was pressed.
    var isRequested: Bool { state.load(ordering: .relaxed) }

    /// Handles the first ^C.
    func request() {
        state.store(true, ordering: .relaxed)
        signal(SIGINT, SIG_DFL)
        Console.write("\n")
        Console.note("Stopping after this batch. Press ^C again to stop immediately.")
    }
}
