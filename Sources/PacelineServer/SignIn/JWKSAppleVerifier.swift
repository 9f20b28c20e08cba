import AsyncHTTPClient
import Crypto
import Foundation
import JWTKit
import Paceline
import PacelineEngine

/// The configuration of Sign in with Apple.
public struct AppleSignIn: Sendable {
    /// The required `iss` of tokens.
    public var issuer: String
    /// The bundle identifiers of the apps; a token's `aud` must contain one of them.
    public var audiences: [String]
    /// The URL of the issuer's public keys (JWKS).
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

/// Verifies identity tokens with the public keys of their issuer (JWKS).
///
/// ```swift
/// let verifier = JWKSAppleVerifier(AppleSignIn(audiences: ["com.example.training"]))
/// let environment = EngineEnvironment(appleVerifier: verifier)
/// ```
public struct JWKSAppleVerifier: AppleTokenVerifier {
    private let configuration: AppleSignIn
    private let keys: PublishedKeys
    private let now: @Sendable () -> Date

    public init(
        _ configuration: AppleSignIn, client: HTTPClient = .shared,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.configuration = configuration
        self.now = now
        keys = PublishedKeys(url: configuration.keysURL, client: client, now: now)
    }

    public func verify(identityToken: String, nonce: String) async throws -> AppleIdentity {
        let header = try Self.header(of: identityToken)
        guard let key = try await keys.key(header.kid) else {
            throw Self.invalid("Its issuer has no such key.")
        }
        let claims = try await Self.claims(of: identityToken, signedWith: key)
        try check(claims)
        try Self.check(claims.nonce, against: nonce)
        return AppleIdentity(
            subject: claims.sub, issuedAt: Date(timeIntervalSince1970: claims.iat),
            email: claims.emailVerified?.isTrue == false ? nil : claims.email)
    }

    private func check(_ claims: AppleClaims) throws(SocialError) {
        guard claims.iss == configuration.issuer else {
            throw Self.invalid("It is from another issuer.")
        }
        guard claims.aud.values.contains(where: configuration.audiences.contains) else {
            throw Self.invalid("It is for another app.")
        }
        guard claims.exp > now().timeIntervalSince1970 else { throw Self.invalid("It has expired.") }
        guard (1...255).contains(claims.sub.utf8.count) else { throw Self.invalid("It has no subject.") }
        // A database cannot store these.
        guard !claims.sub.utf8.contains(0), claims.email?.utf8.contains(0) != true else {
            throw Self.invalid("It contains a NUL.")
        }
    }

    /// Apps may pass Apple either the nonce or its SHA-256 in hexadecimal. With the latter, a stolen token is worthless
    /// without the nonce.
    private static func check(_ given: String?, against nonce: String) throws(SocialError) {
        let hashed = SHA256.hash(data: Data(nonce.utf8)).hexadecimal
        guard !nonce.isEmpty, let given, given == nonce || given == hashed else {
            throw invalid("Its nonce does not match.")
        }
    }
}

extension JWKSAppleVerifier {
    private struct Header: Decodable {
        let alg: String
        let kid: String
        /// Extensions that must be understood (RFC 7515, 4.1.11).
        let crit: [String]?
    }

    /// The unverified header, which names the key.
    private static func header(of token: String) throws(SocialError) -> Header {
        do {
            let parts = token.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let bytes = Data(base64URLEncoded: parts[0]) else {
                throw invalid("It is not a signed token.")
            }
            let header = try JSONDecoder().decode(Header.self, from: bytes)
            guard ["RS256", "ES256"].contains(header.alg) else {
                throw invalid("It must be signed with RS256 or ES256.")
            }
            guard header.crit == nil else {
                throw invalid("It needs an extension that is not supported.")
            }
            return header
        } catch let error as SocialError {
            throw error
        } catch {
            throw invalid("It is not a signed token.")
        }
    }

    private static func claims(of token: String, signedWith key: JWK) async throws(SocialError) -> AppleClaims
    {
        do {
            let collection = try await JWTKeyCollection().add(jwk: key)
            return try await collection.verify(token, as: AppleClaims.self)
        } catch {
            throw invalid("Its signature or format is invalid.")
        }
    }

    private static func invalid(_ reason: String) -> SocialError {
        SocialError(
            .invalidCredentials, "The identity token was not accepted. \(reason)", field: "identityToken")
    }
}
