import Foundation
@_exported import Paceline
import PacelineAPI
@_exported import struct PacelineAPI.ServerStatus

/// A connection to a Paceline server: signs people in and opens their sessions.
///
/// ```swift
/// let server = RemoteServer(url: URL(string: "https://social.example")!)
/// let signedIn = try await server.signIn(with: .password(username: "ana", password: password))
/// let ana = try await server.services(token: signedIn.token)
/// let feed = try await ana.feed(FeedQuery(), PageRequest())
/// ```
public struct RemoteServer: SignInService {
    private(set) var client: APIClient

    /// A name of this app or device for the person's list of sessions, 1 to 60 characters. If it is nil, the server
    /// derives one from the request.
    public var clientName: String? {
        get { client.clientName }
        set { client.clientName = newValue }
    }

    /// The ``SignedIn/clientToken`` of the last sign-in on this device, which the app stores. With it, signing in
    /// notifies no one, and after a sign-in with a password or a passkey, wrong passwords that others try elsewhere do
    /// not keep the person out.
    public var clientToken: String? {
        get { client.clientToken }
        set { client.clientToken = newValue }
    }

    /// Creates a client. It connects when the first request is sent.
    /// - Parameters:
    ///   - url: the server's base URL, without `/v1`.
    ///   - transport: sends the requests. Replace it to simulate failures in tests.
    ///   - retry: which failed requests are retried, and when.
    public init(
        url: URL, transport: any Transport = URLSessionTransport(), retry: RetryPolicy = RetryPolicy()
    ) {
        let address = url.absoluteString
        client = APIClient(
            address: address.hasSuffix("/") ? String(address.dropLast()) : address, transport: transport,
            retry: retry)
    }

    public func signUp(_ signUp: SignUp) async throws -> SignedIn {
        try await client.call(API.signUp, body: signUp)
    }

    public func createNonce() async throws -> SignInNonce {
        try await client.call(API.createNonce)
    }

    public func signIn(with credential: Credential, birthDate: Day?) async throws -> SignedIn {
        try await client.call(API.signIn, body: SignInBody(credential, birthDate: birthDate))
    }

    public func availability(ofUsername username: String) async throws -> UsernameAvailability {
        try await client.call(API.usernameAvailability, UsernamePath(username))
    }

    /// Returns the services of the token's person, after checking the token with the server.
    /// - Throws: ``SocialError/Code/unauthenticated`` if the token is invalid.
    public func services(token: String) async throws -> RemoteSession {
        let session = session(token: token)
        _ = try await session.me()
        return session
    }

    /// Returns the services of the token's person without checking the token: for one that was just received, or while
    /// offline.
    public func session(token: String) -> RemoteSession {
        var client = client
        client.token = token
        return RemoteSession(client: client)
    }

    /// Checks whether the server is alive.
    /// - Throws: ``SocialError/Code/unavailable`` if it cannot be reached.
    public func health() async throws -> ServerStatus {
        try await client.call(API.health)
    }
}
