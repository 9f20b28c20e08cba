import Paceline
import PacelineDatabase

/// The kinds of requests that people don't accept from the viewer. People who accept both are missing.
public typealias RefusedRequests = [Person.ID: Set<ConnectionRequest.Kind>]

/// A person whom the viewer may ask to be friends.
public struct RequestRecipient: Sendable {
    /// With the relationship.
    public let person: Person
    /// The pending request between the viewer and the person.
    public let pending: ConnectionRequest?
    /// Whether the person accepts friend requests from the viewer.
    public let acceptsRequests: Bool
}

extension Session {
    /// Reads a person whom a request is about to be sent to, in one transaction.
    public func recipient(_ reference: PersonReference) async throws -> RequestRecipient {
        try await read { transaction in
            try Graph(transaction).recipient(
                try transaction.resolve(reference, allowingBlocked: true), hasCode: false)
        }
    }
}

extension Graph {
    func recipient(_ id: Person.ID, hasCode: Bool) throws -> RequestRecipient {
        let person = try transaction.person(id)
        let refused = try refusedRequests(of: [person], hasCode: hasCode)[id] ?? []
        return RequestRecipient(
            person: person, pending: try pendingRequests(with: [person])[id],
            acceptsRequests: !refused.contains(.friend))
    }

    /// The requests that pages need not offer, since they would fail with
    /// ``SocialError/Code/requestsNotAllowed``.
    ///
    /// A request reveals the same. What became of earlier requests plays no part, so that declining stays silent.
    /// - Parameters:
    ///   - people: Those with whom the viewer is friends or has a pending request refuse nothing.
    ///   - hasCode: whether the viewer knows their friend codes.
    func refusedRequests(of people: [Person], hasCode: Bool = false) throws -> RefusedRequests {
        let asked = people.filter { Self.unconnected.contains($0.relationship) }.map(\.id)
        guard !asked.isEmpty else { return [:] }
        // Without the code, no one can ask a child, and a child no one.
        let refusesForAge: SQL =
            try hasCode
            ? .empty : viewer.isChild ? "OR 1 = 1" : "OR \(SQL.isChild("people.id", at: now))"
        let refusals = try connection.fetch(
            """
            SELECT people.id, people.privacy_level <> 'public' OR settings.follow_approval = 1
            FROM people
            JOIN settings ON settings.person = people.id
            WHERE people.id IN \(list: asked) AND (settings.allow_friend_requests = 0 \(refusesForAge))
            """
        ) { (person: $0[0] as Person.ID, approvesFollowers: $0[1] as Bool) }
        return refusals.reduce(into: [:]) { refused, refusal in
            refused[refusal.person] = refusal.approvesFollowers ? [.friend, .follow] : [.friend]
        }
    }

    /// Lists may leave out the relationship of people without one.
    private static let unconnected: [Relationship?] = [nil, .notFriends, .following, .followedBy]
}
