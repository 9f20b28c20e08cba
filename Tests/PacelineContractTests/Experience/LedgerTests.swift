import Foundation
import Paceline
import PacelineDatabase
import PacelineTestSupport
import Testing

@testable import PacelineEngine

@Suite("The ledger")
struct LedgerTests {
    /// The hashes were computed by another program, with Python's `hmac`.
    @Test("an entry's hash covers 112 bytes")
    func format() throws {
        let key = try #require(LedgerKey(bytes: Array(0..<32)))
        let account = try #require(UUID(uuidString: "0190163d-8694-739b-aea5-966c26f8ad91"))
        let workout = try #require(UUID(uuidString: "0190163d-8694-739b-aea5-966c26f8ad92"))
        let first = LedgerRecord(
            account: account, sequence: 1, at: TestClock.start, kind: 1, reason: 0, policy: 1,
            source: workout, amount: 730, balance: 730, lifetime: 730)
        #expect(first.message(after: LedgerChain.start)?.count == 112)
        let hash = try #require(key.hash(of: first, after: LedgerChain.start))
        #expect(
            hash.hexadecimal == "eed37945aa2b2ac737ac132ffb2d621eb315661db4afdd3b086af30eab055eab")
        let second = LedgerRecord(
            account: account, sequence: 2, at: TestClock.start.addingTimeInterval(1), kind: 2, reason: 4,
            policy: 1, source: nil, amount: -730, balance: 0, lifetime: 0)
        #expect(
            key.hash(of: second, after: hash)?.hexadecimal
                == "9bebe4d2fc11408d253b40fa9bff513340d42ab0a3b651916ea424a8b33efeb7")
        #expect(
            key.check.hexadecimal == "6889dac18ee48b1fcaa4bf7b404ba4b8d249a0941781350ab36a943e23a27faf")
        #expect(LedgerKey(bytes: Array(0..<31)) == nil)
    }

    @Test("every change of an entry or an account is found")
    func tampering() async throws {
        let community = try await LedgerScene()
        #expect(try await community.faults() == [])
        for tampering in Tampering.all {
            try await community.run(tampering.change)
            let faults = try await community.faults()
            #expect(faults.contains(tampering.fault), "\(tampering.change): \(faults)")
            try await community.run(tampering.undoing)
            #expect(try await community.faults() == [], "\(tampering.undoing)")
        }
    }

    @Test("every changed byte of an entry is found", arguments: [2, 3])
    func bytes(_ sequence: Int) async throws {
        let community = try await LedgerScene()
        for byte in 0..<32 {
            try await community.change(byte: byte, ofHashOf: sequence)
            #expect(try await community.faults().contains(.changedEntry), "\(byte)")
            try await community.change(byte: byte, ofHashOf: sequence)
        }
        #expect(try await community.faults() == [])
    }

    @Test("an anchor finds a tail that was cut off, and an older copy of the community")
    func anchors() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
        defer { try? FileManager.default.removeItem(at: folder) }
        let community = try await LedgerScene()
        let early = try await community.engine.ledgerAnchor()
        #expect(early.count == 56)
        try await community.database.backup(to: folder.path)
        try await community.publish(endingHoursAgo: 1)
        let late = try await community.engine.ledgerAnchor()
        #expect(try await community.faults(early) == [])
        #expect(try await community.faults(late) == [])

        let older = try SQLiteDatabase(path: folder.path)
        let engine = try await PacelineEngine.Engine(database: older, environment: community.environment)
        #expect(try await engine.verifyLedger().faults == [])
        #expect(try await engine.verifyLedger(anchor: early).faults == [])
        #expect(try await engine.verifyLedger(anchor: late).faults.map(\.kind) == [.olderThanAnchor])
        // The same number of entries, but another one at the end.
        try await community.publish(endingHoursAgo: 6, in: engine)
        #expect(try await engine.verifyLedger().faults == [])
        #expect(try await engine.verifyLedger(anchor: late).faults.map(\.kind) == [.olderThanAnchor])
        try await older.write { try $0.send("DELETE FROM ledger_accounts") }
        #expect(try await engine.verifyLedger(anchor: late).faults.map(\.kind).contains(.missingAccount))
        try await older.close()

        for length in [1, 55, 57] {
            await expectError(.malformed) {
                try await community.engine.verifyLedger(anchor: Array(repeating: 0, count: length))
            }
        }
        #expect(try await community.faults([]) == [])
    }

    @Test("a ledger of many accounts and entries is verified in batches", .world, arguments: engines)
    func many(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        for member in [ana, ben] {
            for number in 0..<12 { try await member.runs(1, endingMinutesAgo: Double(number) * 24 * 60) }
        }
        let report = try await world.engine.verifyLedger(anchor: world.engine.ledgerAnchor())
        #expect((report.accounts, report.entries, report.faultCount) == (2, 24, 0))
    }

    private static let engines = Implementation.allCases.filter { $0 != .remote }
}

