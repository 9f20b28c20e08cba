import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

extension World {
    /// Purges expired rows, as the server's periodic job does.
    func purgeExpired() async throws -> [PurgedRows] { try await engine.purgeExpired() }

    /// The number of rows in the table.
    func rows(of table: String) async throws -> Int {
        try await database.read { connection in
            try connection.fetchFirst("SELECT COUNT(*) FROM \(raw: table)") { $0[0] as Int } ?? 0
        }
    }

    /// Sets the item's expiry.
    func expire(_ item: FeedItem.ID, at instant: Date) async throws {
        _ = try await database.write { connection in
            try connection.execute("UPDATE items SET expires_at = \(instant) WHERE id = \(item)")
        }
    }
}
