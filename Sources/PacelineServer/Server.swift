import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import PacelineAPI
import PacelineEngine
import ServiceLifecycle

/// A community over HTTP.
public struct Server: Service {
    private let engine: Engine
    private let configuration: ServerConfiguration
    private let logger: Logger
    private let metrics: MetricsRegistry
    private let streams: LiveStreams
    private let website: (any Website)?
    private let onRunning: @Sendable (Int) async -> Void

    /// - Parameters:
    ///   - metrics: where the measurements go that `/metrics` shows.
    ///   - website: what answers at the addresses that are not the API's; without one nothing does.
    ///   - onRunning: told the port once the server answers.
    public init(
        engine: Engine, configuration: ServerConfiguration, logger: Logger,
        metrics: MetricsRegistry = MetricsRegistry(help: MetricsRegistry.serverHelp),
        website: (any Website)? = nil,
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        self.engine = engine
        self.configuration = configuration
        self.logger = logger
        self.metrics = metrics
        streams = LiveStreams(metrics: metrics)
        self.website = website
        self.onRunning = onRunning
    }

    /// Serves until it is told to stop, and then until the requests in flight are answered or the drain time is over.
    /// - Throws: ``StartFailure`` when it cannot listen, or cannot read its certificate.
    public func run() async throws {
        var group = ServiceGroupConfiguration(
            services: [.init(service: try application())], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(configuration.drainTime)
        do {
            // The group stops when the one that runs this server does, but waits no longer than the drain time. Streams
            // have to end here: what runs within is told to stop only after the connections have come to their end.
            try await withGracefulShutdownHandler {
                try await ServiceGroup(configuration: group).run()
            } onGracefulShutdown: {
                streams.close()
            }
        } catch is CancellationError {
            logger.warning("Requests were cut off")
        } catch {
            throw StartFailure(error, host: configuration.host, port: configuration.port) ?? error
        }
    }

    /// The whole application, for ``run()`` and for tests that need no socket.
    package func application() throws -> some ApplicationProtocol {
        let (port, onRunning) = (configuration.port, onRunning)
        let timeLimit = TimeLimit(configuration.requestTimeout)
        let rateLimitGuard = RateLimitGuard(
            configuration.rateLimits, isShared: engine.sharesDatabase, forwardedHeaders: forwardedHeaders)
        let heartbeat = PeriodicJobRunner.keepingAlive(
            streams, of: engine, clock: ContinuousClock(), logger: logger)
        var services: [any Service] = [timeLimit, heartbeat]
        if let exchange = rateLimitGuard.exchange(with: engine, logger) { services.append(exchange) }
        return Application(
            responder: TaskPerRequestResponder(base: try router(rateLimitGuard, timeLimit).buildResponder()),
            server: try serverBuilder(),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: port), serverName: "paceline"),
            services: services,
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: logger)
    }

    private func router(
        _ rateLimitGuard: RateLimitGuard, _ timeLimit: TimeLimit
    ) throws -> Router<ServerContext> {
        let routes = try Routes(
            engine: engine, rateLimitGuard: rateLimitGuard, timeLimit: timeLimit, streams: streams,
            metrics: metrics)
        let router = Router(context: ServerContext.self)
        router.add(middleware: ObservationMiddleware(metrics: RequestMetrics(factory: metrics)))
        let allowedMethods = AllowedMethods(routes.entries.map(\.endpoint))
        if let website {
            router.add(
                middleware: WebsiteMiddleware(
                    website: website, authenticator: routes.authenticator,
                    forwardedHeaders: forwardedHeaders, timeLimit: timeLimit, streams: streams,
                    api: allowedMethods, isEncrypted: configuration.tls != nil))
        }
        router.add(middleware: ProblemMiddleware(allowedMethods: allowedMethods))
        routes.register(in: router)
        return router
    }

    private var forwardedHeaders: ForwardedHeaders {
        ForwardedHeaders(areTrusted: configuration.trustsForwardedFor)
    }

    private func serverBuilder() throws -> HTTPServerBuilder {
        // Whoever keeps a connection without asking anything is let go.
        let idleTimeout = TimeAmount.seconds(Int64(max(1, configuration.requestTimeout * 2)))
        let tcpUserTimeout = TimeAmount.milliseconds(Int64(configuration.tcpUserTimeout * 1_000))
        let http = HTTPServerBuilder { responder in
            GracefulHTTP1Channel(
                base: HTTP1Channel(responder: responder, configuration: .init(idleTimeout: idleTimeout)),
                tcpUserTimeout: tcpUserTimeout)
        }
        guard let tls = configuration.tls else { return http }
        return try .tls(http, tlsConfiguration: try Self.encryption(with: tls))
    }

    private static func encryption(with files: ServerConfiguration.TLSFiles) throws -> TLSConfiguration {
        let (chain, key) = try (certificates(in: files.certificatePath), privateKey(in: files.keyPath))
        var encryption = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        // Whoever does not answer our goodbye would hold up the stop by the library's five seconds.
        encryption.shutdownTimeout = .milliseconds(500)
        return encryption
    }

    private static func certificates(in path: String) throws -> [NIOSSLCertificate] {
        do {
            return try NIOSSLCertificate.fromPEMFile(path)
        } catch {
            throw StartFailure.certificate(path: path)
        }
    }

    private static func privateKey(in path: String) throws -> NIOSSLPrivateKey {
        do {
            return try NIOSSLPrivateKey(file: path, format: .pem)
        } catch {
            throw StartFailure.key(path: path)
        }
    }
}

extension Server: CustomStringConvertible {
    /// What a group of services calls it in its log: all that it holds would be most of a megabyte.
    public var description: String { "server" }
}

/// Answers each request in a task of its own.
///
/// A task keeps the room that its deepest calls took until it ends, and a connection's task lives as long as the
/// connection: an hour and more under a stream. It need not keep what answering one request took.
struct TaskPerRequestResponder<Base: HTTPResponder>: HTTPResponder where Base.Context: Sendable {
    let base: Base

    func respond(to request: Request, context: Base.Context) async throws -> Response {
        async let response = base.respond(to: request, context: context)
        return try await response
    }
}
