import Testing

@testable import PacelineDatabase

@Suite("SQL")
struct SQLTests {
    @Test("Text without values stays unchanged")
    func literal() {
        let sql: SQL = "SELECT 1"
        #expect(sql.render(for: .sqlite).text == "SELECT 1")
        #expect(sql.render(for: .postgres).values == [])
    }

    @Test("An interpolated value becomes a numbered placeholder")
    func values() {
        let name = "'; DROP TABLE people; --"
        let sql: SQL = "SELECT id FROM people WHERE name = \(name) AND age > \(30) AND \(true)"
        let (text, values) = sql.render(for: .postgres)
        #expect(text == "SELECT id FROM people WHERE name = $1 AND age > $2 AND $3")
        #expect(values == [.text(name), .integer(30), .integer(1)])
    }

    @Test("Placeholders of an embedded part continue the numbering")
    func parts() {
        let isVisible: SQL = "(owner = \(7) OR shared = \(true))"
        let sql: SQL = "SELECT id FROM items WHERE at < \(99) AND \(isVisible) LIMIT \(20)"
        let (text, values) = sql.render(for: .sqlite)
        #expect(text == "SELECT id FROM items WHERE at < $1 AND (owner = $2 OR shared = $3) LIMIT $4")
        #expect(values == [.integer(99), .integer(7), .integer(1), .integer(20)])
    }

    @Test("Embedded parts with more than nine values are numbered correctly")
    func manyValues() {
        let list: SQL = "\(list: 1...16)"
        let (text, values) = ("\(0), \(list), \(17)" as SQL).render(for: .sqlite)
        let places = (2...17).map { "$\($0)" }.joined(separator: ", ")
        #expect(text == "$1, (\(places)), $18")
        #expect(values == (0...17).map { .integer($0) })
    }

    @Test("Text that looks like a placeholder is not renumbered")
    func lookalikes() {
        let part: SQL = "json ->> '$1' = \(4)"
        #expect(("\(5), \(part)" as SQL).render(for: .sqlite).text == "$1, json ->> '$1' = $2")
    }

    @Test("Placeholders are correct after multi-byte text")
    func wideText() {
        let part: SQL = "'žluťoučký 🏃' = \(4)"
        #expect(("\(5), \(part)" as SQL).render(for: .sqlite).text == "$1, 'žluťoučký 🏃' = $2")
    }

    @Test("A literal in an interpolation is a part, also where it could be a string")
    func partsFromLiterals() {
        let (kind, none) = (Optional("workout"), String?.none)
        let parts: [SQL] = [
            "\(kind.map { "AND kind = \($0)" } ?? "")",
            "\(kind.map { "AND kind = \($0)" })",
            "\(kind == nil ? "" : "AND kind = \(kind)")",
            "\([kind].map { "AND kind = \($0)" }.joined(separator: " "))",
        ]
        for part in parts {
            let (text, values) = ("SELECT 1 \(part)" as SQL).render(for: .sqlite)
            #expect(text == "SELECT 1 AND kind = $1")
            #expect(values == [.text("workout")])
        }
        #expect(("\(none.map { "AND kind = \($0)" } ?? "")" as SQL).isEmpty)
        #expect(("\(none.map { "AND kind = \($0)" })" as SQL).isEmpty)
    }

    @Test("Text that is not a literal is bound, also next to a literal")
    func boundText() {
        let (name, none) = ("ana", String?.none)
        let sql: SQL = "\(name + "%"), \(none ?? "ben"), \(none), \(name.isEmpty ? "" : name), \(String("a"))"
        let (text, values) = sql.render(for: .sqlite)
        #expect(text == "$1, $2, $3, $4, $5")
        #expect(values == [.text("ana%"), .text("ben"), .null, .text("ana"), .text("a")])
    }

    @Test("A list binds each value, and an empty list contains nothing")
    func lists() {
        let none: [Int] = []
        #expect(("IN \(list: ["a", "b"])" as SQL).render(for: .sqlite).text == "IN ($1, $2)")
        #expect(("IN \(list: none)" as SQL).render(for: .sqlite).text == "IN (NULL)")
    }

