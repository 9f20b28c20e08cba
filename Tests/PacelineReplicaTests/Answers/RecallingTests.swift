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
