import Logging
import PacelineEngine
import ServiceLifecycle

extension ServerConfiguration {
    /// Without limits that depend on how fast the tests run.
    package static var forTests: ServerConfiguration {
        var configuration = ServerConfiguration(port: 0, rateLimits: .none)
        configuration.admission = nil
        return configuration
    }
}

extension Server {
    /// Runs a server on a free port of 127.0.0.1 while the body runs.
    /// - Parameter body: receives the server's address, such as `http://127.0.0.1:43817`.
    package static func withRunning<Value>(
        _ engine: Engine,
        _ configuration: ServerConfiguration = .forTests,
        _ body: (String) async throws -> Value
    ) async throws -> Value {
        var logger = Logger(label: "paceline.test")
        logger.logLevel = .error
        var configuration = configuration
        configuration.port = 0
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = Server(engine: engine, configuration: configuration, logger: logger) { port.yield($0) }
        let group = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: logger))
        let scheme = configuration.tls == nil ? "http" : "https"
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // If the server cannot start, it never reports a port.
                defer { port.finish() }
                try await group.run()
            }
            guard let port = await ports.first(where: { _ in true }) else {
                try await tasks.waitForAll()
                throw CancellationError()
            }
            let value = try await body("\(scheme)://127.0.0.1:\(port)")
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return value
        }
    }
}
