import Dispatch
import Synchronization

/// Blocks a write inside its transaction, so that a test can queue other writes behind it.
///
/// ```swift
/// let gate = Gate()
/// async let blocked: Void = database.write { _ in gate.pass() }
/// await gate.whenEntered()
/// // Everything here happens during the write.
/// gate.open()
/// try await blocked
/// ```
///
/// Blocks only the thread of the database, never a thread of Swift's task pool.
public final class Gate: Sendable {
    private let entered = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    public init() {}

    /// How long the write and the test wait for each other before the test fails.
    private static let timeout = DispatchTimeInterval.seconds(120)

    /// Called inside the write: blocks until the test opens the gate. Returns at once if the gate is open, because a
    /// write may run more than once.
    public func pass() {
        entered.signal()
        precondition(opened.wait(timeout: .now() + Self.timeout) == .success, "The gate was not opened.")
        opened.signal()
    }

    /// Waits until a write enters the gate.
    public func whenEntered() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [entered] in
                precondition(
                    entered.wait(timeout: .now() + Self.timeout) == .success, "No write entered the gate.")
                continuation.resume()
            }
        }
    }

    /// Lets the write continue.
    public func open() {
        opened.signal()
    }
}
