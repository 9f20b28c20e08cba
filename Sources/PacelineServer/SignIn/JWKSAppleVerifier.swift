import AsyncHTTPClient
import Crypto
import Foundation
import JWTKit
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
            throw Self.invalid("It is signed with a key that its issuer does not have.")
        }
        let claims = try await Self.claims(of: identityToken, signedWith: key)
        try check(claims)
        try Self.check(claims.nonce, against: nonce)
        return AppleIdentity(
            subject: claims.sub, email: claims.emailVerified?.isTrue == false ? nil : claims.email)
    }

    private func check(_ claims: AppleClaims) throws(SocialError) {
        guard claims.iss == configuration.issuer else {
            throw Self.invalid("It is from another issuer.")
        }
        guard claims.aud.values.contains(where: configuration.audiences.contains) else {
            throw Self.invalid("It is for another app.")
        }
        guard claims.exp > now().timeIntervalSince1970 else { throw Self.invalid("It has expired.") }
        if let issuedAt = claims.iat, issuedAt > now().timeIntervalSince1970 + Self.clockSkew {
            throw Self.invalid("It is from the future.")
        }
        guard (1...255).contains(claims.sub.utf8.count) else { throw Self.invalid("It names nobody.") }
    }

    /// Apple's clients are given the nonce itself or its hash, as the app chose.
    private static func check(_ given: String?, against nonce: String) throws(SocialError) {
        let hashed = SHA256.hash(data: Data(nonce.utf8)).hexadecimal
        guard !nonce.isEmpty, let given, given == nonce || given == hashed else {
            throw invalid("Its nonce is not the one of this sign-in.")
        }
    }

    /// How far the issuer's clock may be ahead of ours, in seconds.
    private static let clockSkew: TimeInterval = 60
}

extension JWKSAppleVerifier {
    private struct Header: Decodable {
        let alg: String
        let kid: String
    }

    /// The unverified header: which key to ask for.
    private static func header(of token: String) throws(SocialError) -> Header {
        do {
            let parts = token.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let bytes = Data(base64URL: parts[0]) else {
                throw invalid("It is not a signed token.")
            }
            let header = try JSONDecoder().decode(Header.self, from: bytes)
            guard ["RS256", "ES256"].contains(header.alg) else {
                throw invalid("It is not signed as it has to be.")
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
            throw invalid("Its signature or form is not right.")
        }
    }

    private static func invalid(_ reason: String) -> SocialError {
        SocialError(
            .invalidCredentials, "The identity token was not accepted. \(reason)", field: "identityToken")
    }
}

extension Data {
    /// Reads base64url without padding (RFC 7515, appendix C).
    fileprivate init?(base64URL text: Substring) {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4))
    }
}
