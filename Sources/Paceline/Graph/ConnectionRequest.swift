import Foundation

/// A friend request, or a request to follow a person who approves followers.
///
/// ```swift
/// let request = try await session.request(RequestDraft(to: .person(.username("mira"))))
/// ```
public struct ConnectionRequest: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<ConnectionRequest>

    public var id: ID
    public var kind: Kind
    public var from: Person
    public var to: Person
    /// Up to 280 characters from the sender.
    public var message: String?
    /// The state as the viewer may see it.
    public var state: State
    public var createdAt: Date
    /// When a pending request expires: ``lifetime`` after ``createdAt``.
    public var expiresAt: Date

    public init(
        id: ID, kind: Kind, from: Person, to: Person, message: String?, state: State, createdAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.kind = kind
        self.from = from
        self.to = to
        self.message = message
        self.state = state
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// What the sender asks for.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case friend, follow
    }

    /// Whether the viewer received or sent a request.
    public enum Direction: String, Sendable, Codable, CaseIterable {
        case incoming, outgoing
    }
}

extension ConnectionRequest {
    /// The state of a request. Only `pending` ever changes.
    public enum State: String, Sendable, Codable, CaseIterable {
        case pending, accepted, rejected, expired, cancelled

        /// The state at an instant: pending requests expire at `expiresAt`.
        public func current(at now: Date, expiresAt: Date) -> State {
            self == .pending && now >= expiresAt ? .expired : self
        }

        /// The state shown to the sender. Rejections are silent: a rejected request looks pending until it expires.
        public func asSeenBySender(at now: Date, expiresAt: Date) -> State {
            (self == .rejected ? .pending : self).current(at: now, expiresAt: expiresAt)
        }
    }

    /// How long a request stays open: 30 days, in seconds.
    public static let lifetime: TimeInterval = 30 * 86_400
}

/// A new friend or follow request.
///
/// ```swift
/// RequestDraft(to: .code("7KQ2MX"), message: "We met at the regatta.")
/// ```
public struct RequestDraft: Sendable, Equatable {
    public var kind: ConnectionRequest.Kind
    public var recipient: Recipient
    /// Up to 280 characters.
    public var message: String?

    /// The person to ask, directly or by their friend code.
    public enum Recipient: Sendable, Equatable {
        case person(PersonReference)
        case code(String)
    }

    public init(kind: ConnectionRequest.Kind = .friend, to recipient: Recipient, message: String? = nil) {
        self.kind = kind
        self.recipient = recipient
        self.message = message
    }
}

/// The result of following a person.
public enum FollowOutcome: Sendable, Equatable {
    /// The viewer now follows the person.
    case following(Person)
    /// The person approves followers; this request is pending.
    case requested(ConnectionRequest)
}
