import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func sync(_ request: SyncRequest) async throws -> SyncAnswer {
        try request.check()
        let results = request.commands.isEmpty ? [] : try await push(request)
        return try await pull(request, results)
    }

    /// Returns a session that decodes commands with this interpreter, which may also refuse them.
    package func interpreting(_ commands: any CommandInterpreter) -> Session {
        var session = self
        session.interpreter = commands
        return session
    }

    /// Runs the commands that have no receipt yet.
    /// - Returns: the results up to the first command that cannot run now.
    private func push(_ request: SyncRequest) async throws -> [CommandResult] {
        guard let interpreter else {
            throw SocialError(.notAllowed, "This program does not run commands.", field: "commands")
        }
        let device = request.device
        let (state, known) = try await read { transaction in
            if let since = request.since { try transaction.check(since) }
            let (state, known) = (
                try transaction.connection.state(of: device, of: viewer),
                try transaction.connection.receipts(of: request.commands, from: device, of: viewer)
            )
            try state.check(request, known: known)
            return (state, known)
        }
        try await update(state, by: request)
        var results: [CommandResult] = []
        for command in request.commands {
            try Task.checkCancellation()
            let result =
                if let receipt = known[command.number] {
                    try receipt.result()
                } else {
                    try await run(command, from: device, interpreter)
                }
            results.append(result)
            guard result.isFinal else { break }
        }
        return results
    }

    private func update(_ state: DeviceState, by request: SyncRequest) async throws {
        guard state.needsUpdate(by: request, at: engine.environment.now()) else { return }
        try await write {
            try $0.connection.update(
                request.device, of: viewer, acknowledging: request.acknowledged, state, at: $0.now)
        }
    }

    private func pull(_ request: SyncRequest, _ results: [CommandResult]) async throws -> SyncAnswer {
        let (answer, state) = try await readChanges { transaction in
            // With commands, it was read before them.
            let state =
                request.commands.isEmpty
                ? try transaction.connection.state(of: request.device, of: viewer) : nil
            try state?.check(request, known: [:])
            let page = try transaction.changes(since: request.since, limit: request.limit)
            let answer = SyncAnswer(
                results: results, changes: page.changes, next: page.next, hasMore: page.hasMore,
                isSettled: try transaction.isSettled(), unreadCount: try transaction.unreadCount())
            return (answer, state)
        }
        if let state { try await update(state, by: request) }
        return answer
    }
}

extension Session {
    /// Runs a command that has no receipt, and stores one unless it cannot run now.
    private func run(
        _ command: SyncCommand, from device: SyncDevice.ID, _ interpreter: any CommandInterpreter
    ) async throws -> CommandResult {
        do {
            do {
                guard !command.skip else { throw SocialError.commandSkipped }
                let operation = try interpreter.operation(for: command)
                return try await RunningCommand(command, from: device, operation).run(as: self).result()
            } catch let error as SocialError {
                return try await refuse(command, from: device, for: error, interpreter)
            }
        } catch DatabaseError.unique("receipts", _) {
            return try await storedResult(of: command, from: device)
        } catch let error where !(error is SocialError || error is CancellationError) {
            let problem = interpreter.problem(of: command, failingWith: error)
            return CommandResult(
                number: command.number, status: interpreter.status(of: problem), problem: problem)
        }
    }

    /// - Throws: ``SocialError/Code/unauthenticated``, which concerns the whole request.
    private func refuse(
        _ command: SyncCommand, from device: SyncDevice.ID, for error: SocialError,
        _ interpreter: any CommandInterpreter
    ) async throws -> CommandResult {
        guard error.code != .unauthenticated else { throw error }
        let status = interpreter.status(of: error)
        guard CommandResult.isFinal(status) else {
            return CommandResult(number: command.number, status: status, problem: error)
        }
        let receipt = try CommandReceipt(command, refusedFor: error, status: status)
        try await write(as: .account) { try $0.save(receipt, of: device) }
        return try receipt.result()
    }

    /// The result of a command that a concurrent request of the same device has run.
    private func storedResult(
        of command: SyncCommand, from device: SyncDevice.ID
    ) async throws -> CommandResult {
        let receipts = try await read {
            try $0.connection.receipts(of: [command], from: device, of: viewer)
        }
        guard let receipt = receipts[command.number], receipt.fingerprint == command.fingerprint else {
            throw SocialError.deviceReused
        }
        return try receipt.result()
    }
}

extension SocialError {
    fileprivate static let commandSkipped = SocialError(
        .commandSkipped, "This was skipped because it kept failing.")
}
