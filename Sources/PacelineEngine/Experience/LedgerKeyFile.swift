import Foundation
import Paceline

/// The file with the key of a community's ledger: 32 bytes that only its owner can read.
///
/// It is beside the database and never in it, so that people who can only write to the database cannot forge entries.
/// Keep a copy, and move the file together with the database: without it, the community does not open.
///
/// ```swift
/// let file = LedgerKeyFile.beside("community.sqlite")
/// let engine = try await file.withKey { key in
///     var environment = EngineEnvironment()
///     environment.ledgerKey = key
///     return try await Engine(database: database, environment: environment)
/// }
/// ```
public struct LedgerKeyFile: Sendable, Equatable {
    public let path: String

    public init(_ path: String) {
        self.path = path
    }

    /// The name of the file, unless it is configured.
    public static let name = "ledger.key"

    /// The file `ledger.key` in the folder of a database file.
    public static func beside(_ database: String) -> LedgerKeyFile {
        LedgerKeyFile(URL(filePath: database).deletingLastPathComponent().appending(path: name).path)
    }

    /// A file that is no key, or that cannot be read or written.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The key; nil if there is no file.
    /// - Throws: ``Failure``.
    public func key() throws -> LedgerKey? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Failure(description: "\(path) cannot be read.")
        }
        guard let key = LedgerKey(bytes: Array(bytes)) else {
            throw Failure(description: "\(path) is damaged: it has \(bytes.count) bytes instead of 32.")
        }
        return key
    }

    /// Opens a community with the key, and creates the file if there is none. If the community turns out to have
    /// another key, a file that was created is removed again.
    /// - Throws: ``Failure``, or the error of `open`.
    public func withKey<Value>(_ open: (LedgerKey) async throws -> Value) async throws -> Value {
        if let key = try key() { return try await open(key) }
        let (key, isNew) = try create()
        do {
            return try await open(key)
        } catch let error as WrongLedgerKey {
            if isNew { unlink(path) }
            throw error
        }
    }

    /// Creates the file with a new key, unless another process just did.
    private func create() throws -> (key: LedgerKey, isNew: Bool) {
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(description: "\(folder.path) cannot be created: \(error.localizedDescription)")
        }
        let bytes = Array(Data(randomBytes: LedgerKey.length))
        let partial = folder.appending(path: ".\(LedgerKeyFile.name)-\(UUID().uuidString)").path
        defer { unlink(partial) }
        try write(bytes, to: partial)
        // Unlike a rename, fails if another process has created the file.
        let isNew = link(partial, path) == 0
        guard isNew || errno == EEXIST else { throw failure() }
        // The database remembers the key from its next commit on, so the file's name must be on the disk before.
        try sync(folder.path, O_RDONLY)
        guard let key = try key() else { throw Failure(description: "\(path) was removed.") }
        return (key, isNew)
    }

    private func write(_ bytes: [UInt8], to file: String) throws {
        let descriptor = Foundation.open(file, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw failure() }
        let count = Foundation.write(descriptor, bytes, bytes.count)
        guard close(descriptor) == 0, count == bytes.count else { throw failure() }
        try sync(file, O_WRONLY)
    }

    /// Waits until a file, or the names in a folder, are on the disk.
    private func sync(_ path: String, _ mode: Int32) throws {
        let descriptor = Foundation.open(path, mode)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        #if canImport(Darwin)
            // There, `fsync` does not reach the disk itself.
            guard fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0 else { throw failure() }
        #else
            guard fsync(descriptor) == 0 else { throw failure() }
        #endif
    }

    private func failure() -> Failure {
        Failure(description: "\(path) cannot be created: \(String(cString: strerror(errno))).")
    }
}
