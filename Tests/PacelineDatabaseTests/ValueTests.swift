import Foundation
import PacelineDatabase
import Testing

@Suite("Values")
struct ValueTests {
    @Test(
        "Any text round-trips",
        arguments: ["", "ana", "'; DROP TABLE names; --", "žluťoučký kůň 🏃‍♀️", "$1", "\\", "%_"],
        DatabaseKind.available)
    func text(_ text: String, kind: DatabaseKind) async throws {
        #expect(try await roundTrip(kind, text) == text)
    }

    @Test("Text that contains NUL is rejected instead of being cut off", arguments: DatabaseKind.available)
    func nul(kind: DatabaseKind) async throws {
        await #expect(throws: DatabaseError.sql(message: "Text cannot contain NUL characters.")) {
            try await roundTrip(kind, "a\0b")
        }
    }

    @Test("Sums of integers are integers, and other sums are not", arguments: DatabaseKind.available)
    func sums(kind: DatabaseKind) async throws {
        let large: Int64 = 9_000_000_000_000_000
        let sums = try await withReadableDatabase(kind) { database in
            try await database.read { connection in
                try connection.fetchFirst(
                    """
                    SELECT SUM(n), SUM(-n), SUM(n * 0), SUM(n / 2), SUM(n + 0.5)
                    FROM (SELECT \(large) AS n UNION ALL SELECT \(Int64(7))) AS numbers
                    """
                ) { row in [0, 1, 2, 3].map { row[$0] as Int64 } + [Int64(row[4] as Double)] }
            }
        }
        #expect(sums == [large + 7, -large - 7, 0, large / 2 + 3, large + 8])
    }

    @Test(
        "Integers round-trip", arguments: [Int64.min, -1, 0, 1, 253_402_300_799_999, Int64.max],
        DatabaseKind.available)
    func integers(_ number: Int64, kind: DatabaseKind) async throws {
        #expect(try await roundTrip(kind, number) == number)
        #expect(try await roundTrip(kind, Int(number)) == Int(number))
    }

    @Test(
        "Floating-point numbers round-trip",
        arguments: [-0.5, 0, 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity],
        DatabaseKind.available)
    func reals(_ number: Double, kind: DatabaseKind) async throws {
        #expect(try await roundTrip(kind, number) == number)
    }

    @Test("What is not a number is no value", arguments: DatabaseKind.available)
    func nan(kind: DatabaseKind) async throws {
        #expect(try await roundTrip(kind, optional: Double.nan) == .some(nil))
    }

    @Test("Booleans round-trip", arguments: [true, false], DatabaseKind.available)
    func booleans(_ value: Bool, kind: DatabaseKind) async throws {
        #expect(try await roundTrip(kind, value) == value)
    }

    @Test(
        "Bytes round-trip", arguments: [[], [0], [0, 255, 0], [UInt8](repeating: 7, count: 100_000)],
        DatabaseKind.available)
    func bytes(_ bytes: [UInt8], kind: DatabaseKind) async throws {
        #expect(try await roundTrip(kind, bytes) == bytes)
        #expect(try await roundTrip(kind, Data(bytes)) == Data(bytes))
    }

    @Test(
        "Text and bytes that are bound together round-trip", arguments: DatabaseKind.available
    )
    func together(kind: DatabaseKind) async throws {
        let texts = ["", String(repeating: "žluťoučký ", count: 1_000), "", "ana"]
        let bytes = [[], [UInt8](repeating: 7, count: 5_000), [0]]
        let id = UUID()
        let found = try await withReadableDatabase(kind) { database in
            try await database.read { connection in
                try connection.fetchFirst(
                    """
                    SELECT \(texts[0]), \(bytes[0]), \(texts[1]), \(id), \(bytes[1]), \(texts[2]), \(texts[3]),
                        \(bytes[2])
                    """
                ) { row in
                    (
                        texts: [0, 2, 5, 6].map { row[$0] as String }, id: row[3] as UUID,
                        bytes: [1, 4, 7].map { row[$0] as [UInt8] }
                    )
                }
            }
        }
        #expect(found?.texts == texts)
        #expect(found?.bytes == bytes)
        #expect(found?.id == id)
    }

    @Test("A UUID round-trips and takes 16 bytes", arguments: DatabaseKind.available)
    func uuid(kind: DatabaseKind) async throws {
        let id = UUID()
        #expect(try await roundTrip(kind, id) == id)
        let size = try await withReadableDatabase(kind) { database in
            try await database.read { try $0.fetchFirst("SELECT length(\(id))") { $0[0] as Int } }
        }
        #expect(size == 16)
    }

    @Test("Optional values round-trip", arguments: DatabaseKind.available)
    func optionals(kind: DatabaseKind) async throws {
        #expect(try await roundTrip(kind, optional: String?.none) == .some(nil))
        #expect(try await roundTrip(kind, optional: "") == .some(""))
        #expect(try await roundTrip(kind, optional: UUID?.none) == .some(nil))
        #expect(try await roundTrip(kind, optional: 0) == .some(0))
    }

    @Test("A column of another type is an error, not a crash", arguments: DatabaseKind.available)
    func wrongType(kind: DatabaseKind) async throws {
        let bytes: SQL = .forDialect(sqlite: "SELECT x'0102'", postgres: "SELECT '\\x0102'::bytea")
        try await expect(
            kind, "SELECT 'ten'", as: Int.self, says: .decoding(column: 0, expected: "integer", found: "text")
        )
        try await expect(
            kind, "SELECT 10", as: String.self, says: .decoding(column: 0, expected: "text", found: "integer")
        )
        try await expect(
            kind, "SELECT 1.5", as: Int64.self, says: .decoding(column: 0, expected: "integer", found: "real")
        )
        try await expect(
            kind, "SELECT NULL", as: Bool.self, says: .decoding(column: 0, expected: "integer", found: "NULL")
        )
        try await expect(
            kind, "SELECT 'x'", as: Double?.self, says: .decoding(column: 0, expected: "real", found: "text"))
        try await expect(
            kind, "SELECT 'x'", as: [UInt8].self, says: .decoding(column: 0, expected: "bytes", found: "text")
        )
        try await expect(
            kind, bytes, as: UUID.self,
            says: .decoding(column: 0, expected: "16 bytes", found: "2 bytes"))
    }

    @Test(
        "A column index out of range is an error, not a crash", arguments: [1, 99],
        DatabaseKind.available)
    func missingColumn(_ column: Int, kind: DatabaseKind) async throws {
        let failure = DatabaseError.decoding(column: column, expected: "text", found: "NULL")
        try await withReadableDatabase(kind) { database in
            await #expect(throws: failure) {
                try await database.read { try $0.fetch("SELECT 'a'") { $0[column] as String } }
            }
        }
    }

    @Test(
        "The first of several decoding errors is reported",
        arguments: DatabaseKind.available)
    func firstOfSeveral(kind: DatabaseKind) async throws {
        let failure = DatabaseError.decoding(column: 1, expected: "integer", found: "text")
        try await withReadableDatabase(kind) { database in
            await #expect(throws: failure) {
                try await database.read { connection in
                    try connection.fetch("SELECT 1, 'two', 'three'") {
                        ($0[0] as Int, $0[1] as Int, $0[2] as Int)
                    }.count
                }
            }
        }
    }

    private func roundTrip<Value: SQLConvertible & SQLDecodable>(_ kind: DatabaseKind, _ value: Value)
        async throws -> Value?
    {
        try await withReadableDatabase(kind) { database in
            try await database.read { try $0.fetchFirst("SELECT \(value)") { $0[0] as Value } }
        }
    }

    private func roundTrip<Value: SQLConvertible & SQLDecodable>(_ kind: DatabaseKind, optional value: Value?)
        async throws
        -> Value??
    {
        try await withReadableDatabase(kind) { database in
            try await database.read { try $0.fetchFirst("SELECT \(value)") { $0[0] as Value? } }
        }
    }

    private func expect<Value: SQLDecodable & Sendable>(
        _ kind: DatabaseKind, _ sql: SQL, as type: Value.Type, says error: DatabaseError,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await withReadableDatabase(kind) { database in
            await #expect(throws: error, sourceLocation: location) {
                try await database.read { try $0.fetchFirst(sql) { $0[0] as Value } }
            }
        }
    }
}
