import Crypto
import Foundation
import Hummingbird
import PacelineAPI

/// Who may read the metrics: programs on the server's machine, and those with the token. To all others, `/metrics` is
/// an unknown address.
struct MetricsAccess: Sendable {
    /// The token's hash, nil for none. Digests are compared in constant time.
    private let tokenHash: SHA256.Digest?
    private let forwardedHeaders: ForwardedHeaders

    init(token: String?, forwardedHeaders: ForwardedHeaders) {
        tokenHash = token.map(Self.hash(of:))
        self.forwardedHeaders = forwardedHeaders
    }

    /// Whether the request is for the metrics, and its sender may not read them.
    func hides(_ request: Request, _ context: ServerContext) -> Bool {
        let segments = request.uri.path.split(separator: "/").map(String.init)
        return API.metrics.path.parameters(in: segments) != nil && !isLocal(request, context)
            && !hasToken(request)
    }

    /// Whether the request comes from this machine. Behind a trusted proxy, or with a proxy's headers, the peer is the
    /// proxy, which says nothing about the sender.
    private func isLocal(_ request: Request, _ context: ServerContext) -> Bool {
        context.isFromLoopback && !forwardedHeaders.areTrusted && !request.isForwarded
    }

    private func hasToken(_ request: Request) -> Bool {
        guard let tokenHash, let token = request.bearerToken else { return false }
        return Self.hash(of: token) == tokenHash
    }

    private static func hash(of token: String) -> SHA256.Digest { SHA256.hash(data: Data(token.utf8)) }
}
