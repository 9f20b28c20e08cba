import CPostgreSQL
import PacelineDatabase

/// The rows of one statement, or how many it changed.
final class PostgresResult {
    let handle: OpaquePointer
    let rowCount: Int
    let types: [Oid]

    /// - Parameter handle: is freed with this value.
    init(_ handle: OpaquePointer) {
        self.handle = handle
        rowCount = Int(PQntuples(handle))
        types = (0..<PQnfields(handle)).map { PQftype(handle, $0) }
    }

    deinit {
        PQclear(handle)
    }

    /// What PostgreSQL says it has done: `INSERT 0 1`, `COMMIT`.
    var tag: String { String(cString: PQcmdStatus(handle)) }

    /// How many rows were inserted, updated or deleted.
    var changedRows: Int {
        let tag = tag
        guard ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(where: tag.hasPrefix) else { return 0 }
        return Int(String(cString: PQcmdTuples(handle))) ?? 0
    }
}
