extension Engine {
    /// An element whenever the database has something new to see, from this server or another; it ends when the
    /// database is closed.
    public func changes() -> AsyncStream<Void> {
        database.changes()
    }
}
