import Foundation
import PacelineDatabase
import Testing

@Suite("Values")
struct ValueTests {
    @Test(
        "Text comes back as it went in, whatever is in it",
        arguments: ["", "ana", "'; DROP TABLE names; --", "a\0b", "žluťoučký kůň 🏃‍♀️", "$1", "\\", "%_"])
    func text(_ text: String) async throws {
        #expect(try await roundTrip(text) == text)
    }

    @Test("Whole numbers come back", arguments: [Int64.min, -1, 0, 1, 253_402_300_799_999, Int64.max])
    func integers(_ number: Int64) async throws {
        #expect(try await roundTrip(number) == number)
        #expect(try await roundTrip(Int(number)) == Int(number))
    }

    @Test(
        "Numbers come back",
        arguments: [-0.5, 0, 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity])
    func reals(_ number: Double) async throws {
        #expect(try await roundTrip(number) == number)
    }

    @Test("What is not a number is no value")
    func nan() async throws {
        #expect(try await roundTrip(optional: Double.nan) == .some(nil))
    }

    @Test("Truth values come back", arguments: [true, false])
    func booleans(_ value: Bool) async throws {
        #expect(try await roundTrip(value) == value)
    }

    @Test("Bytes come back", arguments: [[], [0], [0, 255, 0], [UInt8](repeating: 7, count: 100_000)])
    func bytes(_ bytes: [UInt8]) async throws {
        #expect(try await roundTrip(bytes) == bytes)
        #expect(try await roundTrip(Data(bytes)) == Data(bytes))
    }

    @Test("A UUID comes back, and takes 16 bytes")
    func uuid() async throws {
        let id = UUID()
        #expect(try await roundTrip(id) == id)
        let size = try await SQLiteDatabase.inMemory().read { connection in
            try connection.fetchFirst("SELECT length(\(id))") { $0[0] as Int }
        }
        #expect(size == 16)
    }

    @Test("No value comes back as no value, and a value as itself")
    func optionals() async throws {
        #expect(try await roundTrip(optional: String?.none) == .some(nil))
        #expect(try await roundTrip(optional: "") == .some(""))
        #expect(try await roundTrip(optional: UUID?.none) == .some(nil))
        #expect(try await roundTrip(optional: 0) == .some(0))
    }

    @Test("A column that holds something else is an error, not a crash")
    func wrongType() async throws {
        try await expect(
            "SELECT 'ten'", as: Int.self, says: .decoding(column: 0, expected: "integer", found: "text"))
        try await expect(
            "SELECT 10", as: String.self, says: .decoding(column: 0, expected: "text", found: "integer"))
        try await expect(
            "SELECT 1.5", as: Int64.self, says: .decoding(column: 0, expected: "integer", found: "real"))
        try await expect(
            "SELECT NULL", as: Bool.self, says: .decoding(column: 0, expected: "integer", found: "NULL"))
        try await expect(
            "SELECT 'x'", as: Double?.self, says: .decoding(column: 0, expected: "real", found: "text"))
        try await expect(
            "SELECT 'x'", as: [UInt8].self, says: .decoding(column: 0, expected: "bytes", found: "text"))
        try await expect(
            "SELECT x'0102'", as: UUID.self,
            says: .decoding(column: 0, expected: "16 bytes", found: "2 bytes"))
    }

    @Test("A column that the result does not have is an error, not a crash", arguments: [1, 99])
    func missingColumn(_ column: Int) async throws {
        let database = try SQLiteDatabase.inMemory()
        await #expect(throws: DatabaseError.decoding(column: column, expected: "text", found: "NULL")) {
            try await database.read { try $0.fetch("SELECT 'a'") { $0[column] as String } }
        }
    }

    @Test("The first of several columns that cannot be read is the one that is told")
    func firstOfSeveral() async throws {
        let database = try SQLiteDatabase.inMemory()
        await #expect(throws: DatabaseError.decoding(column: 1, expected: "integer", found: "text")) {
            try await database.read { connection in
                try connection.fetch("SELECT 1, 'two', 'three'") {
                    ($0[0] as Int, $0[1] as Int, $0[2] as Int)
                }.count
            }
        }
    }

    private func roundTrip<Value: SQLConvertible & SQLDecodable>(_ value: Value) async throws -> Value? {
        try await SQLiteDatabase.inMemory().read { try $0.fetchFirst("SELECT \(value)") { $0[0] as Value } }
    }

    private func roundTrip<Value: SQLConvertible & SQLDecodable>(optional value: Value?) async throws
        -> Value??
    {
        try await SQLiteDatabase.inMemory().read { try $0.fetchFirst("SELECT \(value)") { $0[0] as Value? } }
    }

    private func expect<Value: SQLDecodable & Sendable>(
        _ sql: SQL, as type: Value.Type, says error: DatabaseError,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let database = try SQLiteDatabase.inMemory()
        await #expect(throws: error, sourceLocation: location) {
            try await database.read { try $0.fetchFirst(sql) { $0[0] as Value } }
        }
    }
}