    @Test("A list repeats its last value up to a power of two, so that few statements are prepared")
    func roundedLists() {
        let (text, values) = ("IN \(list: ["a", "b", "c"])" as SQL).render(for: .sqlite)
        #expect(text == "IN ($1, $2, $3, $4)")
        #expect(values == ["a", "b", "c", "c"].map { .text($0) })
        #expect(("\(list: 1...1_025)" as SQL).render(for: .sqlite).values.count == 1_025)
    }

    @Test("Each value becomes a row, and no values become no rows")
    func rowsOfOneValue() {
        let (text, values) = ("\(0), \(each: ["a", "b"])" as SQL).render(for: .sqlite)
        #expect(text == "$1, ($2), ($3)")
        #expect(values == [.integer(0), .text("a"), .text("b")])
        #expect(("\(each: [Int]())" as SQL).isEmpty)
    }

    @Test("The values of a row are bound in order")
    func rowOfValues() {
        let row: [SQLValue] = [.integer(1), .text("a"), .null]
        let (text, values) = ("\(0), (\(values: row[...]))" as SQL).render(for: .sqlite)
        #expect(text == "$1, ($2, $3, $4)")
        #expect(values == [.integer(0), .integer(1), .text("a"), .null])
    }

    @Test("Several embedded parts are numbered in order")
    func firstPart() {
        let part: SQL = "a = \(1) AND b = \(2)"
        let (text, values) = ("WHERE \(part) AND \(part) OR c = \(3)" as SQL).render(for: .sqlite)
        #expect(text == "WHERE a = $1 AND b = $2 AND a = $3 AND b = $4 OR c = $5")
        #expect(values == [1, 2, 1, 2, 3].map { .integer($0) })
    }

    @Test("Conditions join with a separator")
    func joining() {
        let conditions: [SQL] = ["a = \(1)", "b = \(2)", "c IS NULL"]
        let sql = "SELECT 1 WHERE " + conditions.joined(separator: " AND ")
        #expect(sql.render(for: .sqlite).text == "SELECT 1 WHERE a = $1 AND b = $2 AND c IS NULL")
        #expect([SQL]().joined(separator: " AND ").isEmpty)
    }

    @Test("Each database gets its own variant, and its own values")
    func dialects() {
        let (phrase, pattern) = ("an", "%an%")
        let search = SQL.forDialect(
            sqlite: "name MATCH \(phrase)", postgres: "name LIKE \(pattern) AND \(true)")
        let sql: SQL = "SELECT \(0) WHERE \(search) LIMIT \(9)"
        #expect(sql.render(for: .sqlite).text == "SELECT $1 WHERE name MATCH $2 LIMIT $3")
        #expect(sql.render(for: .sqlite).values == [.integer(0), .text("an"), .integer(9)])
        #expect(sql.render(for: .postgres).text == "SELECT $1 WHERE name LIKE $2 AND $3 LIMIT $4")
        #expect(sql.render(for: .postgres).values == [.integer(0), .text("%an%"), .integer(1), .integer(9)])
    }

    @Test("Column types are named for each database")
    func columnTypes() {
        let sql: SQL = "CREATE TABLE t (id \(type: .id), n \(type: .boolean))\(.strict)"
        #expect(sql.render(for: .sqlite).text == "CREATE TABLE t (id BLOB, n INTEGER) STRICT")
        #expect(sql.render(for: .postgres).text == "CREATE TABLE t (id BYTEA, n BIGINT)")
    }

    @Test("Raw text becomes part of the statement")
    func raw() {
        let column = "created_at"
        #expect(("ORDER BY \(raw: column)" as SQL).render(for: .sqlite).text == "ORDER BY created_at")
    }

    @Test("A statement assembled again has the same template with other values")
    func sameTemplate() {
        let search = { (name: String, ids: [Int], column: String) -> SQLTemplate in
            let isNamed: SQL = "name = \(name)"
            let sql: SQL = "SELECT \(raw: column) FROM people WHERE \(isNamed) AND id IN \(list: ids)"
            return sql.variant(for: .sqlite).template
        }
        let text = search("ana", [1, 2], "age")
        #expect(search("ben", [3, 4], "age") == text)
        #expect(search("ben", [3, 4], "age").hashValue == text.hashValue)
        #expect(search("ana", [1], "age") != text)
        #expect(search("ana", [1, 2], "size") != text)
        #expect(text.rendered == "SELECT age FROM people WHERE name = $1 AND id IN ($2, $3)")
    }
}
