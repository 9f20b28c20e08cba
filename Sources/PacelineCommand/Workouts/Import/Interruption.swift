import Dispatch
import Foundation
import Synchronization

/// Notices ^C, so that work can stop where nothing is lost. A second ^C ends the program as usual.
final class Interruption: Sendable {
    private let state = Atomic(false)
    // Dispatch sources may be used from any thread; the type merely does not say so on every platform.
    private nonisolated(unsafe) let source: any DispatchSourceSignal

    init() {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler { [weak self] in self?.request() }
        source.resume()
    }

    var isRequested: Bool { state.load(ordering: .relaxed) }

    /// As ^C does.
    func request() {
        state.store(true, ordering: .relaxed)
        signal(SIGINT, SIG_DFL)
        Console.say("\nStopping after this batch; ^C again to stop at once.")
    }
}
