import Crypto
import Foundation
import JWTKit
import Paceline
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Sign in with Apple", .serialized) struct AppleSignInTests {
    private let issuer = LocalIssuer()
    private let clock = StoppedClock()

    @Test("A valid token identifies its person, with either algorithm")
    func validTokens() async throws {
        let keys = [try SigningKey.rsa("one"), try SigningKey.ecdsa("two")]
        issuer.publish(keys)
        try await withVerifier { verifier in
            for key in keys {
                let token = try await key.sign(TestClaims())
                let identity = try await verifier.verify(identityToken: token, nonce: "a nonce")
                #expect(identity == Self.identity(email: "ana@example.org"))
            }
        }
        #expect(issuer.fetchCount == 1)
    }

    @Test("The nonce can be hashed, and an unverified email address is dropped")
    func variants() async throws {
        let key = try SigningKey.ecdsa("one")
        issuer.publish([key])
        try await withVerifier { verifier in
            let token = try await key.sign(
                TestClaims(nonce: Self.hash("a nonce"), email_verified: "false"))
            let identity = try await verifier.verify(identityToken: token, nonce: "a nonce")
            #expect(identity == Self.identity(email: nil))
        }
    }

    @Test("A token with a wrong claim is rejected")
    func wrongClaims() async throws {
        let key = try SigningKey.ecdsa("one")
        issuer.publish([key])
        try await withVerifier { verifier in
            for claims in [
                TestClaims(iss: "https://other.example"), TestClaims(aud: ["other.example"]),
                TestClaims(aud: []),
                TestClaims(exp: 1_780_000_000), TestClaims(exp: 1_779_999_999),
                TestClaims(iat: nil),
                TestClaims(sub: ""), TestClaims(sub: "a\0b"), TestClaims(email: "a\0b@example.org"),
                TestClaims(nonce: nil), TestClaims(nonce: "another"),
                TestClaims(nonce: ""),
            ] {
                await expectRejected(try await key.sign(claims), by: verifier)
            }
        }
    }

    @Test("A token that needs an extension is rejected")
    func criticalExtensions() async throws {
        let key = try SigningKey.ecdsa("one")
        issuer.publish([key])
        try await withVerifier { verifier in
            for header in [["crit": ["x"], "x": 1], ["crit": []], ["crit": "x"]] as [JWTHeader] {
                await expectRejected(try await key.sign(TestClaims(), header), by: verifier)
            }
            _ = try await verifier.verify(
                identityToken: try await key.sign(TestClaims(), ["x": 1]), nonce: "a nonce")
        }
    }

    @Test("Without configuration, sign-in is rejected with an explanation")
    func notSetUp() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let json = #"{"provider":"apple","identityToken":"a.b.c","nonce":"a nonce"}"#
            try await community.send(.post, "/v1/nonces").expect(.providerUnavailable, 503)
            for (path, token) in [("/v1/sessions", nil), ("/v1/me/identities", ana.token)] {
                let response = try await community.send(.post, path, token: token, json: json)
                response.expect(.providerUnavailable, 503)
                #expect(try response.problem.detail.contains("not set up"))
                // A retry would not help.
                #expect(response.headers[.retryAfter] == nil)
            }
            #expect(try await ana.session.identities().count == 1)
        }
    }

    @Test("A token that the issuer did not sign is rejected")
    func invalidSignatures() async throws {
        let key = try SigningKey.ecdsa("one")
        issuer.publish([key])
        try await withVerifier { verifier in
            let good = try await key.sign(TestClaims())
            let parts = good.split(separator: ".").map(String.init)
            let other = try await key.sign(TestClaims(sub: "another person")).split(separator: ".").map(
                String.init)
            let unsigned = Data(#"{"alg":"none","kid":"one"}"#.utf8).base64URL
            let symmetric = Data(#"{"alg":"HS256","kid":"one"}"#.utf8).base64URL
            let nameless = Data(#"{"alg":"ES256"}"#.utf8).base64URL
            for token in [
                "", "nonsense", "a.b.c", "..", parts[0] + "." + parts[1] + ".",
                parts[0] + "." + other[1] + "." + parts[2],
                "\(unsigned).\(parts[1]).", "\(symmetric).\(parts[1]).\(parts[2])",
                "\(nameless).\(parts[1]).\(parts[2])",
                try await SigningKey.ecdsa("one").sign(TestClaims()),
                try await SigningKey.rsa("one").sign(TestClaims()),
                try await SigningKey.ecdsa("unknown").sign(TestClaims()),
            ] {
                await expectRejected(token, by: verifier)
            }
        }
    }

    @Test("A rotated key is fetched, and forged key ids cause no extra requests")
    func rotation() async throws {
        let (old, new) = (try SigningKey.ecdsa("old"), try SigningKey.ecdsa("new"))
        issuer.publish([old])
        try await withVerifier { verifier in
            let claims = TestClaims(exp: 1_790_000_000)
            _ = try await verifier.verify(identityToken: old.sign(claims), nonce: "a nonce")
            issuer.publish([new])
            for _ in 1...5 { await expectRejected(try await new.sign(claims), by: verifier) }
            #expect(issuer.fetchCount == 1)
            clock.advance(by: 61)
            for _ in 1...5 {
                _ = try await verifier.verify(identityToken: new.sign(claims), nonce: "a nonce")
            }
            #expect(issuer.fetchCount == 2)
            await expectRejected(try await old.sign(claims), by: verifier)
            clock.advance(by: 601)
            _ = try await verifier.verify(identityToken: new.sign(claims), nonce: "a nonce")
            #expect(issuer.fetchCount == 3)
        }
    }

    @Test("During an outage of the issuer, cached keys are accepted for a day")
    func outage() async throws {
        let key = try SigningKey.ecdsa("one")
        issuer.publish([key])
        try await withVerifier { verifier in
            let token = try await key.sign(TestClaims(exp: 1_790_000_000))
            _ = try await verifier.verify(identityToken: token, nonce: "a nonce")
            issuer.breakDown()
            clock.advance(by: 3_600)
            _ = try await verifier.verify(identityToken: token, nonce: "a nonce")
            clock.advance(by: 86_400)
            let error = await #expect(throws: SocialError.self) {
                try await verifier.verify(identityToken: token, nonce: "a nonce")
            }
            #expect(error?.code == .providerUnavailable)
        }
    }

    @Test("An unreachable issuer is reported as unavailable")
    func unreachableIssuer() async throws {
        let verifier = JWKSAppleVerifier(
            AppleSignIn(
                issuer: LocalIssuer.name, audiences: ["app.example"], keysURL: "http://127.0.0.1:1/keys"))
        let token = try await SigningKey.ecdsa("one").sign(TestClaims())
        let error = await #expect(throws: SocialError.self) {
            try await verifier.verify(identityToken: token, nonce: "a nonce")
        }
        #expect(error?.code == .providerUnavailable)
    }

    @Test("Over HTTP, the first valid token creates the account and the next finds it; each works once")
    func overHTTP() async throws {
        let key = try SigningKey.rsa("one")
        issuer.publish([key])
        try await withCommunity { community in
            let bodies = [
                Self.body(try await key.sign(TestClaims())),
                Self.body(try await key.sign(TestClaims(iat: 1_779_999_999))),
            ]
            var people: [Person.ID] = []
            for body in bodies {
                try await community.send(
                    .post, "/v1/sessions", json: body.replacing(#""a nonce""#, with: #""another""#)
                ).expect(.invalidCredentials, 401)
                let response = try await community.send(.post, "/v1/sessions", json: body)
                #expect(response.status == 201)
                people.append(try response.decoded(as: SignedIn.self).person.id)
                try await community.send(.post, "/v1/sessions", json: body)
                    .expect(.invalidCredentials, 401, field: "identityToken")
            }
            #expect(people[0] == people[1])
        }
    }

    @Test("Over HTTP, a token is accepted from a minute before its issue to ten minutes after it")
    func age() async throws {
        let key = try SigningKey.ecdsa("one")
        issuer.publish([key])
        try await withCommunity { community in
            for (age, isAccepted) in [(-61, false), (-60, true), (599, true), (600, false)] {
                let token = try await key.sign(TestClaims(iat: 1_780_000_000 - age))
                let response = try await community.send(.post, "/v1/sessions", json: Self.body(token))
                #expect(response.status == (isAccepted ? 201 : 401), "\(age)")
            }
        }
    }

    @Test("Over HTTP, a token with the hash of a server's nonce signs in, once")
    func nonces() async throws {
        let key = try SigningKey.ecdsa("one")
        issuer.publish([key])
        try await withCommunity(.server) { community in
            let created = try await community.send(.post, "/v1/nonces")
            #expect(created.status == 201)
            let nonce = try created.decoded(as: SignInNonce.self)
            #expect(nonce.sha256 == Self.hash(nonce.value))
            let token = try await key.sign(TestClaims(nonce: nonce.sha256))
            for wrong in [nonce.sha256, "another"] {
                try await community.send(.post, "/v1/sessions", json: Self.body(token, wrong))
                    .expect(.invalidCredentials, 401, field: "nonce")
            }
            let body = Self.body(token, nonce.value)
            #expect(try await community.send(.post, "/v1/sessions", json: body).status == 201)
            let later = try await key.sign(TestClaims(iat: 1_780_000_001, nonce: nonce.value))
            try await community.send(.post, "/v1/sessions", json: Self.body(later, nonce.value))
                .expect(.invalidCredentials, 401, field: "nonce")
        }
    }

    private static func identity(email: String?) -> AppleIdentity {
        AppleIdentity(
            subject: "001234.abcd", issuedAt: Date(timeIntervalSince1970: 1_780_000_000), email: email)
    }

    private static func body(_ token: String, _ nonce: String = "a nonce") -> String {
        #"{"provider":"apple","identityToken":"\#(token)","nonce":"\#(nonce)"}"#
    }

    private static func hash(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }

    private func withCommunity(
        _ rule: AppleNonceRule = .optional, _ body: @Sendable (Community) async throws -> Void
    ) async throws {
        try await withVerifier { verifier in
            var environment = EngineEnvironment(
                now: { clock.now }, passwordCost: .fast, appleVerifier: verifier)
            environment.appleNonce = rule
            try await Community.run(environment: environment, body)
        }
    }

    private func withVerifier(_ body: @Sendable (JWKSAppleVerifier) async throws -> Void) async throws {
        try await issuer.run { keysURL in
            let configuration = AppleSignIn(
                issuer: LocalIssuer.name, audiences: ["app.example", "web.example"], keysURL: keysURL)
            try await body(JWKSAppleVerifier(configuration, now: { clock.now }))
        }
    }

    private func expectRejected(
        _ token: String, by verifier: JWKSAppleVerifier, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let error = await #expect(throws: SocialError.self, sourceLocation: sourceLocation) {
            try await verifier.verify(identityToken: token, nonce: "a nonce")
        }
        #expect(error?.code == .invalidCredentials, sourceLocation: sourceLocation)
    }
}
