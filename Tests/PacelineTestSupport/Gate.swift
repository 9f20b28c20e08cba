import Dispatch
import Synchronization

/// Holds the writer inside a write, so that a test can fill the line behind it.
///
/// Writes wait on their own thread, never on one of those that run tasks.
public final class Gate: Sendable {
    private let entered = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    public init() {}

    /// How long the writer and the test wait for each other before the test is given up.
    private static let timeout = DispatchTimeInterval.seconds(120)

    /// For within the write: tells the test that it has begun, and stays until the test opens. Whoever comes when the
    /// gate is open does not wait: a write may be run more than once.
    public func pass() {
        entered.signal()
        precondition(opened.wait(timeout: .now() + Self.timeout) == .success, "Nobody opened the gate.")
        opened.signal()
    }

    /// Returns when a write is at the gate.
    public func whenEntered() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [entered] in
                precondition(
                    entered.wait(timeout: .now() + Self.timeout) == .success, "No write came to the gate.")
                continuation.resume()
            }
        }
    }

    /// Lets the write go on.
    public func open() {
        opened.signal()
    }
}
