import Paceline
import PacelineDatabase

extension ReplicaStore {
    /// How many items of the home feed stay when the disk is full.
    static let itemsInLittleRoom = 100

    /// Removes what can be loaded again, since the disk is full. Commands, refusals, the account, relationships and the
    /// newest items stay.
    func makeRoom() async {
        await database.reuseLog()
        // The cheapest to load again goes first. Each is a transaction of its own: a large one might not fit in the
        // log.
        let evictions: [@Sendable (inout ReplicaTransaction) throws -> Void] = [
            { _ = try $0.connection.execute("DELETE FROM answers") },
            { _ = try $0.connection.execute("DELETE FROM comments") },
            { try $0.keepNewestItems(ReplicaStore.itemsInLittleRoom) },
        ]
        for eviction in evictions {
            do {
                try await attemptWrite(eviction)
            } catch {
                // The others may still fit. If none does, the write that needs the room fails again.
            }
            await database.reuseLog()
        }
    }
}

extension ReplicaTransaction {
    /// Removes all items but the newest, also those of people whom the viewer does not follow. Older ones come from the
    /// server.
    fileprivate mutating func keepNewestItems(_ count: Int) throws {
        let oldest = try connection.fetchFirst(
            "SELECT at FROM items ORDER BY at DESC, id DESC LIMIT 1 OFFSET \(count - 1)"
        ) { $0[0] as Int64 }
        guard let oldest else { return }
        try connection.execute("DELETE FROM items WHERE at < \(oldest)")
        meta.horizon = meta.horizon.map { max($0, oldest) }
    }
}
