import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase
import Testing

@testable import PacelineReplica

@Suite("Loading")
struct LoadTests {
    private let people = [Person.numbered(2, relationship: .friends), .numbered(3, relationship: .following)]

    private func answer(_ load: Load, items: [FeedItem], following: [Person]) -> Loaded {
        switch load.kind {
        case .account: return .account(.ana)
        case .following: return .people(following, next: nil)
        case .incomingRequests, .outgoingRequests: return .requests([], next: nil)
        case .groups: return .groups([], next: nil)
        case .invitations: return .invitations([], next: nil)
        case .feed:
            let start = load.cursor.flatMap { Int($0.description) } ?? 0
            let page = items.dropFirst(start).prefix(2)
            let end = start + page.count
            return .items(Array(page), next: end < items.count ? Cursor("\(end)") : nil)
        default: return .people([], next: nil)
        }
    }

    @Test("the first sync asks for the token, then everything is loaded page by page")
    func first() async throws {
        let store = try await ReplicaStore.inMemory()
        #expect(try await store.nextLoad(now: .now) == nil)
        try await store.sync { request in
            #expect(request.since == nil)
            return .page(next: "first")
        }
        let items = (10..<15).map { FeedItem.numbered($0, by: 2, minute: -$0) }
        var kinds: [Load.Kind] = []
        try await store.load { load in
            kinds.append(load.kind)
            return answer(load, items: items, following: people)
        }
        #expect(kinds.filter { $0 == .feed }.count == 3)
        #expect(kinds.first == .account)
        #expect(try await store.homeFeed(limit: 20).map(\.id) == items.map(\.id))
        #expect(try await store.truth().edges == [.numbered(2): .friends, .numbered(3): .following])
        #expect(try await store.loads() == [])
    }

    @Test("it resumes after a restart, and is usable after the first page")
    func resuming() async throws {
        let database = try SQLiteDatabase.inMemory(profile: .device)
        let items = (10..<15).map { FeedItem.numbered($0, by: 2, minute: -$0) }
        let first = try await ReplicaStore(database, process: UUID())
        try await first.sync { _ in .page(next: "first") }
        while let (load, version) = try await first.nextLoad(now: .now) {
            try await first.apply(
                answer(load, items: items, following: people), for: load, requestedAt: version, now: .now)
            if load.kind == .feed { break }
        }
        #expect(try await first.homeFeed(limit: 20).map(\.id) == items.prefix(2).map(\.id))
        try await first.releaseLease()
        let second = try await ReplicaStore(database, process: UUID())
        var cursors: [String?] = []
        try await second.load { load in
            cursors.append(load.cursor?.description)
            return answer(load, items: items, following: people)
        }
        #expect(cursors == ["2", "4"])
        #expect(try await second.homeFeed(limit: 20).map(\.id) == items.map(\.id))
    }

    @Test("loading everything again removes what it does not find, lost people first")
    func sweeping() async throws {
        let store = try await ReplicaStore.ana(
            [.numbered(10, by: 2), .numbered(11, by: 3), .numbered(12, by: 3)])
        let sync = try #require(try await store.prepareSync(at: SyncTime(device: .now)))
        try await store.expireToken(of: sync)
        try await store.sync { _ in .page(next: "anew") }
        var seenAtFeed: [FeedItem.ID] = []
        while let (load, version) = try await store.nextLoad(now: .now) {
            if load.kind == .feed { seenAtFeed = try await store.truth().items.keys.sorted() }
            let loaded = answer(load, items: [.numbered(12, by: 3)], following: [people[1]])
            try await store.apply(loaded, for: load, requestedAt: version, now: .now)
        }
        #expect(seenAtFeed == [.numbered(11), .numbered(12)])
        #expect(try await store.truth().items.keys.sorted() == [.numbered(12)])
        #expect(try await store.truth().people.keys.sorted() == [.numbered(3)])
    }

