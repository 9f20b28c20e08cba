import AsyncHTTPClient
import Crypto
import Foundation
import JWTKit
import NIOCore
import Paceline
import PacelineEngine

/// Sign in with Apple as a setting.
public struct AppleSignIn: Sendable {
    /// The `iss` that tokens must have.
    public var issuer: String
    /// The app identifiers, one of which must be a token's `aud`.
    public var audiences: [String]
    /// Where the issuer publishes its keys.
    public var keysURL: String

    public init(
        issuer: String = "https://appleid.apple.com", audiences: [String],
        keysURL: String = "https://appleid.apple.com/auth/keys"
    ) {
        self.issuer = issuer
        self.audiences = audiences
        self.keysURL = keysURL
    }
}

/// Checks identity tokens against the keys that their issuer publishes.
public actor JWKSAppleVerifier: AppleTokenVerifier {
    private let configuration: AppleSignIn
    private let client: HTTPClient
    private let now: @Sendable () -> Date
    private var keys: (set: JWKS, fetchedAt: Date)?

    /// Seconds for which keys are used without asking anew, and before which an unknown key asks anew.
    private static let ages = (good: 3_600.0, least: 60.0)

    public init(
        _ configuration: AppleSignIn, client: HTTPClient = .shared,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.configuration = configuration
        self.client = client
        self.now = now
    }

    public func verify(identityToken: String, nonce: String) async throws -> AppleIdentity {
        guard identityToken.utf8.count <= 16_384, let header = Self.header(of: identityToken),
            ["RS256", "ES256"].contains(header.alg)
        else { throw Self.invalid("It is not a signed token.") }
        let collection = JWTKeyCollection()
        try await collection.add(jwks: try await keys(holding: header.kid))
        let claims: Claims
        do {
            claims = try await collection.verify(identityToken, as: Claims.self)
        } catch {
            throw Self.invalid("Its signature or form is not right.")
        }
        try check(claims, nonce)
        return AppleIdentity(subject: claims.sub.value, email: claims.email)
    }

    private func check(_ claims: Claims, _ nonce: String) throws(SocialError) {
        guard claims.iss.value == configuration.issuer else {
            throw Self.invalid("It is from another issuer.")
        }
        guard claims.aud.value.contains(where: configuration.audiences.contains) else {
            throw Self.invalid("It is for another app.")
        }
        guard claims.exp.value > now() else { throw Self.invalid("It has expired.") }
        // Apple's clients are given the nonce itself or its hash, as the app chose.
        let hashed = SHA256.hash(data: Data(nonce.utf8)).hexadecimal
        guard !nonce.isEmpty, let given = claims.nonce, [nonce, hashed].contains(given) else {
            throw Self.invalid("Its nonce is not the one of this sign-in.")
        }
        guard !claims.sub.value.isEmpty, claims.sub.value.utf8.count <= 255 else {
            throw Self.invalid("It names nobody.")
        }
    }

    /// The issuer's keys; fetched when they are old, and once more when the one that is wanted is not among them.
    private func keys(holding id: String?) async throws -> JWKS {
        if let keys {
            let age = now().timeIntervalSince(keys.fetchedAt)
            let isKnown = keys.set.keys.contains { $0.keyIdentifier?.string == id }
            if isKnown ? age < Self.ages.good : age < Self.ages.least { return keys.set }
        }
        let fetched = try await fetch()
        keys = (fetched, now())
        return fetched
    }

    private func fetch() async throws -> JWKS {
        do {
            let response = try await client.execute(
                HTTPClientRequest(url: configuration.keysURL), timeout: .seconds(10))
            guard response.status == .ok else { throw Self.unavailable }
            let body = try await response.body.collect(upTo: 1 << 20)
            return try JSONDecoder().decode(JWKS.self, from: Data(body.readableBytesView))
        } catch {
            throw Self.unavailable
        }
    }

    private static func header(of token: String) -> Header? {
        guard let part = token.split(separator: ".", omittingEmptySubsequences: false).first else {
            return nil
        }
        let standard = part.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard + padding).flatMap {
            try? JSONDecoder().decode(Header.self, from: $0)
        }
    }

    private struct Header: Decodable {
        let alg: String
        let kid: String?
    }

    private struct Claims: JWTPayload {
        let iss: IssuerClaim
        let aud: AudienceClaim
        let exp: ExpirationClaim
        let sub: SubjectClaim
        let nonce: String?
        let email: String?

        /// The claims are held against the configuration and our own clock once the signature is known to be good.
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private static func invalid(_ reason: String) -> SocialError {
        SocialError(
            .invalidCredentials, "The identity token was not accepted. \(reason)", field: "identityToken")
    }

    private static let unavailable = SocialError(
        .providerUnavailable, "The identity provider cannot be reached. Please try again later.",
        retryAfter: 30)
}
