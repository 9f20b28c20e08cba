import Foundation

extension String {
    /// PostgreSQL cannot hold the character NUL in a text, and what one database refuses, both do.
    ///
    /// - Throws: ``DatabaseError/sql(message:)``.
    package func refuseNUL() throws(DatabaseError) {
        if holdsNUL { throw .sql(message: "A text cannot hold the character NUL.") }
    }

    private var holdsNUL: Bool {
        // To look at one byte after the other was a hundredth of all instructions that a score takes.
        utf8.withContiguousStorageIfAvailable { text in
            text.baseAddress.map { memchr($0, 0, text.count) != nil } ?? false
        } ?? utf8.contains(0)
    }
}
