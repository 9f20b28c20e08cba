import Hummingbird
import Logging
import Paceline
import PacelineAPI
import PacelineEngine

/// Finds the endpoints of a request's commands, and counts each command like a request to its endpoint.
struct LimitedCommands: CommandInterpreter {
    let person: Person.ID
    let address: ClientAddress
    let rateLimitGuard: RateLimitGuard
    let context: ServerContext
    private let commands = EndpointCommands()

    init(
        of person: Person.ID, at address: ClientAddress, _ rateLimitGuard: RateLimitGuard,
        _ context: ServerContext
    ) {
        self.person = person
        self.address = address
        self.rateLimitGuard = rateLimitGuard
        self.context = context
    }

    func operation(for command: SyncCommand) throws -> any CommandOperation {
        let match = try commands.match(command)
        try rateLimitGuard.count(
            person, at: address, limitedBy: match?.endpoint.rateLimitBucket ?? .general, context)
        guard let match else { return try commands.operation(for: command) }
        return try commands.operation(for: command, match)
    }

    func status(of error: SocialError) -> Int { commands.status(of: error) }

    func problem(of command: SyncCommand, failingWith error: any Error) -> SocialError {
        context.logger.error(
            "Command failed",
            metadata: [
                "id": "\(context.requestID)", "number": "\(command.number)",
                "error": "\(String(reflecting: error))",
            ])
        return commands.problem(of: command, failingWith: error)
    }
}
