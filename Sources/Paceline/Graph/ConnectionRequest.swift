import Foundation

/// A friend request, or a request to follow a person who approves followers.
///
/// ```swift
/// let request = try await session.request(RequestDraft(to: .person(.username("mira"))))
/// ```
public struct ConnectionRequest: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<ConnectionRequest>

    public var id: ID
    /// Whether it asks to be friends or to follow.
    public var kind: Kind
    /// The sender.
    public var from: Person
    /// The receiver.
    public var to: Person
    /// Up to 280 characters from the sender; nil if there is none, and for receivers who are minors or of unknown age.
    public var message: String?
    /// The state as the viewer may see it.
    public var state: State
    /// When it was sent.
    public var createdAt: Date
    /// When a pending request expires: ``lifetime`` after ``createdAt``.
    public var expiresAt: Date
    /// True while the content filter holds the message of the viewer's own request, for up to 72 hours, because of a
    /// word or a link: the receiver sees the request without it. Nil otherwise.
    public var isWaiting: Bool?

    public init(
        id: ID, kind: Kind, from: Person, to: Person, message: String?, state: State, createdAt: Date,
        expiresAt: Date, isWaiting: Bool? = nil
    ) {
        self.id = id
        self.kind = kind
        self.from = from
        self.to = to
        self.message = message
        self.state = state
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.isWaiting = isWaiting
    }

    /// What the sender asks for.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Asks to be friends: each then follows the other.
        case friend
        /// Asks to follow a profile that approves its followers.
        case follow
    }

    /// Whether the viewer received or sent a request.
    public enum Direction: String, Sendable, Codable, CaseIterable {
        /// Requests that the viewer received.
        case incoming
        /// Requests that the viewer sent.
        case outgoing
    }
}

extension ConnectionRequest {
    /// The state of a request. Only `pending` ever changes.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// Not yet accepted or declined.
        case pending
        /// Accepted by the receiver.
        case accepted
        /// Declined by the receiver. The sender sees ``pending``.
        case declined = "rejected"
        /// Expired after 30 days.
        case expired
        /// Withdrawn by the sender.
        case cancelled

        /// The state at an instant: pending requests expire at `expiresAt`.
        public func current(at now: Date, expiresAt: Date) -> State {
            self == .pending && now >= expiresAt ? .expired : self
        }

        /// The state shown to the sender. Declining is silent: a declined request looks pending until it expires.
        public func asSeenBySender(at now: Date, expiresAt: Date) -> State {
            (self == .declined ? .pending : self).current(at: now, expiresAt: expiresAt)
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
    /// Whether to ask to be friends or to follow.
    public var kind: ConnectionRequest.Kind
    /// The person to ask.
    public var recipient: Recipient
    /// Up to 280 characters. Only adults receive it.
    public var message: String?
    /// The request's id, so that sending it twice makes one request. If the id is in use, the request gets another one.
    /// If nil, the server chooses it.
    public var id: ConnectionRequest.ID?

    /// The person to ask, directly or by their friend code.
    public enum Recipient: Sendable, Equatable {
        /// A person by id or username.
        case person(PersonReference)
        /// The owner of a friend code.
        case code(String)
    }

    /// Creates a request to send.
    public init(
        kind: ConnectionRequest.Kind = .friend, to recipient: Recipient, message: String? = nil,
        id: ConnectionRequest.ID? = nil
    ) {
        self.kind = kind
        self.recipient = recipient
        self.message = message
        self.id = id
    }
}

/// The result of following a person.
///
/// ```swift
/// switch try await session.follow(.username("mira"), notifications: true) {
/// case .following(let mira): show(mira)
/// case .requested(let request): showPending(until: request.expiresAt)
/// }
/// ```
public enum FollowOutcome: Sendable, Equatable {
    /// The viewer now follows the person.
    case following(Person)
    /// The person approves followers; this request is pending.
    case requested(ConnectionRequest)
}
