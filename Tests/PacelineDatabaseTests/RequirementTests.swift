import PacelineDatabase
import PacelineTestSupport
import Testing

@Suite("Requirements")
struct RequirementTests {
    private struct NotAllowed: Error {}
    private struct Rejected: Error {}

    /// The ways to change data.
    private enum Change: CaseIterable {
        case send, sendRows, execute, fetchChanged

        func make(on connection: any Connection, _ name: String) throws {
            switch self {
            case .send: try connection.send("INSERT INTO names (name) VALUES (\(name))")
            case .sendRows:
                var rows = SQLRows(expecting: 1)
                rows.append(name)
                try connection.send("INSERT INTO names (name)", rows: rows)
            case .execute: try connection.execute("INSERT INTO names (name) VALUES (\(name))")
            case .fetchChanged:
                let names = try connection.fetchChanged(
                    "INSERT INTO names (name) VALUES (\(name)) RETURNING name"
                ) { $0[0] as String }
                #expect(names == [name])
            }
        }
    }

    @Test(
        "A failing check prevents every change of the body", arguments: DatabaseKind.available
    )
    func unmet(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            for change in Change.allCases {
                await #expect(throws: NotAllowed.self) {
                    try await database.write { connection in
                        try connection.requiring({ throw NotAllowed() }) {
                            #expect(throws: NotAllowed.self) { try change.make(on: connection, "ana") }
                            #expect(throws: NotAllowed.self) { try change.make(on: connection, "ben") }
                            #expect(connection.changingStatements == 0)
                            let isChanged = try connection.exists("SELECT 1 FROM names")
                            #expect(!isChanged)
                        }
                    }
                }
            }
            // The check does not apply to the next write.
            try await database.add("cyd")
            #expect(try await database.names() == ["cyd"])
        }
    }

    @Test("The check runs once, right before the first change", arguments: DatabaseKind.available)
    func met(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            try await database.add("old")
            for change in Change.allCases {
                try await database.write { connection in
                    var seen: [[String]] = []
                    func names() throws -> [String] {
                        try connection.fetch("SELECT name FROM names ORDER BY name") { $0[0] as String }
                    }
                    let before = try names()
                    try connection.requiring({ seen.append(try names()) }) {
                        try connection.lockRow("names WHERE name = 'old'")
                        try connection.touchRow("names SET name = name WHERE name = 'old'")
                        let now = try names()
                        #expect(now == before && seen.isEmpty)
                        #expect(connection.changingStatements == 0)
                        try change.make(on: connection, "first by \(change)")
                        #expect(seen == [before] && connection.changingStatements > 0)
                        try change.make(on: connection, "second by \(change)")
                    }
                    #expect(seen == [before])
                }
            }
            #expect(try await database.names().count == 1 + 2 * Change.allCases.count)
        }
    }

    @Test(
        "The check also runs for a body that changes nothing or throws",
        arguments: DatabaseKind.available)
    func unchanged(kind: DatabaseKind) async throws {
        try await withDatabase(kind, .names) { database in
            await #expect(throws: NotAllowed.self) {
                try await database.read { connection in
                    try connection.requiring({ throw NotAllowed() }) { try connection.exists("SELECT 1") }
                }
            }
            await #expect(throws: NotAllowed.self) {
                try await database.write { connection in
                    try connection.requiring({ throw NotAllowed() }) { throw Rejected() }
                }
            }
            await #expect(throws: Rejected.self) {
                try await database.write { connection in
                    try connection.requiring({}) { throw Rejected() }
                }
            }
        }
    }
}
