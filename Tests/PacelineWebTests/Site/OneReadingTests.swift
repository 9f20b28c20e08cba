import PacelineDatabase
import Synchronization
import Testing

@testable import PacelineWeb

/// A database that counts the transactions that read.
private final class CountingDatabase: DatabaseDecorator {
    let database: any Database
    private let count = Mutex(0)

    init() throws { database = try SQLiteDatabase.inMemory() }

    var reads: Int { count.withLock { $0 } }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        count.withLock { $0 += 1 }
        return try await database.read(body)
    }
}

@Suite("A page is one reading") struct OneReadingTests {
    @Test("A page asks once for what it shows, besides what every page asks of who looks at it")
    func pages() async throws {
        let database = try CountingDatabase()
        try await Site.run(on: database) { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let workout = try await site.publish(by: "ana")
            let group = try await site.session("ana").createGroup(title: "Crew")
            let reads = { (path: String) async throws -> Int in
                let before = database.reads
                let status = try await ana.open(path).status
                #expect(status == 200, "\(path)")
                return database.reads - before
            }
            // This page shows nothing but the account.
            let ofEvery = try await reads("/settings/profile")
            for path in [
                "/workouts/\(workout.id)", "/@ana", "/@ben", "/@ben/followers", "/groups",
                "/groups/\(group.id)", "/groups/\(group.id)/invite", "/groups/\(group.id)/seasons", "/games",
                "/games?scope=global&range=all", "/games/scores", "/friends", "/friends/find",
                "/friends/find?q=be", "/settings/sign-in",
            ] {
                #expect(try await reads(path) == ofEvery + 1, "\(path)")
            }
        }
    }
}
