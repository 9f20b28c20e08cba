import Foundation
import Paceline
import PacelineClient
import PacelineTestSupport
import Synchronization
import Testing

@Suite("Stores: random actions", .timeLimit(.minutes(15)))
struct StorePropertyTests {
    @Test(
        "whichever requests fail, no row appears twice, no count is negative, and a refresh ends all differences",
        arguments: 1...Repetitions.count(6, deep: 300))
    func random(_ seed: Int) async throws {
        try await Implementation.engineInMemory.run { world in
            let (ana, ben, cat) = try await world.people("ana", "ben", "cat")
            try await world.befriend(ana, ben)
            try await world.befriend(ana, cat)
            var workouts: [Workout] = []
            for hour in 1...7 {
                let owner = [ana, ben, cat][hour % 3]
                workouts.append(
                    try await owner.publishes("\(hour)", .friends, startedAt: owner.hoursAgo(3 * hour)))
            }
            for index in 0..<5 { try await ben.comments("\(index)", on: workouts[0]) }
            let others = [ben, cat]
            try await world.withUnsteadySession(of: ana) { [workouts] session, transport in
                let screen = await RandomScreen(
                    seed: UInt64(seed), as: ana, session, transport, others: others, workouts: workouts)
                try await screen.run(steps: 60)
                try await world.settle()
                try await screen.compare()
            }
        }
    }
}

/// Decides by chance what goes wrong.
private final class Dice: Sendable {
    private let random: Mutex<SeededRandom>

    init(seed: UInt64) {
        random = Mutex(SeededRandom(seed: seed))
    }

    /// Every sixth request fails.
    func fault() -> UnsteadyTransport.Fault? {
        random.withLock { random in
            guard Int.random(in: 0..<6, using: &random) == 0 else { return nil }
            return UnsteadyTransport.Fault.allCases.randomElement(using: &random)
        }
    }
}

/// The stores of one person, with random verbs, reads, failures and live events.
@MainActor
private final class RandomScreen {
    private let ana: Member
    private let others: [Member]
    private let workouts: [Workout]
    private let services: RemoteSession
    private let transport: UnsteadyTransport
    private let feed: Feed
    private let comments: Comments
    private let inbox: Inbox
    private let friends: Friends
    private let requests: Requests
    private let own: Workouts
    private var random: SeededRandom
    /// Verbs and reads without an answer so far.
    private var open: [Task<Void, Never>] = []
    private let seed: UInt64

    init(
        seed: UInt64, as ana: Member, _ session: RemoteSession, _ transport: UnsteadyTransport,
        others: [Member],
        workouts: [Workout]
    ) {
        (self.seed, self.ana, self.transport) = (seed, ana, transport)
        services = session
        (self.others, self.workouts) = (others, workouts)
        random = SeededRandom(seed: seed)
        feed = Feed(session, pageSize: 3)
        comments = Comments(session, on: workouts[0].id.item, pageSize: 3)
        inbox = Inbox(session, pageSize: 3)
        friends = Friends(session, pageSize: 3)
        requests = Requests(session, pageSize: 3)
        own = Workouts(session, pageSize: 3)
    }

    private var stores: [any PagedStore] { [feed, comments, inbox, friends, requests, own] }

