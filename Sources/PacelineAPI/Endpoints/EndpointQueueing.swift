import Paceline

/// Decodes queued requests.
protocol CommandDecoding: Sendable {
    /// - Throws: ``SocialError``; ``SocialError/Code/notAllowed`` if the request cannot be queued.
    func command(for request: EncodedRequest) throws -> any CommandOperation
}

extension Endpoint: CommandDecoding {
    /// Whether apps may queue its requests while they are offline, and send them later with `POST /v1/sync`.
    public enum Queueing: Sendable {
        case never
        case always
        /// Only the requests for which it returns true.
        case only(@Sendable (EndpointRequest<Path, Query, Body>) -> Bool)
    }

    public var isQueueable: Bool {
        if case .never = queueing { false } else { true }
    }

    func command(for request: EncodedRequest) throws -> any CommandOperation {
        let request = try read(request)
        switch queueing {
        case .always: break
        case .never: throw SocialError.notQueueable
        case .only(let isQueueable): guard isQueueable(request) else { throw SocialError.notQueueable }
        }
        return EndpointCommand(endpoint: self, request: request)
    }
}

/// A queued request to an endpoint.
private struct EndpointCommand<
    Path: Parameters, Query: Parameters, Body: EndpointBody, Output: EndpointOutput
>: CommandOperation {
    let endpoint: Endpoint<Path, Query, Body, Output>
    let request: EndpointRequest<Path, Query, Body>

    func run(as services: any SocialServices) async throws -> any Sendable {
        try await endpoint.perform(request, as: services)
    }

    func outcome(of value: Any) throws -> CommandOutcome? {
        guard let output = Output.output(ofService: value) else { return nil }
        let response = try endpoint.response(output)
        let body = response.body.isEmpty ? nil : JSONText(String(decoding: response.body, as: UTF8.self))
        return CommandOutcome(status: response.status, body: body)
    }
}

extension SocialError {
    static let notQueueable = SocialError(
        .notAllowed, "This request can't be queued. Send it to its own address while you have a connection.",
        field: "path")
}
