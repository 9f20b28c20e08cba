import Paceline

/// What the page of the viewer's friends shows.
public struct FriendsPage: Sendable {
    public let friends: Page<Person>
    /// Requests that wait for the viewer, and requests of the viewer that wait for others, newest first.
    public let incoming: [ConnectionRequest]
    public let sent: [ConnectionRequest]
}

/// What the page of finding people shows.
public struct FindPage: Sendable {
    /// The viewer's own code.
    public let code: FriendCodeLink
    /// People whom the viewer may know; empty while the viewer searches.
    public let suggestions: [Person]
    /// What the search found; nil without one.
    public let found: Page<Person>?
    /// The requests that wait between the viewer and people who were found.
    public let requests: [Person.ID: ConnectionRequest]
}

extension Session {
    /// Reads the viewer's friends with the requests that wait, as they stand at one moment.
    public func friendsPage(_ page: PageRequest, requestLimit: Int) async throws -> FriendsPage {
        try await read { transaction in
            let waiting = { (direction: ConnectionRequest.Direction) in
                let found = try transaction.requests(direction, nil, PageRequest(limit: requestLimit))
                return try transaction.presenting(found.items)
            }
            return FriendsPage(
                friends: try transaction.people(.friends, of: transaction.viewer.id, page),
                incoming: try waiting(.incoming), sent: try waiting(.outgoing))
        }
    }

    /// Reads the viewer's code, and whom the query finds or, without one, whom the viewer may know.
    public func findPage(
        matching query: String?, _ page: PageRequest, suggestionLimit: Int
    ) async throws -> FindPage {
        try await read { transaction in
            let code = try transaction.friendCode()
            guard let query else {
                let suggestions = try transaction.suggestions(
                    codes: [], PageRequest(limit: suggestionLimit))
                return FindPage(code: code, suggestions: suggestions.items, found: nil, requests: [:])
            }
            let found = try transaction.search(query, page)
            return FindPage(
                code: code, suggestions: [], found: found,
                requests: try transaction.waitingRequests(with: found.items))
        }
    }
}
