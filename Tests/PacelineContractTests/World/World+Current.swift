import Testing

/// Gives each case of a test a community of its own, which it takes with ``World/current(on:)``.
struct WorldTrait: TestTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let lender = WorldLender()
        try await World.$lender.withValue(lender) {
            do {
                try await function()
            } catch {
                try await lender.takeBack()
                throw error
            }
            try await lender.takeBack()
        }
    }
}

extension Trait where Self == WorldTrait {
    /// The test has a community of its own, of which every counter is held against a recount when it is over.
    static var world: WorldTrait { WorldTrait() }
}

extension World {
    @TaskLocal fileprivate static var lender: WorldLender?

    /// The community of the test that runs; the first to ask opens it.
    ///
    /// ```swift
    /// @Test("a mute is not noticed", .world, arguments: Implementation.allCases)
    /// func unnoticed(_ implementation: Implementation) async throws {
    ///     let world = try await World.current(on: implementation)
    /// ```
    /// - Parameter implementation: the test's argument, which a trait is not shown.
    static func current(on implementation: Implementation) async throws -> World {
        try await #require(lender, "the test has the trait .world").lend(on: implementation)
    }
}

/// Holds a community open while a test uses it.
private actor WorldLender {
    private let (end, ending) = AsyncStream.makeStream(of: Void.self)
    private var lent: World?
    private var holding: Task<Void, any Error>?

    func lend(on implementation: Implementation) async throws -> World {
        if let lent { return lent }
        let (worlds, opened) = AsyncThrowingStream.makeStream(of: World.self)
        holding = Task { [end] in
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
            lent = world
            return world
        }
        throw CancellationError()
    }

    /// Returns when the community is closed.
    func takeBack() async throws {
        ending.finish()
        try await holding?.value
    }
}
