import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import Paceline
import PacelineAPI
import PacelineEngine
import ServiceLifecycle
import Synchronization

/// A community over HTTP.
public struct Server: Service {
    private let engine: Engine
    private let configuration: ServerConfiguration
    private let logger: Logger
    private let onRunning: @Sendable (Int) async -> Void

    /// - Parameter onRunning: told the port once the server answers.
    public init(
        engine: Engine, configuration: ServerConfiguration, logger: Logger,
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        self.engine = engine
        self.configuration = configuration
        self.logger = logger
        self.onRunning = onRunning
    }

    /// Serves until it is told to stop, and then until the requests in flight are answered or the drain time is over.
    public func run() async throws {
        let application = try application()
        var group = ServiceGroupConfiguration(
            services: [.init(service: application)], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(configuration.drainTime)
        let serving = ServiceGroup(configuration: group)
        try await withGracefulShutdownHandler {
            do {
                try await serving.run()
            } catch is CancellationError {
                // The drain time is over: what was still in flight has been cut off.
                logger.warning("Requests were cut off")
            }
        } onGracefulShutdown: {
            Task { await serving.triggerGracefulShutdown() }
        }
    }

    /// The whole application, for ``run()`` and for tests that need no socket.
    package func application() throws -> some ApplicationProtocol {
        let (port, onRunning) = (configuration.port, onRunning)
        return Application(
            router: try router(), server: try serverBuilder(),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: port), serverName: "paceline"),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: logger)
    }

    private func serverBuilder() throws -> HTTPServerBuilder {
        // Whoever keeps a connection without asking anything is let go.
        let http = HTTPServerBuilder.http1(
            configuration: .init(idleTimeout: .seconds(Int64(configuration.requestTimeout * 2))))
        guard let tls = configuration.tls else { return http }
        let chain = try NIOSSLCertificate.fromPEMFile(tls.certificatePath).map {
            NIOSSLCertificateSource.certificate($0)
        }
        let key = try NIOSSLPrivateKey(file: tls.keyPath, format: .pem)
        return try .tls(
            http,
            tlsConfiguration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
    }

    private func router() throws -> Router<ServerContext> {
        let measures = RequestMeasures()
        let router = Router(context: ServerContext.self)
        router.add(middleware: ObservationMiddleware(measures: measures))
        router.add(middleware: ProblemMiddleware())
        let gate = Gate(configuration.rateLimits, trustsForwardedFor: configuration.trustsForwardedFor)
        var routes = Routes(engine: engine, gate: gate, timeout: configuration.requestTimeout)
        try routes.addAll(measures: measures)
        routes.register(in: router)
        return router
    }
}

extension Routes {
    /// Registers every endpoint, HEAD beside every GET, and 405 for the methods that a path does not take.
    func register(in router: Router<ServerContext>) {
        let paths = Dictionary(grouping: entries) { $0.endpoint.path.description }
        for (path, entries) in paths {
            let pattern = RouterPath(path)
            var taken = Set(entries.map(\.endpoint.method.request))
            for entry in entries {
                router.on(pattern, method: entry.endpoint.method.request, use: entry.answer)
                if entry.endpoint.method == .get {
                    taken.insert(.head)
                    router.on(pattern, method: .head) { request, context in
                        try await entry.answer(request, context).createHeadResponse()
                    }
                }
            }
            let allowed = taken.map(\.rawValue).sorted().joined(separator: ", ")
            for method in HTTPRequest.Method.common.subtracting(taken) {
                router.on(pattern, method: method) { _, _ in
                    var response = Response(
                        try Problem.reply(
                            SocialError(.methodNotAllowed, "This address takes \(allowed).")))
                    response.headers[.allow] = allowed
                    return response
                }
            }
        }
    }
}

extension PacelineAPI.HTTPMethod {
    fileprivate var request: HTTPRequest.Method { HTTPRequest.Method(rawValue)! }
}

extension HTTPRequest.Method {
    /// The methods that clients send, sensibly or not.
    fileprivate static let common: Set<Self> = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
}
