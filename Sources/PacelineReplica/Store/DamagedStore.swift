import Foundation
import Paceline
import PacelineDatabase

/// A store whose file is damaged. It is replaced by a new one with the commands and refusals that can still be read;
/// the server has the rest.
///
/// A file from which some of them could not be read is kept beside the new one, at ``setAside(_:)``.
struct DamagedStore {
    let path: String

    /// How long a damaged file is kept, in seconds.
    static let keptFor: TimeInterval = 30 * 86_400

    static func setAside(_ path: String) -> String { path + "-damaged" }
    /// Complete, and to be put in place of the damaged file, also after a crash: that one may have lost its log.
    private var replacement: String { path + "-new" }
    private var unfinished: String { path + "-new-unfinished" }
    private var copy: String { path + "-copy" }

    var hasReplacement: Bool { FileManager.default.fileExists(atPath: replacement) }

    /// The databases that replacing the file may leave, and the file itself.
    var databases: [String] { [path, Self.setAside(path), replacement, unfinished, copy] }

    /// Replaces the file, and opens the new one.
    /// - Throws: ``DatabaseError/busy`` while another process replaces it, and the errors of ``salvage()``.
    func replace(process: UUID) async throws -> ReplicaStore {
        let lock = try await ReplicaFileLock(of: path, for: .exclusive)
        defer { lock.release() }
        do {
            // Another process may have replaced it since.
            if !hasReplacement { return try await ReplicaStore.openIntact(at: path, process: process) }
        } catch DatabaseError.damaged {
            try await makeReplacement(with: salvage())
        }
        try moveIntoPlace()
        return try await ReplicaStore.openIntact(at: path, process: process)
    }

    /// Writes the new file beside the damaged one, and sets that one aside if it may contain more.
    func makeReplacement(with salvage: SalvagedOutbox) async throws {
        try await create(with: salvage)
        let aside = Self.setAside(path)
        try SQLiteDatabase.removeFile(at: aside)
        if !salvage.isComplete {
            guard link(path, aside) == 0 else { throw Self.failure("cannot be set aside") }
            // It is kept from now on, however long the app was not used.
            guard utimes(aside, nil) == 0 else { throw Self.failure("cannot be set aside") }
        }
        guard rename(unfinished, replacement) == 0 else { throw Self.failure("cannot be replaced") }
    }

