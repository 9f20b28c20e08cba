import Foundation

/// A wish to be friends, or to follow somebody who approves followers.
public struct ConnectionRequest: Sendable, Equatable, Codable, Identifiable {
    public typealias ID = Identifier<ConnectionRequest>

    public var id: ID
    public var kind: Kind
    public var from: Person
    public var to: Person
    public var message: String?
    public var state: State
    public var createdAt: Date
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

    public enum Kind: String, Sendable, Codable, CaseIterable {
        case friend, follow
    }

    public enum Direction: String, Sendable, Codable, CaseIterable {
        case incoming, outgoing
    }
}

extension ConnectionRequest {
    /// Where a request stands. Only `pending` ever changes.
    public enum State: String, Sendable, Codable, CaseIterable {
        case pending, accepted, rejected, expired, cancelled

        /// What a pending request has become by now.
        public func current(at now: Date, expiresAt: Date) -> State {
            self == .pending && now >= expiresAt ? .expired : self
        }

        /// What the sender is told. A rejection is silent: to its sender it stays pending until it expires.
        public func asSeenBySender(at now: Date, expiresAt: Date) -> State {
            (self == .rejected ? .pending : self).current(at: now, expiresAt: expiresAt)
        }
    }

    /// How long a request waits for an answer: 30 days.
    public static let lifetime: TimeInterval = 30 * 86_400
}

/// What is asked for with a new request: somebody by name or id, or the owner of a friend code.
public struct RequestDraft: Sendable, Equatable {
    public var kind: ConnectionRequest.Kind
    public var recipient: Recipient
    public var message: String?

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

/// What following led to.
public enum FollowOutcome: Sendable, Equatable {
    case following(Person)
    /// The profile approves its followers: this waits for it.
    case requested(ConnectionRequest)
}
