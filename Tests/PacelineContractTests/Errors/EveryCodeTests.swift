import Paceline
import PacelineAPI
import Testing

@Suite("Every error code")
struct EveryCodeTests {
    @Test(
        "each code is returned in its situation, with a message",
        arguments: Implementation.allCases, ErrorScenario.all)
    func produced(_ implementation: Implementation, _ scenario: ErrorScenario) async throws {
        try await implementation.run(configuring: scenario.configuring) { world in
            await expectError(scenario.code) { try await scenario.act(world) }
        }
    }

    @Test("every code has a scenario")
    func complete() {
        let produced = Set(ErrorScenario.all.map(\.code))
        #expect(produced.isDisjoint(with: Self.serverOnly))
        // script/layers checks that the API's table contains every declared code.
        #expect(produced.union(Self.serverOnly) == Set(ProblemKind.all.map(\.code)))
    }

    /// Codes that only a server returns. The server's tests cover them.
    private static let serverOnly: [SocialError.Code] = [
        .malformed, .unknownParameter, .idempotencyKeyReused, .methodNotAllowed, .timeout,
        .unavailable, .internalError, .insufficientScope,
    ]
}
