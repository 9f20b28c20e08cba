import GRDB
import GRDBSQLite

extension DatabaseError {
    /// What SQLite's extended result code and message mean.
    init(_ code: Int32, _ message: String) {
        self =
            switch code {
            case 2067, 1555: Self.unique(from: message)  // SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY
            case 787, 1811: .foreignKey  // SQLITE_CONSTRAINT_FOREIGNKEY, also raised by a trigger
            case 275: .check(Self.subject(of: message))  // SQLITE_CONSTRAINT_CHECK
            case 1299: .notNull(Self.subject(of: message))  // SQLITE_CONSTRAINT_NOTNULL
            default: Self(primary: code & 0xFF, message)
            }
    }

    private init(primary code: Int32, _ message: String) {
        self =
            switch code {
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_FULL: .full
            case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_READONLY:
                .unavailable(message)
            default: .sql(message)
            }
    }

    /// The same error when it is GRDB that met it.
    static func translated(_ error: any Error) -> any Error {
        guard let error = error as? GRDB.DatabaseError else { return error }
        return DatabaseError(error.extendedResultCode.rawValue, error.message ?? "")
    }

    /// `UNIQUE constraint failed: people.username`
    private static func unique(from message: String) -> DatabaseError {
        let columns = subject(of: message).split(separator: ",").map {
            $0.trimmingPrefix(" ").split(separator: ".").map(String.init)
        }
        return .unique(table: columns.first?.first ?? "", columns: columns.compactMap(\.last))
    }

    private static func subject(of message: String) -> String {
        message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? message
    }
}
