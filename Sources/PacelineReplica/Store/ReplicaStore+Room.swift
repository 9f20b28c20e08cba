import Paceline
import PacelineDatabase

extension ReplicaStore {
    /// How many items of the home feed stay when the disk is full.
    static let itemsInLittleRoom = 100

    /// Removes what can be loaded again, since the disk is full. Commands, refusals, the account, relationships, the
    /// newest items, the inbox and the games stay: without a connection, they show notifications and queue scores.
    func makeRoom() async {
        await database.reuseLog()
        // The cheapest to load again goes first. Each is a transaction of its own: a large one might not fit in the
        // log.
        let evictions: [@Sendable (inout ReplicaTransaction) throws -> Void] = [
            { transaction in
                let kept = [AnswerKey.inbox, AnswerKey.games]
                _ = try transaction.connection.execute("DELETE FROM answers WHERE key NOT IN \(list: kept)")
            },
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
    /// - Parameter count: at most as many as a page of the feed has.
    fileprivate mutating func keepNewestItems(_ count: Int) throws {
        let newestRemoved = try connection.fetchFirst(
            "SELECT at FROM items ORDER BY at DESC, id DESC LIMIT 1 OFFSET \(count)"
        ) { $0[0] as Int64 }
        guard let newestRemoved else { return }
        try connection.execute("DELETE FROM items WHERE at <= \(newestRemoved)")
        meta.horizon = meta.horizon.map { max($0, newestRemoved + 1) }
        // After its first page, a load of the feed would store older items than those that were removed, and move the
        // horizon below the gap.
        try connection.execute(
            "DELETE FROM loads WHERE kind = \(Load.Kind.feed.rawValue) AND cursor IS NOT NULL")
    }
}
