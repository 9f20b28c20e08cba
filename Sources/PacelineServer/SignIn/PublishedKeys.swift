import AsyncHTTPClient
import Foundation
import JWTKit
import NIOCore
import Paceline

/// The public keys of an identity provider, cached for their lifetime.
actor PublishedKeys {
    fileprivate struct CachedKeys {
        let set: JWKS
        let fetchedAt: Date
        /// The `max-age` of the response within our bounds, in seconds.
        let lifetime: TimeInterval
    }

    private let url: String
    private let client: HTTPClient
    private let now: @Sendable () -> Date
    private var cached: CachedKeys?
    private var requestedAt: Date?
    private var fetching: Task<CachedKeys, any Error>?

    init(url: String, client: HTTPClient, now: @escaping @Sendable () -> Date) {
        self.url = url
        self.client = client
        self.now = now
    }

    /// Returns the key with the identifier; nil if the provider has no such key.
    ///
    /// An unknown key may be new, so it is fetched, but at most once a minute: forged tokens must not cause requests.
    /// - Throws: ``SocialError/Code/providerUnavailable`` if the keys cannot be fetched and are not cached.
    func key(_ identifier: String) async throws -> JWK? {
        if let cached {
            let age = now().timeIntervalSince(cached.fetchedAt)
            let known = cached.key(identifier)
            if age < cached.lifetime, known != nil || hasRecentlyRequested { return known }
            // During an outage of the provider, a stale key is better than no sign-ins at all.
            if let known, age < Self.maximumStaleness, hasRecentlyRequested { return known }
        }
        do {
            return try await fetch().key(identifier)
        } catch {
            guard let cached, now().timeIntervalSince(cached.fetchedAt) < Self.maximumStaleness,
                let known = cached.key(identifier)
            else { throw Self.unavailable }
            return known
        }
    }

    private var hasRecentlyRequested: Bool {
        requestedAt.map { now().timeIntervalSince($0) < Self.minimumRefetchInterval } ?? false
    }

    /// Fetches the keys, with one request for all concurrent callers.
    private func fetch() async throws -> CachedKeys {
        if let fetching { return try await fetching.value }
        requestedAt = now()
        let task = Task { try await download() }
        fetching = task
        defer { fetching = nil }
        let fetched = try await task.value
        cached = fetched
        return fetched
    }

    private func download() async throws -> CachedKeys {
        let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
        guard response.status == .ok else { throw Self.unavailable }
        let body = try await response.body.collect(upTo: Self.largestByteCount)
        let maxAge = response.headers[canonicalForm: "Cache-Control"]
            .first { $0.lowercased().hasPrefix("max-age=") }
            .flatMap { TimeInterval($0.dropFirst("max-age=".count)) }
        return CachedKeys(
            set: try JSONDecoder().decode(JWKS.self, from: Data(body.readableBytesView)), fetchedAt: now(),
            lifetime: min(max(maxAge ?? Self.defaultLifetime, Self.minimumLifetime), Self.maximumStaleness))
    }

    // In seconds.
    private static let defaultLifetime: TimeInterval = 3_600
    private static let minimumLifetime: TimeInterval = 300
    private static let minimumRefetchInterval: TimeInterval = 60
    private static let maximumStaleness: TimeInterval = 86_400

    private static let largestByteCount = 1 << 20

    private static let unavailable = SocialError(
        .providerUnavailable, "The identity provider cannot be reached. Try again later.",
        retryAfter: 30)
}

extension PublishedKeys.CachedKeys {
    fileprivate func key(_ identifier: String) -> JWK? {
        set.keys.first { $0.keyIdentifier?.string == identifier }
    }
}
