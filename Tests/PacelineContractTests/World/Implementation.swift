import Foundation
import Paceline
import PacelineAPI
import PacelineClient
import PacelineDatabase
import PacelineEngine
import PacelinePostgres
import PacelineServer
import PacelineTestSupport
import Testing

/// An implementation of the services. Every test of this suite runs on each of them.
enum Implementation: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case engineOnFile = "the engine on a file"
    case engineInMemory = "the engine in memory"
    case engineOnPostgres = "the engine on PostgreSQL"
    case remote = "a client of a real server"
    case hybrid = "a device and a real server"
    case hybridLate = "a device that writes offline and then syncs"
    case hybridOffline = "a device that is offline while its person acts"

    /// The available implementations. Without a PostgreSQL server, its tests are skipped.
    static let allCases = chosen(
        [.engineOnFile, .engineInMemory] + (TestPostgres.address == nil ? [] : [.engineOnPostgres]) + [
            .remote
        ])

    /// With the device, for tests of what it holds and queues. Not in ``allCases``: it knows what its store and the
    /// change feed have, which not all tests are about. New tests take ``withOfflineDevices``, or say why not with
    /// ``withHybrid(needsServer:)``.
    static let withHybrid = allCases + chosen([.hybrid])

    /// With a device that writes offline and then syncs, and with a person who stays offline, for tests of what a device
    /// predicts.
    static let withOfflineDevices = withHybrid + chosen([.hybridLate, .hybridOffline])

    /// All of ``withOfflineDevices`` but the person who stays offline.
    /// - Parameter reason: what the test needs of the server in between, such as what others did meanwhile.
    static func withLateWrites(needsServer reason: StaticString) -> [Implementation] {
        withHybrid + chosen([.hybridLate])
    }

    /// All of ``withOfflineDevices`` but the devices that write without a connection.
    /// - Parameter reason: what only the server can answer, such as XP or a refusal.
    static func withHybrid(needsServer reason: StaticString) -> [Implementation] { withHybrid }

    /// The names of all implementations, with those that are not available.
    private static let known = [
        engineOnFile, engineInMemory, engineOnPostgres, remote, hybrid, hybridLate, hybridOffline,
    ].map { "\($0)" }

    /// Those whose case is in `PACELINE_IMPLEMENTATIONS`, such as `hybridLate,hybridOffline`; all without it.
    private static func chosen(_ implementations: [Implementation]) -> [Implementation] {
        guard let names = ProcessInfo.processInfo.environment["PACELINE_IMPLEMENTATIONS"] else {
            return implementations
        }
        let chosen = Set(names.split(separator: ",").map(String.init))
        let unknown = chosen.subtracting(known).sorted().joined(separator: ", ")
        precondition(unknown.isEmpty, "PACELINE_IMPLEMENTATIONS names \(unknown), which is none of \(known).")
        return implementations.filter { chosen.contains("\($0)") }
    }

    var testDescription: String { rawValue }

    /// Runs a test in its own community, and checks all counters and the ledger afterwards.
    /// - Parameter change: adapts the environment to the test.
    func run(
        configuring change: (inout EngineEnvironment) -> Void = { _ in },
        _ live: @escaping @Sendable (World) async throws -> Void
    ) async throws {
        let clock = TestClock()
        var environment = EngineEnvironment(
            now: { clock.now }, passwordCost: .fast, appleVerifier: StandInAppleVerifier(now: { clock.now }),
            logTimeout: Self.logTimeout)
        // Tests sign in all at once, and from one address.
        environment.passwordLimits.waiting = .max
        environment.passwordLimits.waitingFromAddress = .max
        environment.passwordLimits.wait = .seconds(60)
        // The machine's disk must not decide.
        environment.quotas.freeDisk = 0
        environment.commands = EndpointCommands()
        change(&environment)
        try await WorldLimit.shared.run { [environment] in
            try await withDatabase { database in
                let engine = try await Engine(database: database, environment: environment)
                try await withCommunity(to: engine, clock) { community in
                    try await live(
                        World(clock: clock, community: community, engine: engine, database: database))
                }
                let differences = try await engine.check()
                #expect(differences == [], "every counter equals what it counts")
                let ledger = try await engine.verifyLedger()
                #expect(ledger.faults == [], "every entry follows from the one before it")
            }
        }
    }

    private func withCommunity(
        to engine: Engine, _ clock: TestClock,
        _ body: @escaping @Sendable (any SignInService) async throws -> Void
    ) async throws {
        switch self {
        case .engineOnFile, .engineInMemory, .engineOnPostgres: try await body(engine)
        case .remote:
            try await Server.withRunning(engine) { address in
                try await body(RemoteServer(url: try #require(URL(string: address))))
            }
        case .hybrid, .hybridLate, .hybridOffline:
            try await Server.withRunning(engine) { address in
                let community = HybridCommunity(
                    url: try #require(URL(string: address)), clock: clock, connection: connection)
                do {
                    try await body(community)
                } catch {
                    try await community.close()
                    throw error
                }
                try await community.close()
            }
        }
    }

    private var connection: HybridCommunity.Connection {
        switch self {
        case .hybridLate: .lateWrites
        case .hybridOffline: .airplaneMode
        default: .online
        }
    }

    /// Calls the body with an empty database, and closes it.
    func withDatabase<Value>(_ body: (any Database) async throws -> Value) async throws -> Value {
        switch self {
        case .engineInMemory, .remote, .hybrid, .hybridLate, .hybridOffline:
            return try await Self.use(try SQLiteDatabase.inMemory(), body)
        case .engineOnFile:
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "paceline-contract-\(UUID().uuidString)")
            defer { Self.remove(folder) }
            return try await Self.use(
                try SQLiteDatabase(path: folder.appending(path: "community.sqlite").path), body)
        case .engineOnPostgres:
            return try await Self.template.withCopy { address in
                try await Self.use(try PostgresDatabase(address: address), body)
            }
        }
    }

    /// Long, since transactions of other tests on the same PostgreSQL server also block the log.
    private static let logTimeout: Duration = .seconds(30)

    /// An empty community. Copying it is cheaper than creating one.
    private static let template = TemplateDatabase("template_contract") { address in
        try await use(try PostgresDatabase(address: address)) { _ = try await Engine(database: $0) }
    }

    private static func use<Value>(
        _ database: any Database, _ body: (any Database) async throws -> Value
    ) async throws -> Value {
        let value: Value
        do {
            value = try await body(database)
        } catch {
            try await database.close()
            throw error
        }
        try await database.close()
        return value
    }

    private static func remove(_ folder: URL) {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Issue.record("Could not remove the temporary folder: \(error)")
        }
    }
}
