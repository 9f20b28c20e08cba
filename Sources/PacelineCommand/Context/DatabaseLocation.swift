import Foundation
import PacelineDatabase
import PacelinePostgres

/// The location of a community's database.
enum DatabaseLocation: Equatable {
    /// A SQLite file.
    case sqlite(path: String)
    /// A PostgreSQL database, as a connection URL.
    case postgres(String)

    /// Parses the setting `database`.
    /// - Parameters:
    ///   - text: the setting; empty for the data folder's own file.
    ///   - folder: the data folder.
    /// - Throws: ``Failure`` if the text is not a database location.
    init(_ text: String, in folder: DataFolder) throws {
        self = text.isEmpty ? .sqlite(path: folder.databasePath) : try DatabaseLocation(text)
    }

    /// Parses `sqlite:PATH` or `postgres://…`.
    /// - Throws: ``Failure`` if the text is neither.
    init(_ text: String) throws {
        let path = text.hasPrefix("sqlite:") ? String(text.dropFirst("sqlite:".count)) : ""
        if !path.isEmpty {
            self = .sqlite(path: path)
        } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgres(text)
        } else {
            throw Failure(
                .rejected, "“\(Self.withoutPassword(text))” is not a database.",
                advice: "Use sqlite:PATH or postgres://USER@HOST/DATABASE.")
        }
    }

    /// Opens the database. A missing SQLite file is created.
    /// - Parameters:
    ///   - connections: the maximum number of PostgreSQL connections.
    ///   - statementTimeout: the time limit of a PostgreSQL statement; zero for none.
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

    /// Masks the password of a URL: `postgres://user:••••••@host/database`.
    static func withoutPassword(_ text: String) -> String {
        text.replacing(/(:\/\/[^:\/?@]*):[^@]*@/) { "\($0.1):••••••@" }
            .replacing(/([?&](?:ssl)?password=)[^&]*/) { "\($0.1)••••••" }
    }

    /// Whether a command's argument, such as `--database=postgres://…`, is a PostgreSQL URL with a password.
    static func hasPassword(inArgument argument: String) -> Bool {
        let value =
            argument.hasPrefix("--") ? argument.split(separator: "=", maxSplits: 1).last ?? "" : argument[...]
        guard value.hasPrefix("postgres://") || value.hasPrefix("postgresql://") else { return false }
        return withoutPassword(String(value)) != value
    }
}

extension CommunityConfiguration {
    /// The location of the folder's database.
    func databaseLocation(in folder: DataFolder) throws -> DatabaseLocation {
        try DatabaseLocation(text("database"), in: folder)
    }

    func databaseConnections() throws -> Int { try number("databaseConnections", 1...1_000) }
}
