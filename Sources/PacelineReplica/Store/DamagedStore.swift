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
        if !salvage.isComplete {
            let aside = Self.setAside(path)
            try SQLiteDatabase.removeFile(at: aside)
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
        // A process that was killed may have left one.
        try SQLiteDatabase.removeFile(at: copy)
        let first = isReadable() ? try await read(path) : SalvagedOutbox()
        if first.isComplete { return first }
        // SQLite reports a read that the disk fails as damage of the file. A copy exists only if all of it can be read.
        let second: SalvagedOutbox
        do throws(DatabaseError) {
            try makeCopy()
            try DatabaseHeader.repair(at: copy)
            second = try await read(copy)
        } catch {
            try SQLiteDatabase.removeFile(at: copy)
            throw error
        }
        try SQLiteDatabase.removeFile(at: copy)
        return first.merging(second)
    }

    /// Whether the file has a header that SQLite reads. If it can be neither read nor written, the copy decides.
    private func isReadable() -> Bool {
        do {
            try DatabaseHeader.repair(at: path)
            return true
        } catch {
            return false
        }
    }

    private func read(_ file: String) async throws(DatabaseError) -> SalvagedOutbox {
        do {
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

    private func makeCopy() throws(DatabaseError) {
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            let descriptor = open(copy + suffix, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Self.failure("cannot be copied") }
            let target = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            do {
                let source = try FileHandle(forReadingFrom: URL(fileURLWithPath: path + suffix))
                defer { source.closeFile() }
                try Self.copy(source, to: target)
            } catch {
                throw DatabaseError(ofFile: error, "The damaged file cannot be read")
            }
        }
    }

    /// Reads each byte: cloning a file would not.
    static func copy(_ source: FileHandle, to target: FileHandle) throws(DatabaseError) {
        do {
            while let part = try source.read(upToCount: 1 << 20), !part.isEmpty {
                try target.write(contentsOf: part)
            }
        } catch {
            throw DatabaseError(ofFile: error, "The damaged file cannot be read")
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
        if FileManager.default.fileExists(atPath: path + "-wal"), Self.isSameFile(path, aside) {
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

    /// Whether both are names of one file: an older damaged one may be set aside.
    private static func isSameFile(_ path: String, _ other: String) -> Bool {
        var (status, otherStatus) = (stat(), stat())
        guard stat(path, &status) == 0, stat(other, &otherStatus) == 0 else { return false }
        return (status.st_dev, status.st_ino) == (otherStatus.st_dev, otherStatus.st_ino)
    }

    /// The error in `errno`.
    private static func failure(_ what: String) -> DatabaseError {
        let error = errno
        guard error != ENOSPC, error != EDQUOT else { return .full }
        return .unavailable("The damaged file \(what): \(String(cString: strerror(error)))")
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
    /// The error of reading or writing a file. It may pass.
    /// - Parameter what: what cannot be done.
    init(ofFile error: any Error, _ what: String) {
        if let error = error as? DatabaseError {
            self = error
        } else if (error as? CocoaError)?.code == .fileWriteOutOfSpace {
            self = .full
        } else {
            self = .unavailable("\(what): \(error.localizedDescription)")
        }
    }

    /// Whether the same may succeed later, since the file itself need not be the reason.
    var mayPass: Bool {
        switch self {
        case .unavailable, .busy, .full: true
        default: false
        }
    }
}
