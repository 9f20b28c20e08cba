import Paceline

/// Friends, followers and requests of the viewer.
enum FriendsPages {
    static func showFriends(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let page = try await caller.session.friendsPage(visit.page(of: 50), requestLimit: 50)
        let isFirst = visit.query["cursor"] == nil
        let (received, asked) = isFirst ? (page.incoming, page.sent) : ([], [])
        let requests: View = [
            "incoming": PeopleCard(
                name: "incoming", title: visit.wording("friends.incoming"),
                requests: received.map { request($0, $0.from, visit) }
            ).value,
            "sent": PeopleCard(
                name: "sent", title: visit.wording("friends.sent"),
                requests: asked.map { request($0, $0.to, visit) }
            ).value,
        ]
        return list("friends", page.friends, visit, requests)
    }

    static func showFollowers(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        list("followers", try await caller.session.followers(of: .me, visit.page(of: 50)), visit) {
            $0.asFollower
        }
    }

    static func showFollowing(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        list("following", try await caller.session.following(of: .me, visit.page(of: 50)), visit) { $0.view }
    }

    private static func list(
        _ name: String, _ people: Page<Person>, _ visit: Visit, _ extra: View = View(),
        _ actions: (RelationshipView) -> View? = { _ in nil }
    ) -> PageAnswer {
        let wording = visit.wording
        let lines = people.items.map { person in
            let relationship = RelationshipView(person: person, path: visit.path, wording: wording)
            return person.line.merging(["relationship": .view(optional: actions(relationship))])
        }
        let empty = EmptyState(
            icon: .people, title: wording("friends.\(name)EmptyTitle"),
            text: wording("friends.\(name)EmptyText"), link: ("/friends/find", wording("home.findFriends")))
        let view: View = [
            "tabs": Tabs.friends.view(wording, shown: name),
            "heading": .text(wording("friends.\(name)")),
            "news": visit.news(in: "known", of: "people", "friends.fresh"), "incoming": .nothing,
            "sent": .nothing,
            "known": PeopleCard(
                name: "people", title: wording("friends.\(name)"), list: "people", people: lines
            ).value,
            "empty": lines.isEmpty ? .view(empty.view) : .nothing,
            "more": visit.more(people.next, in: "people", "friends.more"),
        ]
        return .page("Graph/friends", title: wording("friends.\(name)"), at: .friends, view.merging(extra))
    }

    private static func request(_ request: ConnectionRequest, _ other: Person, _ visit: Visit) -> View {
        let isIncoming = request.from.id == other.id
        let kind =
            isIncoming ? "friends.wants.\(request.kind.rawValue)" : "friends.asked.\(request.kind.rawValue)"
        var person = other
        person.relationship = isIncoming ? .requestSentToMe : .requestSentByMe
        let relationship = RelationshipView(
            person: person, request: request, path: visit.path, wording: visit.wording)
        return other.line.merging([
            "kind": .text(visit.wording(kind)), "message": .text(optional: request.message),
            "time": .view(visit.wording.time(request.createdAt)), "relationship": .view(relationship.view),
        ])
    }
}
