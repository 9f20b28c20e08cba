/// Decodes commands into operations. The HTTP API implements it: a command is a request to one of its endpoints.
package protocol CommandInterpreter: Sendable {
    /// The operation that runs the command.
    /// - Throws: ``SocialError/Code/notAllowed`` for a command that cannot be queued, an error for a malformed one, or
    ///   ``SocialError/Code/rateLimited``.
    func operation(for command: SyncCommand) throws -> any CommandOperation
    /// The HTTP status of an error.
    func status(of error: SocialError) -> Int
    /// The error to return, and perhaps to log, for an unexpected one.
    func problem(of command: SyncCommand, failingWith error: any Error) -> SocialError
}

/// One command, decoded.
package protocol CommandOperation: Sendable {
    /// Calls the services.
    /// - Returns: a value for ``outcome(of:)``.
    func run(as services: any SocialServices) async throws -> any Sendable
    /// The answer to the command, from what its method of the services returned; nil for a value of another type.
    func outcome(of value: Any) throws -> CommandOutcome?
}

/// The answer to a command that succeeded.
package struct CommandOutcome: Sendable, Equatable {
    package let status: Int
    package let body: JSONText?

    package init(status: Int, body: JSONText?) {
        self.status = status
        self.body = body
    }
}
