extension SQLiteDatabase {
    /// Stops taking locks on the file. iOS ends an app that holds one while it is suspended (`0xDEAD10CC`).
    ///
    /// Transactions that have begun finish first. GRDB's notification of the same purpose does not stop statements that
    /// are stepped without GRDB, as ours are. Later ones throw ``DatabaseError/suspended``.
    package func suspend() async {
        gate.close()
        for queue in [writer] + readers.queues {
            // The queue's work is done in order, so that what has begun has ended afterwards.
            await withCheckedContinuation { done in
                queue.runLater { _, _ in done.resume() }
            }
        }
        checkpointer?.waitUntilIdle()
    }

    /// Takes locks again.
    package func resume() { gate.open() }

    /// A number that changes when another process, or another database of this process on the same file, has written
    /// to it. In memory, it stays the same.
    package func dataVersion() async throws -> Int64 {
        try await WorkItem<SQLiteConnection, Int64>.perform { [gate] connection in
            try gate.check()
            return try connection.inSnapshot {
                // The number of the writer's connection: other connections also count this database's own writes.
                try connection.fetchFirst("PRAGMA data_version") { $0[0] as Int64 } ?? 0
            }
        } enqueue: { work in
            writer.runLater { database, statements in
                work.run(on: SQLiteConnection(database, statements, .readOnly))
                work.finish()
            }
        }
    }
}
