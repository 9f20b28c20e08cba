import Foundation

/// How much of the machine a SQLite database uses.
///
/// ```swift
/// let database = try SQLiteDatabase(path: path, profile: .device)
/// ```
public struct SQLiteProfile: Sendable {
    /// The number of concurrent reads, at least 1. Each has a connection with its own page cache.
    public var readerCount: Int
    /// The size of each connection's page cache, in KiB.
    public var cacheSize: Int
    /// How much of the file is memory-mapped, in bytes; 0 for nothing.
    public var mappedSize: Int64
    /// The length of the write-ahead log, in pages of 4 KiB, at which it is reset, which briefly blocks writes.
    public var logPages: Int
    /// The size to which the log's file is cut when the log is reset, in bytes.
    public var keptLogSize: Int64
    /// Whether SQLite serves only this database in this process, so that its process-wide options may be changed.
    public var isOnlyUser: Bool
    /// Whether deleted content is overwritten in the file. Otherwise SQLite's default applies.
    public var erasesDeletedContent: Bool

    /// For a process that serves one community: a reader for each processor, and at least four, since reads also wait
    /// for the disk. Small caches suffice, because the file is mapped: cached pages are read without a system call or a
    /// copy. A feed page reads about 200 pages of the file, and is three times as fast this way. The log is reset at
    /// 16 MB: its index has one hash table for the first 4,062 pages and another for each further 4,096, and reading a
    /// page may search all of them.
    public static let server = SQLiteProfile(
        readerCount: max(4, ProcessInfo.processInfo.activeProcessorCount), cacheSize: 4_096,
        mappedSize: 4 << 30, logPages: 4_000, keptLogSize: 64 << 20, isOnlyUser: true,
        erasesDeletedContent: false)

    /// For a database in an app. One person rarely needs more than two reads at once. Nothing is mapped, because
    /// reading a mapped page of a protected file ends the process while the device is locked. The log is reset at 3 MB.
    /// Process-wide options belong to the app. What others have taken back must not be left in unused pages.
    public static let device = SQLiteProfile(
        readerCount: 2, cacheSize: 1_024, mappedSize: 0, logPages: 750, keptLogSize: 4 << 20,
        isOnlyUser: false, erasesDeletedContent: true)
}