    /// Reads the commands and refusals, and closes the file to processes that have it open.
    /// - Throws: ``DatabaseError/unavailable(_:)``, ``DatabaseError/full`` or ``DatabaseError/busy`` if the disk fails,
    ///   or another process locks the file: what cannot be read now may be read later.
    func salvage() async throws(DatabaseError) -> SalvagedOutbox {
        let salvage = try await salvage(from: path)
        if salvage.isComplete { return salvage }
        // SQLite reports a read that the disk fails as damage of the file. A copy exists only if all of it can be read.
        try SQLiteDatabase.removeFile(at: copy)
        do {
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
                try Self.copy(path + suffix, to: copy + suffix)
            }
        } catch {
            try SQLiteDatabase.removeFile(at: copy)
            throw .unavailable("The damaged file cannot be read: \(error.localizedDescription)")
        }
        let found = try await self.salvage(from: copy)
        try SQLiteDatabase.removeFile(at: copy)
        return found
    }

    private func salvage(from file: String) async throws(DatabaseError) -> SalvagedOutbox {
        do {
            try DatabaseHeader.repair(at: file)
            let database = try SQLiteDatabase(path: file, profile: .device)
            do {
                let salvage = try await SalvagedOutbox(reading: database)
                try await database.close()
                return salvage
            } catch {
                try await database.close()
                throw error
            }
        } catch {
            if let error = error as? DatabaseError, error.mayPass { throw error }
            // Nothing can be read.
            return SalvagedOutbox()
        }
    }

    /// Reads each byte: cloning a file would not.
    private static func copy(_ file: String, to copy: String) throws {
        guard
            FileManager.default.createFile(
                atPath: copy, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw failure("cannot be copied") }
        let source = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
        defer { source.closeFile() }
        let target = try FileHandle(forWritingTo: URL(fileURLWithPath: copy))
        defer { target.closeFile() }
        while let part = try source.read(upToCount: 1 << 20), !part.isEmpty {
            try target.write(contentsOf: part)
        }
    }

    private func create(with salvage: SalvagedOutbox) async throws {
        try SQLiteDatabase.removeFile(at: unfinished)
        let database = try SQLiteDatabase(path: unfinished, profile: .device)
        do {
            let store = try await ReplicaStore(database, process: UUID())
            try await store.write { try salvage.restore(in: &$0) }
        } catch {
            try await database.close()
            throw error
        }
        try await database.close()
        // Closing moves the log into the file.
        guard !FileManager.default.fileExists(atPath: unfinished + "-wal") else {
            throw DatabaseError.unavailable("\(unfinished) could not be written.")
        }
    }

    /// Puts the new file in place of the damaged one in one step, so that no process finds none. After a crash, it
    /// continues.
    func moveIntoPlace() throws {
        let aside = Self.setAside(path)
        // The log of the damaged file must not be applied to the new one.
        if FileManager.default.fileExists(atPath: path + "-wal"),
            FileManager.default.fileExists(atPath: aside)
        {
            guard rename(path + "-wal", aside + "-wal") == 0 else {
                throw Self.failure("cannot be set aside")
            }
        }
        try SQLiteDatabase.removeLog(at: path)
        guard rename(replacement, path) == 0 else { throw Self.failure("cannot be replaced") }
    }

    /// In whole seconds; nil if there is no such file.
    fileprivate static func modificationDate(of file: String) -> Date? {
        var status = stat()
        guard stat(file, &status) == 0 else { return nil }
        #if canImport(Darwin)
            return Date(timeIntervalSince1970: TimeInterval(status.st_mtimespec.tv_sec))
        #else
            return Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec))
        #endif
    }

    private static func failure(_ what: String) -> DatabaseError {
        .unavailable("The damaged file \(what): \(String(cString: strerror(errno)))")
    }
}

extension ReplicaStore {
    /// Removes a damaged file that was kept, since nothing takes back from it what the viewer may no longer see.
    /// - Parameter age: how long it may have been kept, in seconds.
    /// - Throws: ``DatabaseError/unavailable(_:)`` if it cannot be removed.
    func removeDamagedFile(olderThan age: TimeInterval = 0) throws(DatabaseError) {
        guard let path else { return }
        let file = DamagedStore.setAside(path)
        if age > 0, let changed = DamagedStore.modificationDate(of: file),
            changed >= Date(timeIntervalSinceNow: -age)
        {
            return
        }
        try SQLiteDatabase.removeFile(at: file)
    }
}

extension DatabaseError {
    /// Whether the same may succeed later, since the file itself need not be the reason.
    var mayPass: Bool {
        switch self {
        case .unavailable, .busy, .full: true
        default: false
        }
    }
}

/// The first 100 bytes of a database file. SQLite reads nothing of a file in which they are damaged.
private enum DatabaseHeader {
    /// The name of the format, page size, log versions, reserved bytes and payload fractions.
    private static let start = Array("SQLite format 3\0".utf8) + [0x10, 0x00, 2, 2, 0, 64, 32, 32]
    private static let length: UInt64 = 100

    /// Writes the header of a database as ``SQLiteDatabase`` creates it, if that of the file is damaged.
    static func repair(at path: String) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { file.closeFile() }
        guard try file.read(upToCount: start.count) != Data(start) else { return }
        let size = try file.seekToEnd()
        guard size > length else { return }
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(header(pages: UInt32(clamping: size / 4_096))))
    }

    private static func header(pages: UInt32) -> [UInt8] {
        func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }
        var header = start
        // Change counter, pages, free list, free pages, schema cookie and format, cache, root page, text encoding.
        for value in [1, pages, 0, 0, 1, 4, 0, 0, 1] as [UInt32] { header += number(value) }
        header += [UInt8](repeating: 0, count: 92 - header.count)
        return header + number(1) + number(3_040_000)
    }
}
