import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Signing in")
struct SignInTests {
    @Test(
        "username and password sign in, in any case of the username", arguments: Implementation.allCases
    )
    func password(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            world.clock.advance(days: 1)
            let signedIn = try await world.community.signIn(
                with: .password(username: "Ana", password: World.password))
            #expect(signedIn.person.id == ana.id)
            #expect(signedIn.person.lastSignInAt == world.clock.now)
            #expect(signedIn.token != ana.token)
            #expect(try await world.community.services(token: signedIn.token).me().id == ana.id)
        }
    }

    @Test("a wrong password and an unknown username give the same error", arguments: Implementation.allCases)
    func wrong(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            _ = try await world.person("ana")
            let attempts = [
                ("ana", "correct horse"), ("ana", ""), ("nobody_here", World.password),
                ("ana", String(repeating: "x", count: 2_000)),
            ]
            for (username, password) in attempts {
                await expectError(.invalidCredentials) {
                    try await world.community.signIn(with: .password(username: username, password: password))
                }
            }
        }
    }

    @Test(
        "a device's first sign-in creates the account, later ones find it",
        arguments: Implementation.allCases)
    func device(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let secret = Credential.newDeviceSecret()
            let first = try await world.community.signIn(with: .device(secret: secret))
            let second = try await world.community.signIn(with: .device(secret: secret))
            let other = try await world.community.signIn(with: .device(secret: Credential.newDeviceSecret()))
            #expect(first.person.username == nil)
            #expect(second.person.id == first.person.id)
            #expect(second.id != first.id)
            #expect(other.person.id != first.person.id)
        }
    }

    @Test("a device's secret is 32 bytes in base64url", arguments: Implementation.allCases)
    func deviceSecrets(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let good = Credential.newDeviceSecret()
            for bad in ["", String(good.dropLast()), good + "A", String(repeating: "+", count: 43)] {
                await expectError(.invalidValue, field: "secret") {
                    try await world.community.signIn(with: .device(secret: bad))
                }
            }
        }
    }

    @Test(
        "the first sign-in with Apple creates the account, later ones find it",
        arguments: Implementation.allCases)
    func apple(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let first = try await world.community.signIn(with: StandInAppleVerifier.credential("001.ana"))
            let second = try await world.community.signIn(with: StandInAppleVerifier.credential("001.ana"))
            #expect(first.person.email == "001.ana@example.com")
            #expect(first.person.username == nil)
            #expect(second.person.id == first.person.id)
        }
    }

    @Test("a token with another nonce is rejected", arguments: Implementation.allCases)
    func appleNonce(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            await expectError(.invalidCredentials) {
                try await world.community.signIn(
                    with: .apple(identityToken: "001.ana/once/now.signature", nonce: "twice"))
            }
        }
    }

    @Test("sign-in with Apple is unavailable without a verifier", arguments: Implementation.allCases)
    func appleClosed(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.appleVerifier = nil }) { world in
            await expectError(.providerUnavailable) {
                try await world.community.signIn(with: StandInAppleVerifier.credential("001.ana"))
            }
        }
    }
}

/// Replaces the verification with Apple's keys. A token is `subject/nonce/seconds/id.signature`, and valid if the nonce
/// matches. With `now` instead of the seconds since 1970, it was issued when it is verified.
struct StandInAppleVerifier: AppleTokenVerifier {
    let now: @Sendable () -> Date

    /// A new credential at each call, since a token works once.
    static func credential(
        _ subject: String, nonce: String = UUID().uuidString, issuedAt: Date? = nil
    ) -> Credential {
        let instant = issuedAt.map { "\(Int($0.timeIntervalSince1970))" } ?? "now"
        return .apple(identityToken: "\(subject)/\(nonce)/\(instant)/\(UUID()).signature", nonce: nonce)
    }

    func verify(identityToken: String, nonce: String) async throws -> AppleIdentity {
        let signed = identityToken.prefix(upTo: identityToken.lastIndex(of: ".") ?? identityToken.endIndex)
        let parts = signed.split(separator: "/").map(String.init)
        guard parts.count == 4, parts[1] == nonce else {
            throw SocialError(.invalidCredentials, "That token was not made for this sign-in.")
        }
        let issuedAt = Double(parts[2]).map { Date(timeIntervalSince1970: $0) }
        return AppleIdentity(
            subject: parts[0], issuedAt: issuedAt ?? now(), email: "\(parts[0])@example.com")
    }
}
