import PacelineDatabase

extension ReplicaStore {
    /// How many silent pushes cause a pull within ``pushSpan``.
    package static let pushLimit: Int64 = 2
    /// In milliseconds.
    package static let pushSpan: Int64 = 3_600_000

    /// Notes a silent push, also for later starts of the app.
    /// - Parameter now: the device's time, in milliseconds since 1970.
    /// - Returns: whether to pull for it; not if enough others were noted within the last hour.
    package func notePush(at now: Int64) async throws -> Bool {
        try await write { transaction in
            try transaction.checkOpen()
            let connection = transaction.connection
            // Pushes of the future were noted before the clock was set back.
            try connection.execute("DELETE FROM pushes WHERE at <= \(now - Self.pushSpan) OR at > \(now)")
            let count = try connection.fetchFirst("SELECT COUNT(*) FROM pushes") { $0[0] as Int64 } ?? 0
            guard count < Self.pushLimit else { return false }
            try connection.execute("INSERT INTO pushes (at) VALUES (\(now))")
            return true
        }
    }
}
