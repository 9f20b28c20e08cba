import Foundation
import GRDB
import GRDBSQLite

#if !canImport(Darwin)
    import CSQLite
#endif

extension SQLiteDatabase {
    /// Creates the file with mode 0600, because SQLite would create it readable by everyone. SQLite gives its log files
    /// the same permissions.
    static func createFile(at path: String) throws {
        do {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw DatabaseError.unavailable(
                "The folder of \(path) cannot be created: \(error.localizedDescription)")
        }
        let file = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw DatabaseError.unavailable("\(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        Foundation.close(file)
    }

    /// Opens a connection with the settings of the profile.
    /// - Parameters:
    ///   - path: the path of the file, or nil for a database in memory.
    ///   - isReader: whether the connection is read-only.
    static func open(_ path: String?, _ profile: SQLiteProfile, isReader: Bool = false) throws
        -> DatabaseQueue
    {
        if profile.isOnlyUser { _ = withoutMemoryStatistics }
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.readonly = isReader
        configuration.prepareDatabase { database in
            try database.execute(sql: pragmas(profile))
            // GRDB notes which columns each statement reads, to observe them. Nothing here does, and it slows down
            // preparing.
            sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
        }
        do {
            guard let path else { return try DatabaseQueue(configuration: configuration) }
            // WAL lets readers run concurrently with the writer.
            configuration.journalMode = .wal
            return try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw DatabaseError.translated(error)
        }
    }

    /// Turns off SQLite's memory statistics, which take a lock shared by all connections on every allocation. Has no
    /// effect if the process has used SQLite before, as every process has on Apple platforms.
    private static let withoutMemoryStatistics: Void = {
        #if !canImport(Darwin)
            _ = sqlite3_config_without_memory_statistics()
        #endif
    }()

    /// The settings of every connection.
    private static func pragmas(_ profile: SQLiteProfile) -> String {
        """
        PRAGMA temp_store = MEMORY;
        PRAGMA cache_size = -\(profile.cacheSize);
        PRAGMA mmap_size = \(profile.mappedSize);
        PRAGMA journal_size_limit = \(profile.keptLogSize);
        PRAGMA fullfsync = 1;
        PRAGMA checkpoint_fullfsync = 1;
        \(profile.erasesDeletedContent ? "PRAGMA secure_delete = ON;" : "")
        """
    }

    /// Sets `synchronous` to FULL. With GRDB's default for WAL, NORMAL, a power failure can lose the last commits. On
    /// Apple platforms only `fullfsync` reaches the disk itself; elsewhere it has no effect.
    static func makeDurable(_ writer: DatabaseQueue) throws {
        let full = 2
        let level = try writer.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            return try Int.fetchOne(database, sql: "PRAGMA synchronous")
        }
        guard level == full else {
            throw DatabaseError.unavailable("SQLite cannot be set to sync every commit (PRAGMA synchronous).")
        }
    }
}
