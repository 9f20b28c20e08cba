import CryptoExtras
import Foundation
import HTTPTypes
import Hummingbird
import JWTKit
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// A local identity provider with keys that a test can change.
final class LocalIssuer: Sendable {
    private struct State {
        var keys: [JWK] = []
        var fetchCount = 0
        var isDown = false
    }

    static let name = "https://issuer.example"
    private let state = Mutex(State())

    /// The number of requests for its keys.
    var fetchCount: Int { state.withLock { $0.fetchCount } }

    func publish(_ keys: [SigningKey]) { state.withLock { $0.keys = keys.map(\.published) } }
    func breakDown() { state.withLock { $0.isDown = true } }

    /// Serves the keys while the body runs.
    func run(_ body: @Sendable (_ keysURL: String) async throws -> Void) async throws {
        let router = Router()
        router.get("keys") { _, _ in try self.respond() }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: .quiet)
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: application)], logger: .quiet))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            for await port in ports.prefix(1) { try await body("http://127.0.0.1:\(port)/keys") }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private func respond() throws -> Response {
        let state = state.withLock { state in
            state.fetchCount += 1
            return state
        }
        guard !state.isDown else { return Response(status: .internalServerError) }
        let body = try JSONEncoder().encode(JWKS(keys: state.keys))
        return Response(
            status: .ok, headers: [.cacheControl: "public, max-age=600"],
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

/// A key pair of the issuer.
struct SigningKey: Sendable {
    let identifier: JWKIdentifier
    let published: JWK
    private let add: @Sendable (JWTKeyCollection) async throws -> Void

    static func rsa(_ name: String) throws -> SigningKey {
        let key = try Insecure.RSA.PrivateKey(backing: _RSA.Signing.PrivateKey(keySize: .bits2048))
        let (modulus, exponent) = try key.publicKey.getKeyPrimitives()
        let identifier = JWKIdentifier(string: name)
        return SigningKey(
            identifier: identifier,
            published: .rsa(
                .rs256, identifier: identifier, modulus: modulus.base64URL, exponent: exponent.base64URL)
        ) { await $0.add(rsa: key, digestAlgorithm: .sha256, kid: identifier) }
    }

    static func ecdsa(_ name: String) throws -> SigningKey {
        let key = ES256PrivateKey()
        let identifier = JWKIdentifier(string: name)
        return SigningKey(
            identifier: identifier,
            published: .ecdsa(
                .es256, identifier: identifier, x: key.publicKey.parameters?.x,
                y: key.publicKey.parameters?.y,
                curve: .p256)
        ) { await $0.add(ecdsa: key, kid: identifier) }
    }

    func sign(_ claims: TestClaims, _ header: JWTHeader = JWTHeader()) async throws -> String {
        let keys = JWTKeyCollection()
        try await add(keys)
        return try await keys.sign(claims, kid: identifier, header: header)
    }
}

/// The claims of a token; valid by default.
struct TestClaims: JWTPayload {
    var iss = LocalIssuer.name
    var aud = ["app.example"]
    var exp = 1_780_000_300
    var iat: Int? = 1_780_000_000
    var sub = "001234.abcd"
    var nonce: String? = "a nonce"
    var email: String? = "ana@example.org"
    var email_verified: String? = "true"

    func verify(using algorithm: some JWTAlgorithm) {}
}

extension Data {
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
