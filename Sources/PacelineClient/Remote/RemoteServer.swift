import Foundation
@_exported import Paceline
import PacelineAPI
@_exported import struct PacelineAPI.ServerStatus

/// A Paceline server somewhere else.
///
/// ```swift
/// let server = RemoteServer(url: URL(string: "https://social.example")!)
/// let signedIn = try await server.signIn(with: .password(username: "ana", password: password))
/// let ana = try await server.services(token: signedIn.token)
/// let feed = try await ana.feed(FeedQuery(), PageRequest())
/// ```
public struct RemoteServer: SignInService {
    let caller: RemoteCaller

    /// - Parameters:
    ///   - url: where the server is, without `/v1`.
    ///   - transport: what carries the requests.
    ///   - retry: when calls that failed are made again.
    public init(
        url: URL, transport: any Transport = URLSessionTransport(), retry: RetryPolicy = RetryPolicy()
    ) {
        let address = url.absoluteString
        caller = RemoteCaller(
            address: address.hasSuffix("/") ? String(address.dropLast()) : address, transport: transport,
            retry: retry)
    }

    public func signUp(_ signUp: SignUp) async throws -> SignedIn {
        try await caller.call(API.signUp, body: signUp)
    }

    public func signIn(with credential: Credential) async throws -> SignedIn {
        try await caller.call(API.signIn, body: credential)
    }

    public func availability(ofUsername username: String) async throws -> UsernameAvailability {
        try await caller.call(API.usernameAvailability, UsernamePath(username))
    }

    /// The services of the person whom the token was given to, after asking the server whether it is good.
    public func services(token: String) async throws -> RemoteSession {
        let session = session(token: token)
        _ = try await session.me()
        return session
    }

    /// The same without asking: for a token that was just received, or while the server may not be reached.
    public func session(token: String) -> RemoteSession {
        var caller = caller
        caller.token = token
        return RemoteSession(caller: caller)
    }

    /// Whether the server is alive.
    public func health() async throws -> ServerStatus {
        try await caller.call(API.health)
    }
}
