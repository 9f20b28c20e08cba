import Foundation
import PacelineDatabase
import PacelineEngine

/// Whether a command needs the key of the ledger.
enum LedgerKeyUse {
    /// It can change XP or verify the ledger. A new community gets a key.
    case required
    /// It cannot, and also opens a community whose key is elsewhere.
    case ifPresent
}

extension EngineEnvironment {
    /// Opens a community.
    /// - Throws: `WrongLedgerKey` if the file has another key, or is missing and required.
    func engine(
        on database: any Database, ledgerKey file: LedgerKeyFile, _ use: LedgerKeyUse
    ) async throws -> Engine {
        guard use == .required else {
            guard let key = try file.key() else {
                return try await Engine.withoutLedgerKey(on: database, environment: self)
            }
            return try await engine(on: database, key)
        }
        return try await file.withKey { try await engine(on: database, $0) }
    }

    private func engine(on database: any Database, _ key: LedgerKey) async throws -> Engine {
        var environment = self
        environment.ledgerKey = key
        return try await Engine(database: database, environment: environment)
    }
}

extension Engine {
    /// Opens a community whose key is elsewhere. What would change XP fails.
    static func withoutLedgerKey(
        on database: any Database, environment: EngineEnvironment = EngineEnvironment()
    ) async throws -> Engine {
        var environment = environment
        environment.checksLedgerKey = false
        return try await Engine(database: database, environment: environment)
    }
}

extension CommunityConfiguration {
    /// The file with the key of the ledger: as configured, or beside the SQLite file, or in the data folder.
    func ledgerKeyFile(in folder: DataFolder) throws -> LedgerKeyFile {
        let path = text("ledgerKeyFile")
        guard path.isEmpty else { return LedgerKeyFile(path) }
        return switch try databaseLocation(in: folder) {
        case .sqlite(let database): .beside(database)
        case .postgres: .beside(folder.databasePath)
        }
    }
}

/// The key files of the two SQLite files of a migration.
struct LedgerKeyFiles {
    private let source: LedgerKeyFile?
    private let target: LedgerKeyFile?

    /// - Throws: ``Failure`` if the target's folder has another key.
    init(_ source: DatabaseLocation, _ target: DatabaseLocation) throws {
        self.source = source.ledgerKeyFile
        self.target = target.ledgerKeyFile
        guard let existing = try self.target?.key(), let key = try self.source?.key(), existing != key else {
            return
        }
        throw Failure(
            .rejected, "The target's folder contains the key of another community.",
            advice: "Choose another folder. Nothing was changed.")
    }

    /// Copies the key to the target, unless it is there.
    /// - Returns: false if the key is elsewhere, or belongs elsewhere.
    func copy() throws -> Bool {
        guard let source, let target, try source.key() != nil else { return false }
        guard try target.key() == nil else { return true }
        try FileManager.default.copyItem(atPath: source.path, toPath: target.path)
        return true
    }
}

extension DatabaseLocation {
    fileprivate var ledgerKeyFile: LedgerKeyFile? {
        switch self {
        case .sqlite(let path): .beside(path)
        case .postgres: nil
        }
    }
}
