import Paceline

/// The data for the page of the viewer's friends.
public struct FriendsPage: Sendable {
    public let friends: Page<Person>
    /// Pending requests to the viewer, newest first.
    public let incoming: Page<ConnectionRequest>
    /// Pending requests from the viewer, newest first.
    public let sent: Page<ConnectionRequest>
}

/// The data for the page that finds people.
public struct FindPage: Sendable {
    /// The viewer's own friend code.
    public let code: FriendCodeLink
    /// People whom the viewer may know; empty when there is a search query.
    public let suggestions: [Suggestion]
    /// The search results; nil without a query.
    public let found: Page<Person>?
    /// Pending requests between the viewer and the people found.
    public let requests: [Person.ID: ConnectionRequest]
    /// What the people found and suggested don't accept.
    public let refused: RefusedRequests
}

extension Session {
    /// Reads the viewer's friends and pending requests in one transaction.
    public func friendsPage(
        _ page: PageRequest, incoming: PageRequest, sent: PageRequest
    ) async throws -> FriendsPage {
        try await read { transaction in
            let graph = Graph(transaction)
            return FriendsPage(
                friends: try transaction.people(.friends, of: transaction.viewer.id, page),
                incoming: try graph.requests(.incoming, nil, incoming),
                sent: try graph.requests(.outgoing, nil, sent))
        }
    }

    /// Reads the viewer's friend code with either the search results or, without a query, suggestions.
    public func findPage(
        matching query: String?, _ page: PageRequest, suggestionLimit: Int
    ) async throws -> FindPage {
        try await read { transaction in
            let code = try Accounts(transaction).friendCode()
            guard let query else {
                let suggestions = try transaction.suggestions(limit: suggestionLimit)
                return FindPage(
                    code: code, suggestions: suggestions, found: nil, requests: [:],
                    refused: try Graph(transaction).refusedRequests(of: suggestions.map(\.person)))
            }
            let found = try transaction.search(query, page)
            return FindPage(
                code: code, suggestions: [], found: found,
                requests: try Graph(transaction).pendingRequests(with: found.items),
                refused: try Graph(transaction).refusedRequests(of: found.items))
        }
    }
}