    @Test("lost people go, and the rest is loaded, while the server fails on the groups")
    func failingEndpoint() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2), .numbered(12, by: 3)])
        let sync = try #require(try await store.prepareSync(at: SyncTime(device: .now)))
        try await store.expireToken(of: sync)
        try await store.sync { _ in .page(next: "anew") }
        var (failures, kinds) = (0, [Load.Kind]())
        while let (load, version) = try await store.nextLoad(now: .now), failures < 5 {
            guard load.kind != .groups else {
                failures += 1
                store.noteFailure(of: load)
                if failures == 1 { #expect(try await store.truth().people.keys.sorted() == [.numbered(3)]) }
                continue
            }
            kinds.append(load.kind)
            let loaded = answer(load, items: [.numbered(12, by: 3)], following: [people[1]])
            try await store.apply(loaded, for: load, requestedAt: version, now: .now)
        }
        #expect(kinds.suffix(2) == [.invitations, .feed])
        #expect(
            try await store.loads().map(\.kind) == [.groups, .sweep], "what is old goes when all is loaded")
        try await store.load { answer($0, items: [], following: []) }
        #expect(try await store.loads() == [])
    }

    @Test("remembered answers go when the changes that may have taken them back are lost, but not the games")
    func expiredAnswers() async throws {
        let store = try await ReplicaStore.ana()
        let version = try await store.truthVersion()
        for key in ["/v1/people/ben", AnswerKey.games] {
            try await store.remember([1], for: key, naming: [], requestedAt: version, readAt: .now)
        }
        let sync = try #require(try await store.prepareSync(at: SyncTime(device: .now)))
        try await store.expireToken(of: sync)
        #expect(try await store.rememberedAnswer(for: "/v1/people/ben") == nil)
        #expect(try await store.rememberedAnswer(for: AnswerKey.games) != nil)
    }

    @Test("a page that was asked for before something was lost is thrown away and asked for again")
    func outdated() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2)])
        try await store.scheduleLoad(.personFeed, Person.ID.numbered(2).uuid)
        let (load, version) = try #require(try await store.nextLoad(now: .now))
        // Meanwhile the person blocks Ana.
        try await store.sync { _ in .page([.edge(.numbered(2), .notFriends)]) }
        let isApplied = try await store.apply(
            .items([.numbered(10, by: 2)], next: nil), for: load, requestedAt: version, now: .now)
        #expect(!isApplied)
        #expect(try await store.truth().items == [:])
        #expect(try await store.loads().map(\.kind) == [.person, .personFeed])
    }

    @Test("the feed is loaded for 90 days")
    func horizon() async throws {
        let store = try await ReplicaStore.inMemory()
        try await store.sync { _ in .page(next: "first") }
        let minutes = [0, -89 * 24 * 60, -91 * 24 * 60, -92 * 24 * 60, -93 * 24 * 60]
        let items = minutes.enumerated().map { FeedItem.numbered(10 + $0.offset, by: 2, minute: $0.element) }
        try await store.load { answer($0, items: items, following: people) }
        #expect(try await store.homeFeed(limit: 20).count == 4)
    }

    @Test("after a day, what names people whom the viewer does not follow goes")
    func strangers() async throws {
        var followed = FeedItem.numbered(11, by: 3)
        followed.latestComment = .numbered(21, on: 11, by: 9)
        let store = try await ReplicaStore.ana(
            [.numbered(10, by: 9), followed, .numbered(12, by: 1)],
            comments: [.numbered(21, on: 11, by: 9), .numbered(22, on: 11, by: 2)])
        let version = try await store.truthVersion()
        for number in [2, 9] {
            try await store.remember(
                [1], for: "board/\(number)", naming: [.numbered(number)], requestedAt: version, readAt: .now)
        }
        try await store.removeExpired(now: .now + .day)
        #expect(try await store.truth().items.count == 3)
        try await store.removeExpired(now: .now + .day + 1)
        let truth = try await store.truth()
        #expect(truth.items.keys.sorted() == [.numbered(11), .numbered(12)])
        #expect(truth.items[.numbered(11)]?.value.latestComment == nil)
        #expect(truth.comments.keys.sorted() == [.numbered(22)])
        #expect(try await store.rememberedAnswer(for: "board/2") != nil)
        #expect(try await store.rememberedAnswer(for: "board/9") == nil)
        try await store.removeExpired(now: .now + 30 * .day + 1)
        #expect(try await store.rememberedAnswer(for: "board/2") == nil)
    }

    @Test("the newest 200 comments of an item and 5 MB of answers are kept")
    func limits() async throws {
        let comments = (0..<205).map { number in
            var comment = Comment.numbered(1_000 + number, on: 10, by: 2)
            comment.createdAt = .start.addingTimeInterval(Double(number))
            return comment
        }
        let store = try await ReplicaStore.ana([.numbered(10, by: 2)], comments: comments)
        let version = try await store.truthVersion()
        for number in 0..<6 {
            try await store.remember(
                Array(repeating: 1, count: 1 << 20), for: "answer/\(number)", naming: [],
                requestedAt: version,
                readAt: .now + Int64(number))
        }
        try await store.removeExpired(now: .now)
        #expect(try await store.comments(on: .numbered(10)).map(\.id) == comments.dropFirst(5).map(\.id))
        #expect(try await store.rememberedAnswer(for: "answer/0") == nil)
        #expect(try await store.rememberedAnswer(for: "answer/1") != nil)
    }
}
