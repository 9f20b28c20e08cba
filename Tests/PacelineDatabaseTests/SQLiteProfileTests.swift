import Foundation
import Testing

@testable import PacelineDatabase

@Suite("SQLite profiles") struct SQLiteProfileTests {
    @Test(
        "A database uses what its profile allows",
        arguments: [(SQLiteProfile.device, 1_024, 0 as Int64), (.server, 4_096, 1 << 30)])
    func settings(profile: SQLiteProfile, cacheSize: Int, mappedAtLeast: Int64) async throws {
        try await withDatabase(.names, profile: profile) { database, _ in
            let isServer = mappedAtLeast > 0
            #expect(database.readers.count == profile.readerCount)
            let reader = try await database.read { try $0.settings() }
            let writer = try await database.write { try $0.settings() }
            for found in [reader, writer] {
                #expect(found.cacheSize == -cacheSize)
                #expect(isServer ? found.mappedSize >= mappedAtLeast : found.mappedSize == 0)
                #expect(found.syncsDrive)
                #expect(found.keptLogSize == profile.keptLogSize)
                #expect(found.erasesDeletedContent || !profile.erasesDeletedContent)
            }
        }
    }

    @Test("A device has two readers, a server at least four")
    func readers() {
        #expect(SQLiteProfile.device.readerCount == 2)
        #expect(SQLiteProfile.server.readerCount >= 4)
        #expect(!SQLiteProfile.device.isOnlyUser)
        #expect(SQLiteProfile.device.erasesDeletedContent)
        #expect(SQLiteProfile.device.keptLogSize <= 4 << 20)
    }
}

private struct SQLiteSettings: Sendable {
    let cacheSize: Int
    let mappedSize: Int64
    /// Whether commits and checkpoints reach the drive itself on Apple platforms.
    let syncsDrive: Bool
    let keptLogSize: Int64
    let erasesDeletedContent: Bool
}

extension Connection {
    fileprivate func settings() throws -> SQLiteSettings {
        SQLiteSettings(
            cacheSize: try fetchFirst("PRAGMA cache_size") { $0[0] as Int } ?? 0,
            mappedSize: try fetchFirst("PRAGMA mmap_size") { $0[0] as Int64 } ?? 0,
            syncsDrive: try ["fullfsync", "checkpoint_fullfsync"].allSatisfy {
                try fetchFirst("PRAGMA \(raw: $0)") { $0[0] as Bool } == true
            },
            keptLogSize: try fetchFirst("PRAGMA journal_size_limit") { $0[0] as Int64 } ?? 0,
            erasesDeletedContent: try fetchFirst("PRAGMA secure_delete") { $0[0] as Int } == 1)
    }
}
