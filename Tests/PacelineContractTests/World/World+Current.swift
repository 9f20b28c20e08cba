import Testing

/// Gives each case of a test a community of its own, which it takes with ``World/current(on:)``.
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
    /// The test has a community of its own, of which every counter is held against a recount when it is over.
    static var world: WorldTrait { WorldTrait() }
}

extension World {
    @TaskLocal fileprivate static var provider: WorldProvider?

    /// The community of the test that runs; the first to ask opens it.
    ///
    /// ```swift
    /// @Test("a mute is not noticed", .world, arguments: Implementation.allCases)
    /// func unnoticed(_ implementation: Implementation) async throws {
    ///     let world = try await World.current(on: implementation)
    /// ```
    /// - Parameter implementation: the test's argument, which a trait is not shown.
    static func current(on implementation: Implementation) async throws -> World {
        try await #require(provider, "the test has the trait .world").provide(on: implementation)
    }
}

/// Holds a community open while a test uses it.
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

    /// Returns when the community is closed.
    func close() async throws {
        ending.finish()
        try await running?.value
    }
}
