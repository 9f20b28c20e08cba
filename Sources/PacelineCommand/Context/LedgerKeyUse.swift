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
