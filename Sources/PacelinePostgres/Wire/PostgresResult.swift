import CPostgreSQL
import PacelineDatabase

/// The result of one statement: its rows, or the number of changed rows.
final class PostgresResult {
    let handle: OpaquePointer
    let rowCount: Int
    let types: [Oid]

    /// - Parameter handle: a libpq result, which this object frees.
    init(_ handle: OpaquePointer) {
        self.handle = handle
        rowCount = Int(PQntuples(handle))
        types = (0..<PQnfields(handle)).map { PQftype(handle, $0) }
    }

    deinit {
        PQclear(handle)
    }

    /// PostgreSQL's command tag, such as `INSERT 0 1` or `COMMIT`.
    var tag: String { String(cString: PQcmdStatus(handle)) }

    /// The number of rows inserted, updated or deleted.
    var changedRows: Int {
        let tag = tag
        guard ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(where: tag.hasPrefix) else { return 0 }
        return Int(String(cString: PQcmdTuples(handle))) ?? 0
    }
}
