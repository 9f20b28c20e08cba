import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import PacelineAPI
import PacelineEngine
import ServiceLifecycle

/// The HTTP server of a community: the API and, if there is one, the website.
///
/// Run it in a service group, which also handles signals:
///
/// ```swift
/// let server = Server(engine: engine, configuration: ServerConfiguration(port: 8080), logger: logger)
/// try await ServiceGroup(
///     services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
/// ).run()
/// ```
public struct Server: Service {
    private let engine: Engine
    private let configuration: ServerConfiguration
    private let logger: Logger
    private let metrics: MetricsRegistry
    private let streams: LiveStreams
    private let website: (any Website)?
    private let onRunning: @Sendable (Int) async -> Void

    /// Creates a server. It starts to listen in ``run()``.
    /// - Parameters:
    ///   - metrics: collects the measurements that `/metrics` returns.
    ///   - website: serves all paths outside the API; nil for the API alone.
    ///   - onRunning: called with the port once the server accepts connections.
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

    /// Serves requests until a graceful shutdown, then lets requests in flight finish within the drain time.
    /// - Throws: ``StartFailure`` if it cannot listen or read its certificate.
    public func run() async throws {
        var group = ServiceGroupConfiguration(
            services: [.init(service: try application())], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(configuration.drainTime)
        do {
            // This group shuts down with the outer one, within the drain time. Streams must end here: services inside
            // the group are shut down only after all connections have closed.
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

    /// Builds the application, for ``run()`` and for tests without a socket.
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
        let bodies = RequestBodies(
            configuration.bodies, forwardedHeaders: forwardedHeaders, metrics: metrics)
        let routes = try Routes(
            engine: engine, rateLimitGuard: rateLimitGuard, timeLimit: timeLimit, bodies: bodies,
            streams: streams, metrics: metrics)
        let router = Router(context: ServerContext.self)
        router.add(
            middleware: TransportSecurityMiddleware(
                forwardedHeaders: forwardedHeaders, publicAddress: engine.environment.publicAddress))
        router.add(middleware: ObservationMiddleware(metrics: RequestMetrics(factory: metrics)))
        router.add(middleware: BodyMiddleware())
        let allowedMethods = AllowedMethods(routes.entries.map(\.endpoint))
        let metricsAccess = MetricsAccess(
            token: configuration.metricsToken, forwardedHeaders: forwardedHeaders)
        let admission = configuration.admission.map {
            Admission(queue: AdmissionQueue($0, metrics: metrics), website: website)
        }
        if let website {
            router.add(
                middleware: WebsiteMiddleware(
                    website: website, authenticator: routes.authenticator,
                    forwardedHeaders: forwardedHeaders, timeLimit: timeLimit, bodies: bodies,
                    streams: streams,
                    api: allowedMethods, metricsAccess: metricsAccess, admission: admission,
                    isEncrypted: configuration.tls != nil))
        }
        router.add(
            middleware: ProblemMiddleware(allowedMethods: allowedMethods, metricsAccess: metricsAccess))
        if let admission { router.add(middleware: AdmissionMiddleware(admission: admission)) }
        routes.register(in: router)
        return router
    }

    private var forwardedHeaders: ForwardedHeaders {
        ForwardedHeaders(areTrusted: configuration.trustsForwardedFor)
    }

    private func serverBuilder() throws -> HTTPServerBuilder {
        // Idle connections are closed, and those on which the head of a request arrives too slowly.
        let idleTimeout = TimeAmount.seconds(Int64(max(1, configuration.requestTimeout * 2)))
        let tcpUserTimeout = TimeAmount.milliseconds(Int64(configuration.tcpUserTimeout * 1_000))
        let isEncrypted = configuration.tls != nil
        let http = HTTPServerBuilder { responder in
            GracefulHTTP1Channel(
                base: HTTP1Channel(responder: responder, configuration: .init(idleTimeout: idleTimeout)),
                tcpUserTimeout: tcpUserTimeout, isEncrypted: isEncrypted, headTimeout: idleTimeout)
        }
        guard let tls = configuration.tls else { return http }
        return try .tls(http, tlsConfiguration: try Self.encryption(with: tls))
    }

    private static func encryption(with files: ServerConfiguration.TLSFiles) throws -> TLSConfiguration {
        let (chain, key) = try (certificates(in: files.certificatePath), privateKey(in: files.keyPath))
        var encryption = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        encryption.minimumTLSVersion = .tlsv12
        encryption.cipherSuiteValues = cipherSuites
        // A client that does not respond to close_notify would delay shutdown by the library's default of 5 seconds.
        encryption.shutdownTimeout = .milliseconds(500)
        return encryption
    }

    /// The cipher suites for TLS 1.2: only those with forward secrecy and authenticated encryption, which all suites of
    /// TLS 1.3 have.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

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
    /// The service's name in the log of its service group. The default would print the whole engine.
    public var description: String { "server" }
}

/// Handles each request in its own task, to release memory after it.
///
/// A task keeps its peak memory until it ends, and a connection's task lives as long as the connection: over an hour
/// for a stream.
struct TaskPerRequestResponder<Base: HTTPResponder>: HTTPResponder where Base.Context: Sendable {
    let base: Base

    func respond(to request: Request, context: Base.Context) async throws -> Response {
        async let response = base.respond(to: request, context: context)
        return try await response
    }
}
