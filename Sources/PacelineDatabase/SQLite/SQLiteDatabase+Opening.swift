import CSQLite
import Foundation
import GRDB

extension SQLiteDatabase {
    /// Makes the file before SQLite does, who would let everyone read it. The files beside it get its permissions.
    static func createFile(at path: String) throws {
        do {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw DatabaseError.unavailable(
                "The folder of \(path) cannot be made: \(error.localizedDescription)")
        }
        let file = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw DatabaseError.unavailable("\(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        Foundation.close(file)
    }

    /// - Parameters:
    ///   - path: where the file is; without one the database is in memory.
    ///   - isReader: whether the connection only reads.
    static func open(_ path: String?, isReader: Bool = false) throws -> DatabaseQueue {
        _ = withoutMemoryStatistics
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.readonly = isReader
        configuration.prepareDatabase { try $0.execute(sql: pragmas) }
        do {
            guard let path else { return try DatabaseQueue(configuration: configuration) }
            // Readers beside a writer need the log.
            configuration.journalMode = .wal
            return try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw DatabaseError.translated(error)
        }
    }

    /// Everything that SQLite allocates is counted under a lock that all connections share, for numbers that nobody here
    /// reads. It stays so where SQLite is in use before the first database is opened.
    private static let withoutMemoryStatistics: Void = { _ = sqlite3_config_without_memory_statistics() }()

    /// What every connection is told. Its own cache is small (4 MB each); the file is mapped instead, so that a
    /// page that the operating system holds is read without a call or a copy. A feed page touches some two hundred
    /// pages of the file, and is three times as fast for it.
    private static let pragmas = """
        PRAGMA temp_store = MEMORY;
        PRAGMA cache_size = -4096;
        PRAGMA mmap_size = 4294967296;
        PRAGMA journal_size_limit = 67108864;
        """

    /// GRDB asks for NORMAL when it opens a log, which loses the last commits when the power fails.
    static func makeDurable(_ writer: DatabaseQueue) throws {
        let full = 2
        let level = try writer.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            return try Int.fetchOne(database, sql: "PRAGMA synchronous")
        }
        guard level == full else {
            throw DatabaseError.unavailable("SQLite refuses to wait for the disk (PRAGMA synchronous).")
        }
    }
}
