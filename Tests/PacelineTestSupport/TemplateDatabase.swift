/// A database that is filled once, and of which each test gets a copy.
public actor TemplateDatabase {
    private let name: String
    private let fill: @Sendable (_ address: String) async throws -> Void
    private var making: Task<Void, any Error>?

    /// - Parameter fill: makes what every copy has, and leaves no connection behind.
    public init(_ name: String, fill: @escaping @Sendable (_ address: String) async throws -> Void) {
        self.name = name
        self.fill = fill
    }

    /// Lends a copy, and removes it afterwards.
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
