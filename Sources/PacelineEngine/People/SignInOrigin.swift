import Foundation
import Paceline
import PacelineDatabase

/// The app or browser that a request comes from which signs in or changes an account's security.
public struct SignInOrigin: Sendable, Equatable {
    /// A name for the list of sessions, such as “Firefox on Linux”; nil if it is unknown.
    public var clientName: String?
    /// The ``SignedIn/clientToken`` of an earlier sign-in on the same client.
    public var clientToken: String?
    /// The network of the client, such as `192.0.2.0/24`; nil if it is unknown or local.
    public var network: String?
    /// The address that limits count, at most 16 bytes; nil if it is unknown or local. It is never stored.
    public var address: [UInt8]?

    public init(
        clientName: String? = nil, clientToken: String? = nil, network: String? = nil,
        address: [UInt8]? = nil
    ) {
        self.clientName = clientName
        self.clientToken = clientToken
        self.network = network
        self.address = address
    }
}

extension Engine {
    /// Returns the engine for sign-ins from the origin.
    ///
    /// Without an origin, sign-ins and wrong passwords are those of the program itself, and notify no one.
    public func signingIn(from origin: SignInOrigin) -> Engine {
        var engine = self
        engine.origin = origin
        return engine
    }

    /// The person who signed in last on the client; nil if the token is forged or has expired.
    ///
    /// It says whose client it is, not who uses it now, so it permits nothing.
    /// - Parameter token: the ``SignedIn/clientToken`` of that sign-in.
    public func person(ofClientToken token: String) -> Person.ID? {
        communityKey.open(token, at: environment.now())?.person
    }
}

extension Engine {
    /// Whether the person has signed in before on the client that the request comes from.
    func isKnownClient(of person: Person.ID, in connection: any Connection, at now: Date) throws -> Bool {
        try isClient(at: now) { try connection.knows($0, of: person) }
    }

    /// The same, with a password or a passkey.
    func isTrustedClient(of person: Person.ID, in connection: any Connection, at now: Date) throws -> Bool {
        try isClient(at: now) { try connection.trusts($0, of: person) }
    }

    private func isClient(at now: Date, _ condition: (KnownClient) throws -> Bool) throws -> Bool {
        guard let origin else { return true }
        return try origin.clientToken.flatMap { communityKey.open($0, at: now) }.map(condition) ?? false
    }
}

extension Session {
    /// Returns the session for requests from the origin, which its security events name.
    public func signingIn(from origin: SignInOrigin) -> Session {
        var session = self
        session.engine.origin = origin
        return session
    }
}

/// A client that a person has signed in with.
struct KnownClient: Equatable {
    let person: Person.ID
    /// Stays the same for all sign-ins on the client.
    let id: UUID
    let issuedAt: Date
    /// Whether a password or a passkey was presented on it. It may then try more passwords than others.
    let isTrusted: Bool

    /// How long after a sign-in the client is known, in seconds.
    static let lifetime: TimeInterval = 180 * 86_400
}
