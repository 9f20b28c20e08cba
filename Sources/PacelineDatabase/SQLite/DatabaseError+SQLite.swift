import GRDB
import GRDBSQLite

extension DatabaseError {
    /// Translates SQLite's extended result code and message.
    init(_ code: Int32, _ message: String) {
        self =
            switch ResultCode(rawValue: code) {
            case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
                Self.unique(from: message)
            case .SQLITE_CONSTRAINT_FOREIGNKEY: .foreignKey
            case .SQLITE_CONSTRAINT_CHECK: .check(Self.subject(of: message))
            case .SQLITE_CONSTRAINT_NOTNULL: .notNull(Self.subject(of: message))
            case let code: Self(primary: code.primaryResultCode, message)
            }
    }

    private init(primary code: ResultCode, _ message: String) {
        self =
            switch code {
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
            case .SQLITE_FULL: .full
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: .damaged(message)
            case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY: .unavailable(message)
            default: .sql(message: message)
            }
    }

    /// Translates errors of GRDB; returns others unchanged.
    static func translated(_ error: any Error) -> any Error {
        guard let error = error as? GRDB.DatabaseError else { return error }
        return DatabaseError(error.extendedResultCode.rawValue, error.message ?? "")
    }

    /// Parses `UNIQUE constraint failed: people.team, people.username`.
    private static func unique(from message: String) -> DatabaseError {
        let columns = subject(of: message).split(separator: ", ").map { $0.split(separator: ".") }
        return .unique(
            table: columns.first?.first.map(String.init) ?? "",
            columns: columns.compactMap(\.last).map(String.init))
    }

    /// The part of the message after the colon.
    private static func subject(of message: String) -> String {
        message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? message
    }
}
