import Hummingbird
import Paceline
import PacelineAPI
import PacelineEngine

/// All endpoints with their handlers.
struct Routes {
    let engine: Engine
    let authenticator: Authenticator
    let rateLimitGuard: RateLimitGuard
    let timeLimit: TimeLimit
    let bodies: RequestBodies
    let streams: LiveStreams
    private(set) var entries: [Entry] = []

    /// An endpoint and its handler.
    struct Entry {
        let endpoint: any AnyEndpoint
        let handler: @Sendable (Request, ServerContext) async throws -> Response
    }

    /// - Parameter metrics: the metrics that `/metrics` returns.
    init(
        engine: Engine, rateLimitGuard: RateLimitGuard, timeLimit: TimeLimit, bodies: RequestBodies,
        streams: LiveStreams, metrics: MetricsRegistry
    ) throws {
        self.engine = engine
        self.rateLimitGuard = rateLimitGuard
        authenticator = Authenticator(engine: engine, rateLimitGuard: rateLimitGuard)
        self.timeLimit = timeLimit
        self.bodies = bodies
        self.streams = streams
        for endpoint in AllEndpoints.all where !endpoint.isHandledByServer { add(endpoint) }
        try addServerEndpoints(metrics)
    }

    /// Routes an endpoint of the services.
    private mutating func add(_ endpoint: any AnyEndpoint) {
        let (engine, authenticator) = (engine, authenticator)
        let (rateLimitGuard, bodies) = (rateLimitGuard, bodies)
        switch endpoint.access {
        case .anyone:
            route(endpoint) { request, context in
                try rateLimitGuard.admit(request, context, to: endpoint)
                let reader = try await RequestReader(request, context, for: endpoint, bodies)
                let origin = try rateLimitGuard.origin(of: request, context, to: endpoint)
                return try await endpoint.respond(
                    to: reader.encoded, from: origin.map(engine.signingIn) ?? engine)
            }
        case .account, .member:
            route(endpoint) { request, context in
                let session = try await authenticator.session(of: request, context, for: endpoint)
                let reader = try await RequestReader(request, context, for: endpoint, bodies)
                let origin = try rateLimitGuard.origin(of: request, context, to: endpoint)
                var keyed = try reader.keyed(session, for: endpoint)
                if endpoint.id == API.sync.id {
                    keyed = keyed.interpreting(
                        LimitedCommands(
                            of: keyed.viewer, at: rateLimitGuard.address(of: request, context),
                            rateLimitGuard,
                            context))
                }
                let services = origin.map(keyed.signingIn) ?? keyed
                guard endpoint.role == nil else {
                    return try await endpoint.respond(to: reader.encoded, asStaff: services)
                }
                return try await endpoint.respond(to: reader.encoded, as: services)
            }
        }
    }

    /// Routes an endpoint about the server itself, open to anyone.
    mutating func serve<Output>(
        _ endpoint: Endpoint<NoParameters, NoParameters, EmptyBody, Output>,
        _ output: @escaping @Sendable () async throws -> Output
    ) {
        let (rateLimitGuard, bodies) = (rateLimitGuard, bodies)
        route(endpoint) { request, context in
            try rateLimitGuard.admit(request, context, to: endpoint)
            _ = try endpoint.read(try await RequestReader(request, context, for: endpoint, bodies).encoded)
            return try endpoint.response(try await output())
        }
    }

    private mutating func route(
        _ endpoint: any AnyEndpoint,
        _ respond: @escaping @Sendable (Request, ServerContext) async throws -> EncodedResponse
    ) {
        let timeLimit = timeLimit
        register(endpoint) { request, context in
            try await timeLimit.run { deadline in
                context.trace.deadline = deadline
                return Response(try await respond(request, context), to: request, endpoint)
            }
        }
    }

    mutating func register(
        _ endpoint: any AnyEndpoint,
        _ handler: @escaping @Sendable (Request, ServerContext) async throws -> Response
    ) {
        entries.append(
            Entry(endpoint: endpoint) { request, context in
                context.trace.operation = endpoint.id
                context.trace.isPrivate = endpoint.isPrivate
                return try await handler(request, context)
            })
    }
}

extension Routes {
    /// Registers all endpoints with the router, with HEAD for each GET.
    func register(in router: Router<ServerContext>) {
        for entry in entries {
            let path = RouterPath(entry.endpoint.path.description)
            for method in entry.endpoint.method.served {
                router.on(path, method: method, use: entry.handler)
            }
        }
    }
}
