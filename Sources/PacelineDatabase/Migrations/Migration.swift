/// One named step of the schema. Steps only go forward, and never change once they have been released.
public struct Migration: Sendable {
    /// What the database remembers the step by.
    public let name: String
    /// What the step does, in order and in one transaction.
    public let statements: [SQL]

    /// A step that runs the statements in order.
    public init(_ name: String, _ statements: [SQL]) {
        self.name = name
        self.statements = statements
    }
}