@Suite("The key of the ledger")
struct LedgerKeyTests {
    private static let key = LedgerKey(bytes: Array(repeating: 1, count: 32))
    private static let other = LedgerKey(bytes: Array(repeating: 2, count: 32))

    private static func engine(
        _ database: any Database, _ key: LedgerKey?, checks: Bool = true
    ) async throws -> PacelineEngine.Engine {
        var environment = EngineEnvironment(passwordCost: .fast)
        environment.ledgerKey = key
        environment.checksLedgerKey = checks
        return try await PacelineEngine.Engine(database: database, environment: environment)
    }

    @Test("a community with entries opens with its key only", arguments: [key, nil])
    func checked(_ key: LedgerKey?) async throws {
        let database = try SQLiteDatabase.inMemory()
        // Before the first entry, a key replaces the one that the database kept, but no other one.
        _ = try await Self.engine(database, nil)
        let engine = try await Self.engine(database, key)
        if key != nil {
            await #expect(throws: WrongLedgerKey.self) { _ = try await Self.engine(database, Self.other) }
        }
        let ana = try await engine.signUp(named: "ana")
        try await ana.publishRun()
        #expect(try await Self.engine(database, key).verifyLedger().faults == [])
        for wrong in [Self.other, key == nil ? Self.key : nil] {
            await #expect(throws: WrongLedgerKey.self) { _ = try await Self.engine(database, wrong) }
        }
        #expect(try await Self.engine(database, key).verifyLedger().entries == 1)
        try await database.close()
    }

    @Test("a tool without the key reads the community, but neither verifies nor adds to its ledger")
    func unchecked() async throws {
        let database = try SQLiteDatabase.inMemory()
        let first = try await Self.engine(database, nil, checks: false)
        let ana = try await first.signUp(named: "ana")
        // It has not chosen a key.
        let engine = try await Self.engine(database, Self.key)
        try await engine.session(for: ana.viewer).publishRun()
        let tool = try await Self.engine(database, nil, checks: false)
        #expect(try await tool.check() == [])
        #expect(try await tool.session(for: ana.viewer).experience().lifetime > 0)
        await expectError(.unavailable) { try await tool.verifyLedger() }
        await expectError(.unavailable) { try await tool.session(for: ana.viewer).publishRun(hoursAgo: 5) }
        #expect(try await ana.workouts(of: .me, .whole).items.count == 1)
        #expect(try await Self.engine(database, Self.key, checks: false).verifyLedger().faults == [])
        try await database.close()
    }
}

/// A community in memory with a ledger of six entries, and no other test's counters.
private struct LedgerScene {
    let database: SQLiteDatabase
    let engine: PacelineEngine.Engine
    let environment: EngineEnvironment
    private let ana: Person.ID

    init() async throws {
        database = try SQLiteDatabase.inMemory()
        var environment = EngineEnvironment(passwordCost: .fast)
        environment.ledgerKey = LedgerKey(bytes: Array(repeating: 3, count: LedgerKey.length))
        self.environment = environment
        engine = try await PacelineEngine.Engine(database: database, environment: environment)
        ana = try await engine.signUp(named: "ana").viewer
        for hours in [100, 75, 50, 25] { try await publish(endingHoursAgo: hours) }
        let workout = Workout.ID.random()
        _ = try await engine.session(for: ana).publishRun(as: workout, hoursAgo: 150)
        try await engine.session(for: ana).deleteWorkout(workout)
    }

    func publish(endingHoursAgo hours: Int, in engine: PacelineEngine.Engine? = nil) async throws {
        try await (engine ?? self.engine).session(for: ana).publishRun(hoursAgo: hours)
    }

    func faults(_ anchor: [UInt8]? = nil) async throws -> [LedgerFault.Kind] {
        try await engine.verifyLedger(anchor: anchor).faults.map(\.kind)
    }

    func run(_ statements: [String]) async throws {
        try await database.write { connection in
            for statement in statements { try connection.execute("\(raw: statement)") }
        }
    }

