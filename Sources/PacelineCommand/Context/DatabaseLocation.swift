import Foundation
import PacelineDatabase
import PacelinePostgres

/// Where a community is kept.
enum DatabaseLocation: Equatable {
    /// A file of SQLite.
    case sqlite(path: String)
    /// A database of a PostgreSQL server, by its address with everything in it.
    case postgres(String)

    /// - Parameters:
    ///   - text: what was set; nothing stands for the data folder's own file.
    /// - Throws: ``Failure`` when it names neither kind of database.
    init(_ text: String, in folder: DataFolder) throws {
        self = text.isEmpty ? .sqlite(path: folder.databasePath) : try DatabaseLocation(text)
    }

    /// - Throws: ``Failure`` when the text names neither kind of database.
    init(_ text: String) throws {
        let path = text.hasPrefix("sqlite:") ? String(text.dropFirst("sqlite:".count)) : ""
        if !path.isEmpty {
            self = .sqlite(path: path)
        } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgres(text)
        } else {
            throw Failure(
                .refused, "“\(Self.withoutPassword(text))” is no database.",
                advice: "Use sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.")
        }
    }

    /// Opens the database; a file is made when there is none.
    /// - Parameters:
    ///   - connections: how many at once there may be to a server.
    ///   - statementTimeout: how long a server may take for one statement; zero is as long as it takes.
    func open(
        connections: Int = PostgresOptions.defaultConnections, statementTimeout: Duration = .seconds(30)
    ) throws -> any Database {
        switch self {
        case .sqlite(let path): try SQLiteDatabase(path: path)
        case .postgres(let address):
            try PostgresDatabase(
                PostgresOptions(
                    address: address, connections: connections, statementTimeout: statementTimeout))
        }
    }

    /// The address as it may be shown: `postgres://user:••••••@host/database`.
    static func withoutPassword(_ text: String) -> String {
        text.replacing(/(:\/\/[^:\/?@]*):[^@]*@/) { "\($0.1):••••••@" }
            .replacing(/([?&]password=)[^&]*/) { "\($0.1)••••••" }
    }
}

extension CommunityConfiguration {
    /// Where the community of the folder is kept.
    func databaseLocation(in folder: DataFolder) throws -> DatabaseLocation {
        try DatabaseLocation(text("database"), in: folder)
    }

    func databaseConnections() throws -> Int { try number("databaseConnections", 1...1_000) }
}