    func run(steps: Int) async throws {
        var events = ana.services.events(after: nil, watching: []).makeAsyncIterator()
        #expect(try await events.next()?.content == .upToDate)
        for store in stores { await store.refresh() }
        let dice = Dice(seed: seed &+ 1)
        transport.fails { _ in dice.fault() }
        for step in 0..<steps {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...4: verb(step)
            case 5...6: try await othersAct(step)
            case 7: try await deliver(&events)
            case 8: begin { [store = stores.randomElement(using: &random)] in await store?.refresh() }
            default: begin { [store = stores.randomElement(using: &random)] in await store?.loadMore() }
            }
            // Some answers come before the next step, in any order.
            for _ in 0..<Int.random(in: 0..<4, using: &random) { await Task.yield() }
            if Bool.random(using: &random), !open.isEmpty { await open.removeFirst().value }
            check("after step \(step)")
        }
        for task in open { await task.value }
        transport.fails { _ in nil }
    }

    private func begin(_ action: @escaping @MainActor () async -> Void) {
        open.append(Task { await action() })
    }

    /// Starts a verb of Ana's. It may fail: on the way, or since its target is gone.
    private func verb(_ step: Int) {
        let item = feed.items.randomElement(using: &random)
        let comment = comments.items.randomElement(using: &random)
        let (feed, comments, inbox, friends, requests, own) = (feed, comments, inbox, friends, requests, own)
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2: attempt { if let item { try await feed.toggleKudos(of: item.id) } }
        case 3: attempt { try await comments.post("ana \(step)") }
        case 4: attempt { if let comment { try await comments.toggleHeart(of: comment.id) } }
        case 5: attempt { if let comment { try await comments.delete(comment.id) } }
        case 6: attempt { if let comment { try await comments.edit(comment.id, text: "edited \(step)") } }
        case 7: attempt { try await inbox.markRead(inbox.items.prefix(2).map(\.id)) }
        case 8: attempt { try await inbox.markAllRead() }
        case 9: attempt { if let last = friends.items.last { try await friends.unfriend(last.id) } }
        case 10: attempt { if let first = requests.items.first { try await requests.accept(first.id) } }
        default:
            let start = ana.hoursAgo(Int.random(in: 1..<20, using: &random))
            attempt { try await own.publish(.sample("ana \(step)", startedAt: start)) }
        }
    }

    private func attempt<Answer>(_ verb: @escaping @MainActor () async throws -> Answer) {
        begin {
            do {
                _ = try await verb()
            } catch {
                #expect(error is SocialError, "seed \(self.seed)")
            }
        }
    }

    private func othersAct(_ step: Int) async throws {
        guard let actor = others.randomElement(using: &random),
            let workout = workouts.randomElement(using: &random)
        else { return }
        do {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: try await actor.givesKudos(to: workout)
            case 1: _ = try await actor.services.withdrawKudos(from: workout.id.item)
            case 2: try await actor.comments("\(actor.username) \(step)", on: workout)
            case 3:
                if let comment = comments.items.first(where: { $0.author?.id == actor.id }) {
                    try await actor.services.deleteComment(comment.id)
                }
            case 4: try await actor.asks(ana)
            default: try await actor.publishes("\(step)", .friends, startedAt: actor.hoursAgo(1))
            }
        } catch let error as SocialError {
            // They are friends, or no longer, or what it was about is gone.
            #expect(!error.message.isEmpty)
        }
    }

    /// Applies the events so far to all stores. The last one is that of a change of Ana's settings.
    private func deliver(_ events: inout LiveEvents.Iterator) async throws {
        let settings = try await ana.services.settings()
        try await ana.sets(SettingsChanges(emailNotifications: !settings.emailNotifications))
        while let event = try await events.next(), event.content != .account {
            for store in stores { store.apply(event) }
        }
    }

    private func check(_ time: String) {
        func isUnique<ID: Hashable>(_ ids: [ID], _ name: String) {
            #expect(Set(ids).count == ids.count, "seed \(seed), \(time): \(name) stand twice")
        }
        isUnique(feed.items.map(\.id), "items")
        isUnique(comments.items.map(\.id), "comments")
        isUnique(comments.items.filter { $0.text.hasPrefix("ana") }.map(\.text), "texts of comments")
        isUnique(inbox.items.map(\.id), "notifications")
        isUnique(friends.items.map(\.id), "friends")
        isUnique(requests.items.map(\.id), "requests")
        isUnique(own.items.map(\.id), "workouts")
        let counts =
            feed.items.flatMap { [$0.kudosCount, $0.commentCount] } + comments.items.map(\.heartCount)
            + [inbox.unreadCount]
        #expect(counts.allSatisfy { $0 >= 0 }, "seed \(seed), \(time)")
    }

    /// Empty if Ana no longer sees the item, since she has ended the friendship with its owner.
    private func visibleComments(_ page: PageRequest) async throws -> [Paceline.Comment] {
        do {
            return try await services.comments(on: comments.item, page).items
        } catch let error as SocialError where error.code == .itemNotFound {
            return []
        }
    }

    /// After a refresh, every store shows what the service answers.
    func compare() async throws {
        for store in stores {
            await store.refresh()
            #expect(!store.isStale && !store.isRefreshing, "seed \(seed): \(type(of: store))")
        }
        check("at the end")
        func page(_ count: Int) -> PageRequest { PageRequest(limit: max(3, count)) }
        let items = try await services.feed(FeedQuery(), page(feed.items.count)).items
        #expect(items == feed.items, "seed \(seed)")
        #expect(try await visibleComments(page(comments.items.count)) == comments.items, "seed \(seed)")
        let notified = try await services.notifications(page(inbox.items.count))
        #expect(notified.items == inbox.items && notified.unreadCount == inbox.unreadCount, "seed \(seed)")
        let people = try await services.friends(of: .me, page(friends.items.count)).items
        #expect(people == friends.items, "seed \(seed)")
        let pending = try await services.requests(.incoming, kind: nil, page(requests.items.count)).items
        #expect(pending == requests.items, "seed \(seed)")
        let workouts = try await services.workouts(of: .me, page(own.items.count)).items
        #expect(workouts == own.items, "seed \(seed)")
    }
}