    /// Flips all bits of a byte.
    func change(byte: Int, ofHashOf sequence: Int) async throws {
        try await database.write { connection in
            let hash = try connection.fetchFirst(
                "SELECT hash FROM ledger_entries WHERE sequence = \(sequence)"
            ) { $0[0] as [UInt8] }
            guard var hash else { return }
            hash[byte] = ~hash[byte]
            try connection.send("UPDATE ledger_entries SET hash = \(hash) WHERE sequence = \(sequence)")
        }
    }
}

/// Changes of the ledger by someone who can write to the database, and how to undo them.
private struct Tampering {
    let change: [String]
    let undoing: [String]
    let fault: LedgerFault.Kind

    init(_ fault: LedgerFault.Kind, _ change: [String], undoing: [String]) {
        self.change = change
        self.undoing = undoing
        self.fault = fault
    }

    /// Adds to a column and subtracts it again.
    private static func adding(
        _ number: Int = 1, to column: String, of table: String, _ fault: LedgerFault.Kind
    ) -> Tampering {
        let rows = table == "ledger_entries" ? " WHERE sequence = 3" : ""
        return Tampering(
            fault, ["UPDATE \(table) SET \(column) = \(column) + \(number)\(rows)"],
            undoing: ["UPDATE \(table) SET \(column) = \(column) - \(number)\(rows)"])
    }

    private static let copying = "CREATE TABLE kept AS SELECT * FROM ledger_entries"
    private static let restoring = [
        "DELETE FROM ledger_entries", "INSERT INTO ledger_entries SELECT * FROM kept", "DROP TABLE kept",
    ]

    static let all: [Tampering] = numbers + rows

    private static let numbers: [Tampering] = [
        "at", "kind", "reason", "policy", "amount", "balance", "lifetime",
    ].flatMap { column in
        // 256 would be lost in a byte.
        [1, 256, 65_536].map { adding($0, to: column, of: "ledger_entries", .changedEntry) }
    }

    private static let rows: [Tampering] =
        [
            adding(to: "amount", of: "ledger_entries", .wrongBalance),
            adding(to: "amount", of: "ledger_entries", .wrongAward),
            adding(to: "balance", of: "ledger_accounts", .wrongBalance),
            adding(to: "lifetime", of: "ledger_accounts", .wrongBalance),
            adding(to: "sequence", of: "ledger_accounts", .missingEntry),
            Tampering(
                .changedEntry, [copying, "UPDATE ledger_entries SET source = NULL WHERE sequence = 3"],
                undoing: restoring),
            Tampering(
                .missingEntry, [copying, "DELETE FROM ledger_entries WHERE sequence = 3"], undoing: restoring),
            Tampering(
                .missingEntry, [copying, "DELETE FROM ledger_entries WHERE sequence = 6"], undoing: restoring),
            Tampering(
                .wrongHead, [copying, "DELETE FROM ledger_entries WHERE sequence = 6"], undoing: restoring),
            Tampering(
                .changedEntry,
                [
                    copying,
                    """
                    INSERT INTO ledger_entries
                    SELECT account, 7, at, kind, reason, policy, source, amount, balance + amount,
                        lifetime + amount, hash
                    FROM ledger_entries
                    WHERE sequence = 1
                    """,
                ], undoing: restoring),
            // In the other order.
            Tampering(
                .changedEntry,
                [
                    copying, "UPDATE ledger_entries SET sequence = 99 WHERE sequence = 2",
                    "UPDATE ledger_entries SET sequence = 2 WHERE sequence = 3",
                    "UPDATE ledger_entries SET sequence = 3 WHERE sequence = 99",
                ], undoing: restoring),
            Tampering(
                .wrongAward, ["UPDATE awards SET award = award - 1 WHERE award > 0"],
                undoing: ["UPDATE awards SET award = award + 1 WHERE award > 0"]),
            Tampering(
                .wrongDay, ["UPDATE experience_days SET xp = xp + 1"],
                undoing: ["UPDATE experience_days SET xp = xp - 1"]),
        ]
        + [1, 2, 3].map { (audience: Int) in
            let rows = "experience_days SET xp = xp"
            return Tampering(
                .wrongDay, ["UPDATE \(rows) + 1 WHERE audience = \(audience)"],
                undoing: ["UPDATE \(rows) - 1 WHERE audience = \(audience)"])
        }
}

extension Session {
    @discardableResult
    fileprivate func publishRun(
        as id: Workout.ID = .random(), hoursAgo hours: Int = 1
    ) async throws -> Workout {
        let end = Date(timeIntervalSinceNow: Double(-hours) * 3_600)
        return try await publish(.run(5, endingAt: end), as: id, ifMatch: nil).workout
    }
}
