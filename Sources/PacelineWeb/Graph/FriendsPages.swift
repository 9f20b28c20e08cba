import Paceline

/// The user's friends, followers and requests.
enum FriendsPages {
    private static let peopleShown = 30
    private static let requestsShown = 15

    static func showFriends(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let page = try await user.session.friendsPage(
            request.page(of: peopleShown), incoming: request.page(of: requestsShown, at: "incoming"),
            sent: request.page(of: requestsShown, at: "sent"))
        guard request.query["cursor"] == nil else { return list("friends", page.friends, request) }
        let requests: View = [
            "incoming": section("incoming", page.incoming, request) { $0.from },
            "sent": section("sent", page.sent, request) { $0.to },
        ]
        return list("friends", page.friends, request, requests)
    }

    private static func section(
        _ name: String, _ requests: Page<ConnectionRequest>, _ request: WebRequest,
        _ other: (ConnectionRequest) -> Person
    ) -> ViewValue {
        PeopleSection(
            name: name, title: request.localizer("friends.\(name)"),
            requests: requests.items.map { line($0, other($0), request) },
            more: request.moreLink(requests.next, ofCard: name, "friends.more")
        ).value
    }

    static func showFollowers(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        list("followers", try await user.session.followers(of: .me, request.page(of: peopleShown)), request) {
            $0.asFollower
        }
    }

    static func showFollowing(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        list("following", try await user.session.following(of: .me, request.page(of: peopleShown)), request) {
            $0.view
        }
    }

    private static func list(
        _ name: String, _ people: Page<Person>, _ request: WebRequest, _ extra: View = View(),
        _ actions: (RelationshipView) -> View? = { _ in nil }
    ) -> PageResponse {
        let localizer = request.localizer
        let lines = people.items.map { person in
            let relationship = RelationshipView(person: person, path: request.path, localizer: localizer)
            return person.line.merging(["relationship": .view(optional: actions(relationship))])
        }
        let empty = EmptyState(
            icon: .people, title: localizer("friends.\(name)EmptyTitle"),
            text: localizer("friends.\(name)EmptyText"),
            link: ("/friends/find", localizer("home.findFriends")))
        let view: View = [
            "tabs": Tabs.friends.view(localizer, shown: name),
            "heading": .text(localizer("friends.\(name)")),
            "news": request.refreshButton(in: "connections", of: "people", "friends.fresh"),
            "incoming": .nothing,
            "sent": .nothing,
            "connections": PeopleSection(
                name: "people", title: localizer("friends.\(name)"), list: "people", people: lines
            ).value,
            "empty": lines.isEmpty ? .view(empty.view) : .nothing,
            "more": request.moreLink(people.next, in: "people", "friends.more"),
        ]
        return .page("Graph/friends", title: localizer("friends.\(name)"), at: .friends, view.merging(extra))
    }

    private static func line(_ connection: ConnectionRequest, _ other: Person, _ request: WebRequest) -> View
    {
        let isIncoming = connection.from.id == other.id
        let kind =
            isIncoming
            ? "friends.wants.\(connection.kind.rawValue)" : "friends.asked.\(connection.kind.rawValue)"
        var person = other
        person.relationship = isIncoming ? .requestSentToMe : .requestSentByMe
        let relationship = RelationshipView(
            person: person, request: connection, path: request.path, localizer: request.localizer)
        return other.line.merging([
            "kind": .text(request.localizer(kind)),
            "message": .text(
                optional: connection.message.map {
                    connection.isWaiting == true ? request.localizer("request.waiting", ["message": $0]) : $0
                }),
            "time": .view(request.localizer.time(connection.createdAt)),
            "relationship": .view(relationship.view),
        ])
    }
}
