import Testing

/// Gives each test case its own community, available through ``World/current(on:)``.
struct WorldTrait: TestTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let provider = WorldProvider()
        try await World.$provider.withValue(provider) {
            do {
                try await function()
            } catch {
                try await provider.close()
                throw error
            }
            try await provider.close()
        }
    }
}

extension Trait where Self == WorldTrait {
    /// The test gets its own community, whose counters are checked at the end.
    static var world: WorldTrait { WorldTrait() }
}

extension World {
    @TaskLocal fileprivate static var provider: WorldProvider?

    /// The community of the running test, opened on first use.
    ///
    /// ```swift
    /// @Test("a mute is not noticed", .world, arguments: Implementation.allCases)
    /// func unnoticed(_ implementation: Implementation) async throws {
    ///     let world = try await World.current(on: implementation)
    /// ```
    /// - Parameter implementation: the test's argument, which a trait cannot read.
    static func current(on implementation: Implementation) async throws -> World {
        try await #require(provider, "the test needs the trait .world").provide(on: implementation)
    }
}

/// Keeps a community open while a test uses it.
private actor WorldProvider {
    private let (end, ending) = AsyncStream.makeStream(of: Void.self)
    private var world: World?
    private var running: Task<Void, any Error>?

    func provide(on implementation: Implementation) async throws -> World {
        if let world { return world }
        let (worlds, opened) = AsyncThrowingStream.makeStream(of: World.self)
        running = Task { [end] in
            do {
                try await implementation.run { world in
                    opened.yield(world)
                    for await _ in end {}
                }
            } catch {
                opened.finish(throwing: error)
                throw error
            }
        }
        for try await world in worlds {
            self.world = world
            return world
        }
        throw CancellationError()
    }

    /// Ends the community and waits until it is closed.
    func close() async throws {
        ending.finish()
        try await running?.value
    }
}
