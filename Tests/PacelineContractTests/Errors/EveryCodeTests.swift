import Foundation
import Paceline
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
    func complete() throws {
        let provoked = Set(Provocation.all.map(\.code.rawValue))
        let ofTheWire = Set(Self.ofTheWire.map(\.rawValue))
        #expect(provoked.isDisjoint(with: ofTheWire))
        #expect(try Self.declared() == provoked.union(ofTheWire))
    }

    /// Codes that only a server gives, about the request or about itself; the server's own tests bring them about.
    private static let ofTheWire: [SocialError.Code] = [
        .malformed, .unknownParameter, .rateLimited, .idempotencyKeyReused, .methodNotAllowed, .timeout,
        .unavailable, .internalError,
    ]

    /// The codes as the source declares them, since static members cannot be listed at run time.
    private static func declared() throws -> Set<String> {
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/Paceline/Language/SocialError.swift")
        let text = try String(contentsOf: source.standardizedFileURL, encoding: .utf8)
        let declaration = /static let \w+ = Self\(rawValue: "(?<code>\w+)"\)/
        return Set(text.matches(of: declaration).map { String($0.code) })
    }
}
