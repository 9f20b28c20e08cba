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
    /// Where a stream is to go on, from `Last-Event-ID`.
    let position: LogPosition?
    /// What the caller takes, from `Accept`.
    let accepted: AcceptedMedia
}

/// Pairs endpoints with what they do, and answers for them.
struct Routes {
    let engine: Engine
    let gate: Gate
    let timeLimit: TimeLimit
    let streams: LiveStreams
    private(set) var entries: [Entry] = []

    /// An endpoint and the function that answers it.
    struct Entry {
        let endpoint: any AnyEndpoint
        let answer: @Sendable (Request, ServerContext) async throws -> Response
    }

    init(engine: Engine, gate: Gate, timeLimit: TimeLimit, streams: LiveStreams) {
        self.engine = engine
        self.gate = gate
        self.timeLimit = timeLimit
        self.streams = streams
    }

    /// Routes what a signed-in person asks for.
    mutating func on<Path, Query, Body, Output>(
        _ endpoint: Endpoint<Path, Query, Body, Output>,
        _ handler: @escaping @Sendable (Session, Call<Path, Query, Body>) async throws -> Output
    ) {
        let gate = gate
        add(endpoint) { request, context in
            let session = try await gate.session(of: request, context, for: endpoint)
            let incoming = try await Incoming(request, context, for: endpoint)
            return try await handler(try incoming.keyed(session, for: endpoint), try incoming.call(endpoint))
        }
    }

    /// Routes what anyone may ask for.
    mutating func open<Path, Query, Body, Output>(
        _ endpoint: Endpoint<Path, Query, Body, Output>,
        _ handler: @escaping @Sendable (Engine, Call<Path, Query, Body>) async throws -> Output
    ) {
        let (engine, gate) = (engine, gate)
        add(endpoint) { request, context in
            try gate.admit(request, context, to: endpoint)
            let incoming = try await Incoming(request, context, for: endpoint)
            return try await handler(engine, try incoming.call(endpoint))
        }
    }

    private mutating func add<Path, Query, Body, Output>(
        _ endpoint: Endpoint<Path, Query, Body, Output>,
        _ perform: @escaping @Sendable (Request, ServerContext) async throws -> Output
    ) {
        let timeLimit = timeLimit
        register(endpoint) { request, context in
            try await timeLimit.run {
                let output = try await perform(request, context)
                return try Response(endpoint.reply(output), for: output, to: request, endpoint)
            }
        }
    }

    mutating func register(
        _ endpoint: any AnyEndpoint,
        _ answer: @escaping @Sendable (Request, ServerContext) async throws -> Response
    ) {
        entries.append(
            Entry(endpoint: endpoint) { request, context in
                context.findings.operation = endpoint.id
                return try await answer(request, context)
            })
    }
}

extension Routes {
    /// Registers every endpoint, and HEAD beside every GET.
    func register(in router: Router<ServerContext>) {
        for entry in entries {
            let path = RouterPath(entry.endpoint.path.description)
            for method in entry.endpoint.method.served {
                router.on(path, method: method, use: entry.answer)
            }
        }
    }
}
