import PacelineDatabase

extension SQLiteDatabase {
    /// Lets the file grow by a number of pages, and no more: the disk is full then.
    package func allow(morePages count: Int) async throws {
        try await write { connection in
            let pages = try connection.fetchFirst("PRAGMA page_count") { $0[0] as Int } ?? 0
            try connection.execute("PRAGMA max_page_count = \(raw: String(pages + count))")
        }
    }
}
