import GRDB
import Testing

@testable import PacelineDatabase

@Suite("Statements that SQLite has prepared")
struct SQLiteStatementCacheTests {
    private let statements = SQLiteStatementCache()

    @Test("One that runs again is found, and one of another text is not taken for it")
    func found() throws {
        try DatabaseQueue().inDatabase { database in
            let first = try statements.statement(of: sum(1, 2), on: database)
            #expect(try statements.statement(of: sum(3, 4), on: database) === first)
            #expect(try statements.statement(of: difference(1, 2), on: database) !== first)
        }
    }

    @Test("One that is on its way is left alone")
    func busy() throws {
        try DatabaseQueue().inDatabase { database in
            let first = try statements.statement(of: sum(1, 2), on: database)
            try SQLiteStatementRun(first.sqliteStatement)([.integer(1), .integer(2)]) { _ in
                let other = try statements.statement(of: sum(3, 4), on: database)
                #expect(other !== first)
                return .next
            }
            #expect(try statements.statement(of: sum(3, 4), on: database) === first)
        }
    }

    @Test("A connection that has prepared some can be closed, and closed again")
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
