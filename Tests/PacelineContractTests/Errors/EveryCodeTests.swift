import Paceline
import PacelineAPI
import Testing

@Suite("Every error code")
struct EveryCodeTests {
    @Test(
        "a code is given for what it stands for, with a sentence to act on",
        arguments: Implementation.allCases, Provocation.all)
    func provoked(_ implementation: Implementation, _ provocation: Provocation) async throws {
        try await implementation.run(configuring: provocation.configuring) { world in
            await expectError(provocation.code) { try await provocation.act(world) }
        }
    }

    @Test("no code is left out")
    func complete() {
        let provoked = Set(Provocation.all.map(\.code))
        #expect(provoked.isDisjoint(with: Self.ofTheWire))
        // The API's table has every code that is declared: script/floors sees to that.
        #expect(provoked.union(Self.ofTheWire) == Set(ProblemKind.all.map(\.code)))
    }

    /// Codes that only a server gives, about the request or about itself; the server's own tests bring them about.
    private static let ofTheWire: [SocialError.Code] = [
        .malformed, .unknownParameter, .rateLimited, .idempotencyKeyReused, .methodNotAllowed, .timeout,
        .unavailable, .internalError,
    ]
}
