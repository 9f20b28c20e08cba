/// A database that is filled once and copied for each test.
public actor TemplateDatabase {
    private let name: String
    private let fill: @Sendable (_ address: String) async throws -> Void
    private var making: Task<Void, any Error>?

    /// - Parameter fill: fills the database, and closes all its connections.
    public init(_ name: String, fill: @escaping @Sendable (_ address: String) async throws -> Void) {
        self.name = name
        self.fill = fill
    }

    /// Calls the body with a temporary copy.
    public nonisolated func withCopy<Result>(
        _ body: (_ address: String) async throws -> Result
    ) async throws -> Result {
        try await make()
        return try await TestPostgres.withDatabase(copying: name, body)
    }

    private func make() async throws {
        let task =
            making
            ?? Task { [name, fill] in
                try await TestPostgres.run("DROP DATABASE IF EXISTS \(name)")
                try await TestPostgres.create(name)
                try await fill(try TestPostgres.address(of: name))
            }
        making = task
        try await task.value
    }
}
