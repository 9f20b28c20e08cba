import Foundation
import Paceline
import PacelineClient
import Testing

@Suite("Stores: people and requests", .timeLimit(.minutes(5)))
@MainActor struct PeopleStoreTests {
    @Test("requests are accepted, declined, sent and cancelled", .world, arguments: Implementation.allCases)
    func requests(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cat, dan) = try await world.people("ana", "ben", "cat", "dan")
        let (fromBen, fromCat) = (try await ben.asks(ana), try await cat.asks(ana))
        let (incoming, outgoing) = (Requests(ana.services), Requests(ana.services, .outgoing))
        await incoming.refresh()
        await outgoing.refresh()
        #expect(incoming.items.map(\.id) == [fromCat.id, fromBen.id])
        #expect(outgoing.phase == .empty)
        #expect(try await incoming.accept(fromBen.id).state == .accepted)
        try await incoming.decline(fromCat.id)
        #expect(incoming.phase == .empty)
        world.clock.tick()
        let sent = try await outgoing.send(RequestDraft(to: .person(dan.reference)))
        #expect(outgoing.items == [sent])
        await expectRefusal(.requestExists) {
            try await outgoing.send(RequestDraft(to: .person(dan.reference)))
        }
        #expect(outgoing.items == [sent])
        try await outgoing.cancel(sent.id)
        #expect(outgoing.phase == .empty)
        #expect(try await ana.friends(of: ana) == ["ben"])
        #expect(try await ana.requests(.incoming).isEmpty)
        #expect(try await ana.requests(.outgoing).isEmpty)
    }

    @Test(
        "a request that is gone is refused, and no longer shown", .world,
        arguments: Implementation.allCases)
    func goneRequest(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let request = try await ben.asks(ana)
        let requests = Requests(ana.services)
        await requests.refresh()
        try await ben.services.cancel(request.id)
        await expectRefusal(.requestNotFound) { try await requests.accept(request.id) }
        #expect(requests.phase == .empty)
        #expect(requests.problem?.code == .requestNotFound)
    }

    @Test("people leave the lists that a verb takes them off", .world, arguments: Implementation.allCases)
    func lists(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cat) = try await world.people("ana", "ben", "cat")
        try await world.befriend(ana, ben)
        try await world.befriend(ana, cat)
        let stores = Friends.Kind.allCases.map { Friends(ana.services, $0) }
        let friends = stores[0]
        for store in stores { await store.refresh() }
        #expect(stores.map { $0.items.count } == [2, 2, 2, 0, 0])
        try await friends.unfriend(ben.id)
        #expect(friends.items.map(\.username) == ["cat"] && !friends.isStale)
        try await friends.mute(cat.id)
        try await friends.block(ben.id)
        #expect(friends.isStale)
        for store in stores { await store.refresh() }
        #expect(stores.map { $0.items.map(\.username) } == [["cat"], ["cat"], ["cat"], ["ben"], ["cat"]])
        try await stores[3].unblock(ben.id)
        try await stores[4].unmute(cat.id)
        try await stores[1].removeFollower(cat.id)
        #expect(stores[1].phase == .empty && stores[3].phase == .empty && stores[4].phase == .empty)
        await stores[2].refresh()
        try await stores[2].unfollow(cat.id)
        #expect(stores[2].phase == .empty)
    }

    @Test("live events bring requests and friends", .world, arguments: Implementation.allCases)
    func live(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let (requests, friends) = (Requests(ana.services), Friends(ana.services))
        let profile = ProfileStore(ana.services, of: ben.reference)
        try await following([requests, friends, profile], as: ana) {
            let request = try await ben.asks(ana)
            await eventually { requests.items.map(\.id) == [request.id] }
            await eventually { profile.person?.relationship == .requestSentToMe }
            world.clock.tick()
            try await requests.accept(request.id)
            await eventually { friends.items.map(\.username) == ["ben"] }
            await eventually { profile.person?.relationship == .friends }
            #expect(requests.phase == .empty)
        }
    }

    @Test("a profile shows the relationship that a verb makes", .world, arguments: Implementation.allCases)
    func relationships(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let profile = ProfileStore(ana.services, of: ben.reference)
        await profile.refresh()
        #expect(profile.person?.relationship == .notFriends)
        try await profile.follow()
        #expect(profile.person?.relationship == .following)
        try await profile.unfollow()
        #expect(profile.person?.relationship == .notFriends)
        let request = try await profile.addFriend()
        #expect(profile.person?.relationship == .requestSentByMe)
        try await ben.accepts(request)
        await profile.refresh()
        #expect(profile.person?.relationship == .friends)
        try await profile.unfriend()
        await expectRefusal(.notFriends) { try await profile.unfriend() }
        #expect(profile.problem?.code == .notFriends)
        try await profile.block()
        #expect(profile.person?.relationship == .blockedByMe)
        try await profile.unblock()
        #expect(try await ana.sees(ben) == profile.person)
        await expectRefusal(.notAllowed) { try await profile.update(AccountChanges(bio: "Rows.")) }
        #expect(profile.person?.bio == nil)
    }

    @Test("the own profile is updated", .world, arguments: Implementation.allCases)
    func update(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let profile = ProfileStore(ana.services)
        await profile.refresh()
        world.clock.tick()
        try await profile.update(AccountChanges(displayName: "Ana K", bio: "Rows."))
        #expect(profile.person?.displayName == "Ana K" && profile.person?.bio == "Rows.")
        let long = AccountChanges(bio: String(repeating: "x", count: 501))
        await expectRefusal(.invalidValue, field: "bio") { try await profile.update(long) }
        #expect(profile.person?.bio == "Rows.")
        await profile.refresh()
        #expect(try await ana.services.person(.me) == profile.person)
    }
}
