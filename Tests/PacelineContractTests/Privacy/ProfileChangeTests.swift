import Foundation
import Paceline
import Testing

@Suite("Who receives that a profile changed")
struct ProfileChangeTests {
    @Test(
        "what only the person sees of their account is sent to their own devices alone", .world,
        arguments: Implementation.allCases)
    func privateFields(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        try await world.befriend(ana, ben)
        let workout = try await ben.publishes()
        for changes in [
            AccountChanges(fullName: "Benedict Novak"), AccountChanges(email: "ben@example.com"),
            AccountChanges(timeZone: "Europe/Ljubljana"),
        ] {
            let friends = try await ana.listens()
            let strangers = try await eva.listens(watching: [workout.id.item])
            var (friend, own) = (try await ChangeReader(ana), try await ChangeReader(ben))
            try await ben.changes(changes)
            #expect(try await own.summaries().contains("account Ben"))
            #expect(try await friend.summaries() == [])
            #expect(try await ana.receives(on: friends) == [])
            #expect(try await eva.receives(on: strangers) == [])
        }
        var friend = try await ChangeReader(ana)
        try await ben.changes(AccountChanges(bio: "Rower"))
        #expect(try await friend.summaries() == ["person Ben"])
    }

    @Test(
        "people who ask, or have unfollowed, receive no change of a profile", .world,
        arguments: Implementation.allCases)
    func formerAndFutureFollowers(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
        try await ana.chooses(.private)
        try await world.befriend(ana, ben)
        try await eva.asks(ana)
        try await ben.services.unfriend(ana.reference)
        let others = [ben, eva]
        var (apps, streams) = ([ChangeReader](), [Listener]())
        for other in others {
            apps.append(try await ChangeReader(other))
            streams.append(try await other.listens())
        }
        try await ana.changes(AccountChanges(bio: "For friends"))
        for (number, other) in others.enumerated() {
            #expect(try await apps[number].summaries() == [])
            #expect(try await other.receives(on: streams[number]) == [])
        }
    }

    @Test(
        "a stream that watches an item reports its owner's profile only to people who can, or could, see the item",
        .world, arguments: Implementation.allCases)
    func watching(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, eva) = try await world.people("ana", "eva")
        try await ana.chooses(.public)
        let secret = try await ana.publishes("Secret", .private)
        let open = try await ana.publishes("Open", .public)
        func received(_ changes: AccountChanges) async throws -> [[String]] {
            var found: [[String]] = []
            for items in [[secret.id.item], [open.id.item]] {
                let stream = try await eva.listens(watching: items)
                try await ana.changes(changes)
                found.append(try await eva.receives(on: stream))
                try await ana.changes(AccountChanges(displayName: "Ana", bio: "", privacyLevel: .public))
            }
            return found
        }
        #expect(try await received(AccountChanges(bio: "Rower")) == [[], ["relationship"]])
        #expect(try await received(AccountChanges(privacyLevel: .private)) == [[], ["relationship"]])
        try await ana.chooses(.private)
        let stream = try await eva.listens(watching: [open.id.item])
        try await ana.changes(AccountChanges(bio: "For friends"))
        #expect(try await eva.receives(on: stream) == [])
    }
}

extension Member {
    fileprivate func changes(_ changes: AccountChanges) async throws {
        clock.tick()
        _ = try await services.update(changes, ifMatch: nil)
    }
}
