/// A named schema change. Migrations only go forward, and never change once released.
///
/// ```swift
/// Migration("cities", ["CREATE TABLE cities (name \(type: .text) PRIMARY KEY NOT NULL)\(.strict)"])
/// ```
public struct Migration: Sendable {
    /// The unique name under which the database records the migration.
    public let name: String
    /// The statements, which run in order and in one transaction.
    public let statements: [SQL]

    /// Creates a migration that runs the statements in order.
    public init(_ name: String, _ statements: [SQL]) {
        self.name = name
        self.statements = statements
    }
}
