import Foundation
import HTTPTypes
import Hummingbird
import Paceline
import PacelineAPI
import PacelineEngine

/// Finds the session of a request's bearer token.
struct Authenticator: Sendable {
    let engine: Engine
    let rateLimitGuard: RateLimitGuard

    /// The session of a request to an endpoint.
    /// - Throws: ``SocialError/Code/unauthenticated``, ``SocialError/Code/rateLimited``, or
    ///   ``SocialError/Code/insufficientScope`` for an access token, or ``SocialError/Code/staffOnly``.
    func session(
        of request: Request, _ context: ServerContext, for endpoint: any AnyEndpoint
    ) async throws -> Session {
        // Refused calls of staff endpoints are recorded with their origin.
        let origin =
            endpoint.role == nil ? nil : try rateLimitGuard.origin(of: request, context, to: endpoint)
        let engine = origin.map(engine.signingIn) ?? engine
        let session = try await session(of: request, context, limitedBy: endpoint.rateLimitBucket) {
            try await engine.session(
                token: Self.token(of: request), for: endpoint.scope, isForStaff: endpoint.role != nil)
        }
        if let role = endpoint.role { try await session.require(role) }
        return session
    }

    /// The session of a request.
    ///
    /// A request with a valid token counts against its person alone, so that no one at the same address can slow them
    /// down or lock them out. A request without one counts against its address. Looking up an invalid token reads one
    /// row by its key, which costs less than the request itself.
    /// - Parameter open: finds the session of the request's token.
    /// - Throws: ``SocialError/Code/unauthenticated``, ``SocialError/Code/rateLimited``.
    func session(
        of request: Request, _ context: ServerContext, limitedBy bucket: RateLimitBucket,
        _ open: () async throws -> Session
    ) async throws -> Session {
        let address = rateLimitGuard.address(of: request, context)
        do {
            let session = try await open()
            context.trace.person = session.viewer
            try rateLimitGuard.count(session.viewer, at: address, limitedBy: bucket, context)
            return session
        } catch let error as SocialError
            where [.unauthenticated, .insufficientScope].contains(error.code)
        {
            try rateLimitGuard.countFailure(at: address, context)
            throw error
        }
    }

    private static func token(of request: Request) throws(SocialError) -> String {
        guard let token = request.bearerToken ?? request.accessTokenAsPassword else {
            throw SocialError(
                .unauthenticated, "Sign in first, and send the token as “Authorization: Bearer …”.")
        }
        return token
    }
}

extension Request {
    /// The token in `Authorization: Bearer …`; nil if there is none, or if it is longer than any valid one.
    var bearerToken: String? { credentials(of: "bearer") }

    /// The access token that a client that supports only Basic authentication sends as its password. The username does
    /// not matter.
    fileprivate var accessTokenAsPassword: String? {
        guard let bytes = credentials(of: "basic").flatMap({ Data(base64Encoded: $0) }),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let password = String(decoding: bytes[colon...].dropFirst(), as: UTF8.self)
        return password.hasPrefix(AccessToken.prefix) ? password : nil
    }

    private func credentials(of scheme: String) -> String? {
        let words = (headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == scheme, words[1].utf8.count <= Self.longestToken
        else { return nil }
        return String(words[1])
    }

    private static let longestToken = 256
}
