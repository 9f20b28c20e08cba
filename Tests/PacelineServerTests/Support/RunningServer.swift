import PacelineDatabase
import PacelineEngine
import ServiceLifecycle

@testable import PacelineServer

/// A server on a socket, which a test can shut down during requests.
struct RunningServer: Sendable {
    let address: String
    let engine: Engine
    private let group: ServiceGroup
    private let end: AsyncStream<Void>

    /// Starts a graceful shutdown.
    func stop() async { await group.triggerGracefulShutdown() }

    /// Shuts down and waits until the server has stopped.
    func stopped() async throws {
        await stop()
        for await _ in end {}
    }

    /// Runs a server while the body runs, then waits for its shutdown.
    static func run(
        _ configuration: PacelineServer.ServerConfiguration,
        _ environment: EngineEnvironment = EngineEnvironment(passwordCost: .fast),
        _ body: (RunningServer) async throws -> Void
    ) async throws {
        var configuration = configuration
        configuration.port = 0
        let engine = try await Engine(database: try SQLiteDatabase.inMemory(), environment: environment)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let (end, ending) = AsyncStream.makeStream(of: Void.self)
        let server = PacelineServer.Server(engine: engine, configuration: configuration, logger: .quiet) {
            port.yield($0)
        }
        let group = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: .quiet))
        let scheme = configuration.tls == nil ? "http" : "https"
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { ending.finish() }
                try await group.run()
            }
            for await port in ports.prefix(1) {
                try await body(
                    RunningServer(
                        address: "\(scheme)://127.0.0.1:\(port)", engine: engine, group: group, end: end))
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}
