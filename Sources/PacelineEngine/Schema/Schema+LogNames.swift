import PacelineDatabase

extension Schema {
    /// What the log has been called, the newest name last: `origin` is the database that it was begun in, `tx` and
    /// `sequence` are where it was begun. Up to there the log is that of the names before.
    static let logNames: [SQL] = [
        """
        CREATE TABLE log_names (
            number \(type: .integer) NOT NULL PRIMARY KEY,
            name \(type: .text) NOT NULL,
            origin \(type: .text) NOT NULL,
            tx \(type: .integer) NOT NULL,
            sequence \(type: .integer) NOT NULL
        )\(.strictByPrimaryKey)
        """
    ]
}
