import Foundation
import PacelineEngine

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
