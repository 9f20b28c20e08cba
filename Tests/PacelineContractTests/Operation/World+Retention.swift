import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

extension World {
    /// What the server does by itself: removes what is kept for a while only.
    func purgeExpired() async throws -> [PurgedRows] { try await engine.purgeExpired() }

    /// How many rows the table has.
    func rows(of table: String) async throws -> Int {
        try await database.read { connection in
            try connection.fetchFirst("SELECT COUNT(*) FROM \(raw: table)") { $0[0] as Int } ?? 0
        }
    }

    /// Has the item end then.
    func expire(_ item: FeedItem.ID, at instant: Date) async throws {
        _ = try await database.write { connection in
            try connection.execute("UPDATE items SET expires_at = \(instant) WHERE id = \(item)")
        }
    }
}
