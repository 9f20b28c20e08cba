import Foundation
import PacelineEngine

/// An identity provider that responds only on demand, even if the request was cancelled.
final class SlowProvider: AppleTokenVerifier {
    private let arrival = AsyncStream.makeStream(of: Void.self)
    private let release = AsyncStream.makeStream(of: Void.self)

    func waitForRequest() async { for await _ in arrival.stream.prefix(1) {} }
    func respond() { release.continuation.finish() }

    func verify(identityToken: String, nonce: String) async throws -> AppleIdentity {
        arrival.continuation.yield()
        // An unstructured task is not cancelled with its caller.
        await Task { for await _ in release.stream {} }.value
        return AppleIdentity(subject: "slow", issuedAt: .now)
    }
}
