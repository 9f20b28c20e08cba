import GRDB
import Testing

@testable import PacelineDatabase

@Suite("Prepared statements of SQLite")
struct SQLiteStatementCacheTests {
    private let statements = SQLiteStatementCache()

    @Test("A statement is found again by its text, and not by another text")
    func found() throws {
        try DatabaseQueue().inDatabase { database in
            let first = try statements.statement(of: sum(1, 2), on: database)
            #expect(try statements.statement(of: sum(3, 4), on: database) === first)
            #expect(try statements.statement(of: difference(1, 2), on: database) !== first)
        }
    }

    @Test("A busy statement is not reused")
    func busy() throws {
        try DatabaseQueue().inDatabase { database in
            let first = try statements.statement(of: sum(1, 2), on: database)
            try SQLiteStatementRun(first.sqliteStatement).execute([.integer(1), .integer(2)]) { _ in
                let other = try statements.statement(of: sum(3, 4), on: database)
                #expect(other !== first)
                return .next
            }
            #expect(try statements.statement(of: sum(3, 4), on: database) === first)
        }
    }

    @Test("A connection with prepared statements can be closed, even twice")
    func closed() throws {
        let connection = SQLiteQueue(try DatabaseQueue())
        let found = try connection.run(.readOnly) { connection in
            try connection.inSnapshot { try connection.fetchFirst("SELECT \(1)") { $0[0] as Int } }
        }
        #expect(found == 1)
        for _ in 0..<2 { try connection.close() }
    }

    private func sum(_ one: Int, _ other: Int) -> SQLTemplate {
        ("SELECT \(one) + \(other)" as PacelineDatabase.SQL).variant(for: .sqlite).template
    }

    private func difference(_ one: Int, _ other: Int) -> SQLTemplate {
        ("SELECT \(one) - \(other)" as PacelineDatabase.SQL).variant(for: .sqlite).template
    }
}
