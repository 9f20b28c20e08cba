import Paceline
import Testing

@Suite("Cursors")
struct CursorTests {
    @Test("a cursor of another list is rejected", arguments: Implementation.allCases)
    func otherLists(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            // Friends and workouts also fill most of the other lists.
            for (index, list) in PagedList.all.enumerated() {
                for item in 0..<2 { try await list.grow(world, ana, index * 10 + item) }
            }
            for list in PagedList.all {
                let page = try await list.read(ana.services, PageRequest(limit: 1))
                let cursor = try #require(page.next, "\(list.name) has a second page")
                for other in PagedList.all where other.name != list.name {
                    await expectError(.invalidCursor) {
                        try await other.read(ana.services, PageRequest(limit: 1, cursor: cursor))
                    }
                }
            }
        }
    }

    @Test("a cursor works only with its filters and its owner's list", arguments: Implementation.allCases)
    func filters(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            for member in [ana, ben] {
                for _ in 0..<2 { try await member.publishes() }
            }
            let first = PageRequest(limit: 1)
            let rowing = try await ana.services.feed(FeedQuery(type: .rowing), first).next
            await expectError(.invalidCursor) {
                try await ana.services.feed(FeedQuery(type: .running), PageRequest(limit: 1, cursor: rowing))
            }
            let bens = try await ana.services.workouts(of: ben.reference, first).next
            await expectError(.invalidCursor) {
                try await ana.services.workouts(of: .me, PageRequest(limit: 1, cursor: bens))
            }
            let same = try await ana.services.workouts(
                of: .username("ben"), PageRequest(limit: 1, cursor: bens))
            #expect(same.items.count == 1)
        }
    }

    @Test("a cursor still works in a new session", arguments: Implementation.allCases)
    func newSession(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            for index in 0..<3 { try await ana.publishes("\(index)") }
            let cursor = try await ana.services.workouts(of: .me, PageRequest(limit: 1)).next
            let signedIn = try await world.community.signIn(
                with: .password(username: "ana", password: World.password))
            let again = try await world.community.services(token: signedIn.token)
            let rest = try await again.workouts(of: .me, PageRequest(limit: 5, cursor: cursor))
            #expect(rest.items.map(\.title) == ["1", "0"])
        }
    }
}
