import Paceline

/// Finds the endpoints of commands.
package struct EndpointCommands: CommandInterpreter {
    package init() {}

    /// A queueable endpoint, and the path parameters that the command's path gives.
    package struct Match: Sendable {
        package let endpoint: any AnyEndpoint
        fileprivate let commands: any CommandDecoding
        fileprivate let path: [String: String]
    }

    package func operation(for command: SyncCommand) throws -> any CommandOperation {
        guard let match = try match(command) else { throw SocialError.notQueueable }
        return try operation(for: command, match)
    }

    package func operation(for command: SyncCommand, _ match: Match) throws -> any CommandOperation {
        let query = command.path.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        return try match.commands.command(
            for: EncodedRequest(
                path: match.path, query: try PercentEncoding.decodedPairs(query),
                body: command.body.map { Array($0.description.utf8) } ?? [], contentType: MediaType.json))
    }

    /// The queueable endpoint at the command's path; nil if there is none.
    /// - Throws: ``SocialError/Code/malformed`` for a path that is not UTF-8.
    package func match(_ command: SyncCommand) throws -> Match? {
        let path = command.path.prefix { $0 != "?" }
        guard path.hasPrefix("/") else { return nil }
        var segments: [String] = []
        for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            segments.append(try PercentEncoding.decoded(segment))
        }
        let candidates = Self.endpoints[Key(method: command.method, length: segments.count)] ?? []
        for endpoint in candidates {
            guard let path = endpoint.path.parameters(in: segments),
                let commands = endpoint as? any CommandDecoding
            else { continue }
            return Match(endpoint: endpoint, commands: commands, path: path)
        }
        return nil
    }

    package func status(of error: SocialError) -> Int { ProblemKind.of(error.code).status }

    package func problem(of command: SyncCommand, failingWith error: any Error) -> SocialError {
        SocialError(.internalError, ProblemKind.of(.internalError).title)
    }

    private struct Key: Hashable {
        let method: String
        let length: Int
    }

    /// The queueable endpoints, those with the fewest parameters first.
    private static let endpoints = Dictionary(
        grouping: AllEndpoints.all.filter(\.isQueueable).sorted {
            $0.path.literalCount > $1.path.literalCount
        }
    ) { Key(method: $0.method.rawValue, length: $0.path.segments.count) }
}

extension SyncCommand {
    /// The command that sends a request to an endpoint.
    package init<Path, Query, Body, Output>(
        number: Int, _ endpoint: Endpoint<Path, Query, Body, Output>, _ path: Path, _ query: Query,
        _ body: Body
    ) throws {
        let written = try body.written()
        self.init(
            number: number, method: endpoint.method.rawValue, path: endpoint.target(path, query),
            body: written.map { JSONText(String(decoding: $0.bytes, as: UTF8.self)) })
    }
}

extension Endpoint {
    /// The output in the result of a command to the endpoint.
    /// - Throws: the result's problem, or a decoding error.
    package func output(of result: CommandResult) throws -> Output {
        if let problem = result.problem { throw problem }
        return try Output.read(
            EncodedResponse(
                status: result.status, contentType: MediaType.json,
                body: result.body.map { Array($0.description.utf8) } ?? []))
    }
}
