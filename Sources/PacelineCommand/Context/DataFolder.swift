import Foundation
import PacelineDatabase
import PacelineEngine

/// The folder of a local community: its database, configuration and demo record.
struct DataFolder: Sendable {
    let path: String

    init(_ path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    var databasePath: String { path + "/paceline.sqlite" }
    var configurationPath: String { path + "/paceline.json" }
    var rewardsPath: String { path + "/rewards.json" }

    var hasDatabase: Bool { FileManager.default.fileExists(atPath: databasePath) }

    /// Opens the community's SQLite file.
    /// - Throws: ``Failure`` if there is no file, or the community is in PostgreSQL.
    func existingFile() async throws -> SQLiteDatabase {
        let location = try await configuration().databaseLocation(in: self)
        guard case .sqlite(let path) = location else {
            throw Failure(
                .rejected, "The community in \(self.path) is stored in PostgreSQL.",
                advice: "Back it up with PostgreSQL's tools, such as pg_dump.")
        }
        try expectFile(at: path)
        return try SQLiteDatabase(path: path)
    }

    /// Opens the existing community.
    /// - Parameters:
    ///   - database: overrides the database in the folder's settings.
    ///   - publicURL: overrides the public address in the folder's settings.
    ///   - logsSecurity: whether to log security events as the server does.
    ///   - ledgerKey: whether the command needs the key of the ledger.
    /// - Throws: ``Failure`` if there is no community.
    func existingEngine(
        database: String? = nil, publicURL: String? = nil, logsSecurity: Bool = false,
        ledgerKey: LedgerKeyUse = .ifPresent
    ) async throws -> Engine {
        let configuration = try await configuration(database: database, publicURL: publicURL)
        let location = try configuration.databaseLocation(in: self)
        if case .sqlite(let path) = location { try expectFile(at: path) }
        var environment = EngineEnvironment(
            publicURL: configuration.text("publicURL"), games: try configuration.games(),
            scoreVisibility: try configuration.scoreVisibility())
        environment.holdsAnomalies = try configuration.isOn("experienceReview")
        environment.minimumAge = try configuration.minimumAge()
        environment.quotas = try configuration.quotas()
        environment.mail = try configuration.mail()
        environment.communityNames = try configuration.communityNames()
        environment.rewards = try configuration.rewards(in: self)
        if logsSecurity { environment.logSecurity(to: try configuration.logger()) }
        let opened = try location.open(
            connections: try configuration.databaseConnections(), statementTimeout: .zero)
        return try await environment.engine(
            on: opened, ledgerKey: try configuration.ledgerKeyFile(in: self), ledgerKey)
    }

    /// The file with the key of the ledger.
    func ledgerKeyFile() async throws -> LedgerKeyFile {
        try await configuration().ledgerKeyFile(in: self)
    }

    private func configuration(
        database: String? = nil, publicURL: String? = nil
    ) async throws -> CommunityConfiguration {
        var flags: [String: String] = [:]
        flags["database"] = database
        flags["publicURL"] = publicURL
        return try await CommunityConfiguration.load(file: configurationPath, flags: flags)
    }

    private func expectFile(at file: String) throws {
        guard !FileManager.default.fileExists(atPath: file) else { return }
        throw Failure(
            .rejected,
            file == databasePath ? "There is no community in \(path)." : "There is no community at \(file).",
            advice: "Create one with: paceline demo --data \(path), or: paceline serve --data \(path)")
    }
}
