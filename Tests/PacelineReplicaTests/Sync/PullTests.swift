import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase
import Testing

@testable import PacelineReplica

@Suite("Applying what the server tells")
struct PullTests {
    @Test("the end of the last sync does not move back, when another process synced meanwhile")
    func syncedAt() async throws {
        let store = try await ReplicaStore.ana()
        for time in [Int64.now + 1_000, .now] { try await store.noteSync(syncedAt: time, offlineSince: nil) }
        #expect(try await store.progress().syncedAt == Date(milliseconds: .now + 1_000))
    }

    @Test("removing items and comments also removes the answers that contain one of them, and no others")
    func answersOfRemoved() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2), .numbered(11, by: 2)])
        let version = try await store.truthVersion()
        let (item, comment) = (FeedItem.ID.numbered(10), Comment.ID.numbered(20))
        let answers = [
            "/v1/items/\(item)/kudos": "[]", "/v1/people/a": #"[{"comment":{"id":"\#(comment)"}}]"#,
            "/v1/people/b": #"{"item":"\#(FeedItem.ID.numbered(11))"}"#, "/v1/people/c": "-",
        ]
        for (key, json) in answers {
            try await store.remember(
                Array(json.utf8), for: key, naming: [], requestedAt: version, readAt: .now)
        }
        try await store.sync { _ in
            .page([.deleted(.item, item.uuid), .deleted(.comment, comment.uuid)], next: "third")
        }
        for (key, isKept) in zip(answers.keys.sorted(), [false, false, true, true]) {
            let answer = try await store.rememberedAnswer(for: key)
            #expect((answer != nil) == isKept, "\(key)")
        }
    }

    private let item = FeedItem.ID.numbered(10)
    private let two = Person.numbered(2)
    private let three = Person.numbered(3)

    @Test("changes, the place after them and the answers are applied together")
    func page() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2, kudos: 5)])
        try await store.append(.kudos(item), madeAt: .now)
        var asked: SyncRequest?
        let applied = try await store.sync { request in
            asked = request
            return .page(
                [.item(.numbered(10, by: 2, kudos: 6, isMine: true))], results: request.successes,
                next: "third")
        }
        #expect(asked?.since == ChangeToken("second"))
        #expect(asked?.commands.map(\.number) == [1])
        #expect(applied == SyncOutcome())
        #expect(try await store.outbox().commands == [])
        #expect(try await store.item(item)?.kudosCount == 6)
        _ = try await store.sync { request in
            #expect(request.since == ChangeToken("third"))
            #expect(request.acknowledged == 1)
            return .page()
        }
    }

    @Test("an answered command is shown until the changes contain what it did")
    func settling() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2, kudos: 5)])
        try await store.append(.kudos(item), madeAt: .now)
        try await store.sync { .page(results: $0.successes, isSettled: false) }
        #expect(try await store.item(item)?.kudosCount == 6)
        try await store.sync { _ in .page(hasMore: true) }
        #expect(try await store.outbox().commands.map(\.state) == [.answered(1)])
        try await store.sync { _ in .page([.item(.numbered(10, by: 2, kudos: 6, isMine: true))]) }
        #expect(try await store.outbox().commands == [])
        #expect(try await store.item(item)?.kudosCount == 6)
    }

    @Test("while everything is loaded again, what was answered is still shown")
    func settlingWhileLoading() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2, kudos: 5)])
        try await store.append(.kudos(item), madeAt: .now)
        try await store.expireToken(of: try #require(try await store.prepareSync(at: SyncTime(device: .now))))
        try await store.sync { .page(results: $0.successes, next: "anew") }
        try await store.sync { _ in .page() }
        #expect(try await store.item(item)?.hasKudos == true)
        #expect(try await store.item(item)?.kudosCount == 6)
        try await store.loadNothing()
        try await store.sync { _ in .page() }
        #expect(try await store.outbox().commands == [])
    }

    @Test("an answer that another process has overtaken is thrown away")
    func overtaken() async throws {
        let database = try SQLiteDatabase.inMemory(profile: .device)
        let app = try await ReplicaStore(database, process: UUID())
        let widget = try await ReplicaStore(database, process: UUID())
        try await app.append(.kudos(item), madeAt: .now)
        let stopped = try #require(try await app.prepareSync(at: SyncTime(device: .now)))
        // The other process waits for the lease, and then sends the same command under the same number.
        #expect(try await widget.prepareSync(at: SyncTime(device: .now + 1_000)) == nil)
        let later = Int64.now + ReplicaTransaction.leaseDuration + 1
        let resent = try #require(try await widget.prepareSync(at: SyncTime(device: later)))
        #expect(resent.request == stopped.request)
        _ = try await widget.apply(
            .page(results: resent.request.successes, next: "b"), to: resent, now: later)
        let applied = try await app.apply(
            .page([.item(.numbered(10, by: 2))], results: [CommandResult(number: 1, status: 404)], next: "a"),
            to: stopped, now: later)
        #expect(applied.isOutdated)
        #expect(try await app.truth().items == [:])
        #expect(try await app.refusals() == [])
        #expect(try await widget.prepareSync(at: SyncTime(device: later))?.request.since == ChangeToken("b"))
    }

    @Test("a lease of the future, from before the clock was set back, does not last")
    func clockSetBack() async throws {
        let database = try SQLiteDatabase.inMemory(profile: .device)
        let app = try await ReplicaStore(database, process: UUID())
        let widget = try await ReplicaStore(database, process: UUID())
        _ = try await app.prepareSync(at: SyncTime(device: .now + 365 * .day))
        #expect(try await widget.prepareSync(at: SyncTime(device: .now)) != nil)
    }

    @Test("an edge that changes removes what there was of the person, and loads it again")
    func edges() async throws {
        let store = try await ReplicaStore.ana(
            [.numbered(10, by: 2), .numbered(11, by: 3)],
            comments: [.numbered(20, on: 11, by: 2), .numbered(21, on: 11, by: 3)])
        let version = try await store.truthVersion()
        try await store.remember(
            Array("[]".utf8), for: "people/2", naming: [two.id], requestedAt: version, readAt: .now)
        try await store.remember(
            Array("[]".utf8), for: "people/3", naming: [three.id], requestedAt: version, readAt: .now)
        try await store.sync { _ in .page([.edge(two, .followedBy)]) }
        let truth = try await store.truth()
        #expect(truth.items.keys.sorted() == [.numbered(11)])
        #expect(truth.comments.keys.sorted() == [.numbered(21)])
        #expect(truth.people.keys.sorted() == [three.id])
        #expect(truth.edges[two.id] == .followedBy)
        #expect(try await store.rememberedAnswer(for: "people/2") == nil)
        #expect(try await store.rememberedAnswer(for: "people/3") != nil)
        #expect(try await store.loads().map(\.kind) == [.person])
    }

    @Test("a block and its end reload everything", arguments: [Relationship?.some(.blockedByMe), nil])
    func blocks(_ relationship: Relationship?) async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2), .numbered(11, by: 3)])
        let change: Change = relationship.map { .edge(two, $0) } ?? .deleted(.edge, two.id.uuid)
        try await store.sync { _ in .page([change]) }
        #expect(try await store.truth().items.keys.sorted() == [.numbered(11)])
        #expect(try await store.loads().map(\.kind) == Load.full)
    }

    @Test("a muted person's items and comments go, also as latest comments, and come back when unmuted")
    func mutes() async throws {
        var other = FeedItem.numbered(11, by: 3)
        other.latestComment = .numbered(20, on: 11, by: 2)
        let store = try await ReplicaStore.ana(
            [.numbered(10, by: 2), other], comments: [.numbered(20, on: 11, by: 2)])
        try await store.sync { _ in .page([.mute(two)]) }
        let truth = try await store.truth()
        #expect(truth.items.keys.sorted() == [.numbered(11)])
        #expect(truth.items[.numbered(11)]?.value.latestComment == nil)
        #expect(truth.comments == [:])
        #expect(truth.mutes == [two.id])
        try await store.sync { _ in .page([.deleted(.mute, two.id.uuid)]) }
        #expect(try await store.truth().mutes == [])
        #expect(try await store.loads().map(\.kind).contains(.person))
    }

    @Test("what is deleted or hidden goes from remembered answers, too, and from no others")
    func rememberedAnswers() async throws {
        let store = try await ReplicaStore.ana(
            [.numbered(10, by: 2)], comments: [.numbered(20, on: 10, by: 3)])
        // The device does not hold 12, an old item, and 22 on it.
        let answers = [
            "/v1/workouts/\(item)": "{}", "/v1/people/a/workouts": #"{"items": [{"id": "\#(item)"}]}"#,
            "/v1/items/12/comments": #"{"items": [{"id": "\#(Paceline.Comment.ID.numbered(22))"}]}"#,
            "/v1/people/b/workouts": #"{"items": [{"id": "\#(FeedItem.ID.numbered(11))"}]}"#,
        ]
        for (key, json) in answers {
            try await store.remember(
                Array(json.utf8), for: key, naming: [], requestedAt: store.truthVersion(), readAt: .now)
        }
        try await store.sync { _ in
            .page([.deleted(.item, item.uuid), .deleted(.comment, Paceline.Comment.ID.numbered(22).uuid)])
        }
        var kept: [String] = []
        for key in answers.keys where try await store.rememberedAnswer(for: key) != nil { kept.append(key) }
        #expect(kept == ["/v1/people/b/workouts"])
    }

    @Test("what a person hides goes from their items")
    func hiddenDetails() async throws {
        var open = two
        (open.showsWorkoutDetails, open.stats) = (true, PersonStats())
        let store = try await ReplicaStore.ana([.numbered(10, by: 2)])
        try await store.sync { [open] _ in .page([.person(open)]) }
        try await store.loadNothing()
        try await store.sync { [open] _ in .page([.person(open), .item(.numbered(10, by: 2))]) }
        var hidden = open
        hidden.showsWorkoutDetails = false
        try await store.sync { [hidden] _ in .page([.person(hidden)]) }
        #expect(try await store.truth().items == [:])
        #expect(try await store.loads().map(\.kind) == [.personFeed])
    }

    @Test("another age group reloads everything, and what others showed is gone at once")
    func age() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2)])
        var account = Account.ana
        account.birthDate = Day("2012-05-01")
        try await store.sync { [account] _ in .page([.account(account)]) }
        let truth = try await store.truth()
        #expect(truth.items == [:] && truth.people == [:])
        #expect(truth.account == account)
        #expect(try await store.loads().map(\.kind) == Load.full)
    }

    @Test("a value that cannot be read is loaded, and an unknown kind is passed over")
    func unreadable() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2)])
        let answer = try LenientSyncAnswer(
            parsing: Array(
                """
                {"results": [], "next": "n", "hasMore": false, "isSettled": true, "changes": [
                    {"kind": "item", "id": "\(item)", "isDeleted": false, "item": {"id": "\(item)"}},
                    {"kind": "spaceship", "id": "\(item)", "isDeleted": false}]}
                """.utf8))
        #expect(answer.changes == [.unreadable(.item, item.uuid)])
        try await store.sync { _ in answer }
        #expect(try await store.truth().items == [:])
        #expect(try await store.loads().map(\.kind) == [.item])
        try await store.load { _ in .item(.numbered(10, by: 2, kudos: 9)) }
        #expect(try await store.item(item)?.kudosCount == 9)
        #expect(try await store.loads() == [])
    }

    @Test("another site's page is no answer")
    func captivePortal() {
        for text in ["<html>Welcome to the hotel</html>", "{}", #"{"results": {}, "changes": []}"#] {
            #expect(throws: SyncFailure.self, "\(text)") { try LenientSyncAnswer(parsing: Array(text.utf8)) }
        }
    }

    @Test("a comment that the content filter holds is kept from the answer")
    func waitingComment() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2)])
        try await store.append(.comment("See example.com", as: .numbered(20), on: item), madeAt: .now)
        var comment = Comment.numbered(20, on: 10, by: 1)
        comment.isWaiting = true
        let body = JSONText(String(decoding: try comment.json(), as: UTF8.self))
        try await store.sync { _ in .page(results: [CommandResult(number: 1, status: 201, body: body)]) }
        #expect(try await store.outbox().commands == [])
        #expect(try await store.comments(on: item).map(\.isWaiting) == [true])
    }

    @Test("after a copied store, the device takes another id and sends the rest")
    func deviceReused() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2)])
        try await store.append(.kudos(item), madeAt: .now)
        let sync = try #require(try await store.prepareSync(at: SyncTime(device: .now)))
        try await store.append(.comment("Well rowed!", as: .numbered(20), on: item), madeAt: .now)
        let device = UUID()
        try await store.renewDevice(after: sync, to: device)
        #expect(try await store.refusals().map(\.reason) == [.outcomeUnknown])
        let next = try #require(try await store.prepareSync(at: SyncTime(device: .now))).request
        #expect(next.device.uuid == device)
        #expect(next.commands.map(\.number) == [1])
        #expect(next.acknowledged == 0)
    }

    @Test("what stays unanswered for 90 days has an unknown outcome, and the rest goes under another id")
    func forgottenNumbers() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2)])
        try await store.append(.kudos(item), madeAt: .now)
        // Without the server's time, a clock that is wrong by years ends nothing.
        _ = try await store.prepareSync(at: SyncTime(device: .now - 900 * .day))
        let sent = try #require(try await store.prepareSync(at: SyncTime(device: .now, server: .now))).request
        try await store.append(.kudos(.numbered(11)), madeAt: .now)
        // The device's clock is wrong by years, and the server's time decides.
        let years = SyncTime(device: .now + 900 * .day, server: .now + 90 * .day)
        let again = try #require(try await store.prepareSync(at: years)).request
        #expect(again.device == sent.device)
        #expect(again.commands.map(\.number) == [1, 2])
        let late = SyncTime(device: .now, server: .now + 90 * .day + 1)
        let renewed = try #require(try await store.prepareSync(at: late)).request
        #expect(renewed.device != sent.device)
        #expect(renewed.commands == [])
        #expect(try await store.refusals().map(\.reason) == [.outcomeUnknown, .outcomeUnknown])
    }

    @Test("without a valid session, what the server sent is gone at once, and what waits stays")
    func dropping() async throws {
        let store = try await ReplicaStore.ana(
            [.numbered(10, by: 2)], comments: [.numbered(20, on: 10, by: 3)])
        try await store.append(.kudos(item), madeAt: .now)
        let version = try await store.truthVersion()
        try await store.dropTruth()
        #expect(try await store.truth() == Truth())
        #expect(try await store.outbox().commands.count == 1)
        let isKept = try await store.remember([], for: "a", naming: [], requestedAt: version, readAt: .now)
        #expect(!isKept)
    }
}
