import CPostgreSQL
import PacelineDatabase

extension PostgresWire {
    /// - Throws: ``DatabaseError/unavailable(_:)`` if the address is invalid.
    static func check(_ address: String) throws(DatabaseError) {
        guard address.hasPrefix("postgres://") || address.hasPrefix("postgresql://") else {
            throw .unavailable("A PostgreSQL address must begin with postgres://.")
        }
        var message: UnsafeMutablePointer<CChar>?
        if let parsed = PQconninfoParse(address, &message) {
            PQconninfoFree(parsed)
            return
        }
        defer { PQfreemem(message) }
        let reason = message.map { String(cString: $0).trimmingLineEnd } ?? "out of memory"
        throw .unavailable("The database address is invalid: \(reason)")
    }

    static func connect(_ options: PostgresOptions) throws(PostgresFailure) -> OpaquePointer {
        let handle = open(options.address)
        guard let handle else { throw .lost("Out of memory while connecting to PostgreSQL.") }
        guard PQstatus(handle) == CONNECTION_OK else {
            defer { PQfinish(handle) }
            throw .lost(String(cString: PQerrorMessage(handle)).trimmingLineEnd)
        }
        // By default libpq prints notices to standard error.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        let result = PQexec(handle, settings(options))
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else {
            defer { PQfinish(handle) }
            throw .lost(String(cString: PQerrorMessage(handle)).trimmingLineEnd)
        }
        return handle
    }

    /// Opens a connection. The address overrides the parameters before it, but not those after it.
    private static func open(_ address: String) -> OpaquePointer? {
        let parameters = [
            ("connect_timeout", "5"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "15000"),
            ("fallback_application_name", "paceline"),
            // libpq would try Kerberos first, whose library can abort a process that ends while it connects.
            ("gssencmode", "disable"),
            ("dbname", address), ("client_encoding", "UTF8"),
        ]
        return withCStrings(parameters.map(\.0)) { keywords in
            withCStrings(parameters.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
        }
    }

    private static func settings(_ options: PostgresOptions) -> String {
        """
        SET statement_timeout = \(options.statementTimeout.milliseconds);
        SET lock_timeout = \(options.lockTimeout.milliseconds);
        SET idle_in_transaction_session_timeout = \(options.statementTimeout.milliseconds);
        SET client_min_messages = error;
        SET default_transaction_isolation = 'serializable';
        SET jit = off
        """
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let ends = strings.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count + 1) }
        let characters = strings.flatMap { $0.utf8CString }
        return characters.withUnsafeBufferPointer { buffer in
            body(ends.dropLast().map { buffer.baseAddress?.advanced(by: $0) } + [nil])
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
