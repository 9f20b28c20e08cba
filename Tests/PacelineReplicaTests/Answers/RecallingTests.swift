import Foundation
import Paceline
import PacelineAPI
import Testing

@testable import PacelineReplica

@Suite("Remembered answers")
struct RecallingTests {
    /// Remembers an answer that names some people, and queues a change.
    /// - Returns: the answer as it is recalled then.
    private func recall<Value: WireValue>(
        _ answer: Value, to target: String, naming people: Set<Person.ID>, after change: QueuedRequest
    ) async throws -> Value {
        let store = try await ReplicaStore.ana()
        let read = try ReadRequest(target)
        #expect(
            try await store.remember(
                answer.json(), for: try #require(read.key), naming: people,
                requestedAt: store.truthVersion(), readAt: .now))
        _ = try await store.queue(change, at: .now)
        return try PacelineJSON.decode(Value.self, from: try #require(try await store.recall(read)))
    }

    @Test("relationships are shown as they will be")
    func relationships() async throws {
        let mira = Person.numbered(3, relationship: .following)
        let recalled = try await recall(
            mira, to: "/v1/people/person3", naming: [mira.id], after: .unfollow(mira.id))
        #expect(recalled.relationship == .notFriends)
    }

    @Test(
        "new kudos of the viewer lead the list, and those that the server has are not repeated",
        arguments: [false, true])
    func ownKudos(areKnown: Bool) async throws {
        let store = try await ReplicaStore.ana([.numbered(9, by: 2, kudos: 41, isMine: areKnown)])
        let item = FeedItem.ID.numbered(9)
        let read = try ReadRequest("/v1/items/\(item)/kudos")
        let page = Page(
            items: [Kudos(person: .numbered(3), big: false, createdAt: .start)], next: Cursor("more"))
        try await store.remember(
            page.json(), for: try #require(read.key), naming: [.numbered(3)],
            requestedAt: store.truthVersion(), readAt: .now)
        try await store.append(
            try QueuedRequest(.put, "/v1/items/\(item)/kudos", bodyText: #"{"big":true}"#), madeAt: .now)
        let shown = try PacelineJSON.decode(
            Page<Kudos>.self, from: try #require(try await store.recall(read)))
        #expect(shown.items.map(\.person.id) == (areKnown ? [.numbered(3)] : [.numbered(1), .numbered(3)]))
        #expect(shown.items.map(\.big) == (areKnown ? [false] : [true, false]))
    }

    @Test("notifications are shown as read once they are marked")
    func notifications() async throws {
        let inbox = NotificationInbox(items: [.numbered(1), .numbered(2)], unreadCount: 2)
        let cases: [(ids: [SocialNotification.ID]?, expected: [Bool])] = [
            ([.numbered(1)], [true, false]), (nil, [true, true]),
        ]
        for (ids, expected) in cases {
            let marking = try QueuedRequest(
                API.readNotifications, NoParameters(), ReadNotifications(upTo: .start, ids: ids))
            let recalled = try await recall(
                inbox, to: "/v1/notifications", naming: [.numbered(2)], after: marking)
            #expect(recalled.items.map(\.isRead) == expected)
            #expect(recalled.unreadCount == expected.count { !$0 })
        }
    }
}
