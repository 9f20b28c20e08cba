extension String {
    /// PostgreSQL cannot hold the character NUL in a text, and what one database refuses, both do.
    ///
    /// - Throws: ``DatabaseError/sql(message:)``.
    package func refuseNUL() throws(DatabaseError) {
        if utf8.contains(0) { throw .sql(message: "A text cannot hold the character NUL.") }
    }
}
