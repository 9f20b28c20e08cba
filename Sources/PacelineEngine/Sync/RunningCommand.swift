import Paceline
import Synchronization

/// The command that a session runs: the write that carries it out stores its receipt.
final class RunningCommand: Sendable {
    private let command: SyncCommand
    private let device: SyncDevice.ID
    private let operation: any CommandOperation
    private let stored = Mutex<CommandReceipt?>(nil)

    init(_ command: SyncCommand, from device: SyncDevice.ID, _ operation: any CommandOperation) {
        self.command = command
        self.device = device
        self.operation = operation
    }

    /// Stores the receipt in the transaction of the write, if the value is what the command's method returns.
    func finish(with value: Any, in transaction: Transaction) throws {
        guard let outcome = try operation.outcome(of: value) else { return }
        let receipt = CommandReceipt(command, outcome)
        try transaction.save(try kept(receipt, of: value), of: device)
        // A retry of the transaction replaces it.
        stored.withLock { $0 = receipt }
    }

    /// The receipt to store. The details of a workout can be large, and no quota counts answers, so a long one is kept
    /// without them. The workout itself has them.
    private func kept(_ receipt: CommandReceipt, of value: Any) throws -> CommandReceipt {
        guard receipt.isLong, var published = value as? PublishedWorkout, published.workout.detail != nil
        else { return receipt }
        published.workout.detail = nil
        return try operation.outcome(of: published).map { CommandReceipt(command, $0) } ?? receipt
    }

    /// Runs the command.
    /// - Returns: its receipt, which is stored.
    func run(as session: Session) async throws -> CommandReceipt {
        var running = session
        running.command = self
        let value = try await operation.run(as: running)
        if let receipt = stored.withLock({ $0 }) { return receipt }
        // A command that wrote nothing, such as marking no notifications, gets its receipt afterwards.
        guard let outcome = try operation.outcome(of: value) else { throw UnknownOutcome() }
        let receipt = CommandReceipt(command, outcome)
        try await session.write(as: .account) { [device] in try $0.save(receipt, of: device) }
        return receipt
    }

    /// An endpoint does not know the outcome of its own output.
    private struct UnknownOutcome: Error {}
}
