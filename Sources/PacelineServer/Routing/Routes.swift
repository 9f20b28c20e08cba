import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Paceline
import PacelineAPI
import PacelineEngine

/// What an endpoint's handler is given.
struct Call<Path: Sendable, Query: Sendable, Body: Sendable>: Sendable {
    let path: Path
    let query: Query
    let body: Body
    /// The version that the caller has seen, from `If-Match`.
    let version: Version?
}

/// Pairs endpoints with what they do, and answers for them.
struct Routes {
    let engine: Engine
    let gate: Gate
    let timeout: TimeInterval
    private(set) var entries: [Entry] = []

    /// An endpoint and the function that answers it.
    struct Entry {
        let endpoint: any AnyEndpoint
        let answer: @Sendable (Request, ServerContext) async throws -> Response
    }

    init(engine: Engine, gate: Gate, timeout: TimeInterval) {
        self.engine = engine
        self.gate = gate
        self.timeout = timeout
    }

    /// Routes what a signed-in person asks for.
    mutating func on<Path, Query, Body, Output>(
        _ endpoint: Endpoint<Path, Query, Body, Output>,
        _ handler: @escaping @Sendable (Session, Call<Path, Query, Body>) async throws -> Output
    ) {
        let (engine, gate) = (engine, gate)
        add(endpoint) { request, context, incoming in
            let session = try await gate.session(of: request, in: engine)
            let allowance = try gate.admit(person: session.viewer)
            let call = try incoming.call(endpoint)
            let output = try await handler(try incoming.keyed(session, for: endpoint), call)
            return (output, allowance)
        }
    }

    /// Routes what anyone may ask for.
    mutating func open<Path, Query, Body, Output>(
        _ endpoint: Endpoint<Path, Query, Body, Output>,
        _ handler: @escaping @Sendable (Engine, Call<Path, Query, Body>) async throws -> Output
    ) {
        let (engine, gate) = (engine, gate)
        add(endpoint) { request, context, incoming in
            let allowance = try gate.admit(address: gate.address(of: request, context), to: endpoint)
            return (try await handler(engine, try incoming.call(endpoint)), allowance)
        }
    }

    private mutating func add<Path, Query, Body, Output>(
        _ endpoint: Endpoint<Path, Query, Body, Output>,
        _ perform: @escaping @Sendable (Request, ServerContext, Incoming) async throws -> (Output, Allowance?)
    ) {
        let timeout = timeout
        let largest = endpoint.body.largestByteCount
        entries.append(
            Entry(endpoint: endpoint) { request, context in
                // Only a request that sends something can be slow by itself; the others need no clock of their own.
                guard largest > 0 else {
                    let incoming = try Incoming(request, context, body: [])
                    let (output, allowance) = try await perform(request, context, incoming)
                    return try Response(endpoint.reply(output), to: request, endpoint, allowance, output)
                }
                return try await within(seconds: timeout) {
                    let body = try await Incoming.body(of: request, largest: largest)
                    let incoming = try Incoming(request, context, body: body)
                    let (output, allowance) = try await perform(request, context, incoming)
                    return try Response(endpoint.reply(output), to: request, endpoint, allowance, output)
                }
            })
    }
}

/// Runs the body, and gives it up when it takes longer.
private func within<Value: Sendable>(
    seconds: TimeInterval, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(operation: body)
        group.addTask {
            try await Task.sleep(for: .seconds(seconds))
            throw SocialError(
                .timeout, "The request took longer than \(Int(seconds)) seconds. Please try again.",
                retryAfter: 1)
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
