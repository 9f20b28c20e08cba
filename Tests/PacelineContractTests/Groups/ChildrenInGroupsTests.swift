import Foundation
import Paceline
import Testing

@Suite("Children in groups of friends only")
struct ChildrenInGroupsTests {
    @Test(
        "when a friendship ends, by whichever side and call, a child leaves the other's group", .world,
        arguments: Implementation.allCases)
    func ending(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let child = try await world.person("child", born: 2016_01_01)
        try await world.befriend(ana, child)
        let group = try await ana.createsGroup(with: ben)
        let code = try await ana.code(of: group)
        for end in FriendshipEnd.allCases {
            for (one, other) in [(child, ana), (ana, child)] {
                try await child.joins(code)
                let stream = try await child.listens()
                try await end.takesPlace(from: one, to: other)
                let place = "\(end) by \(one.username)"
                #expect(try await child.groupTitles() == [], "\(place)")
                #expect(try await child.receives(on: stream).contains("group lost"), "\(place)")
                await expectError(.groupNotFound) { try await child.reads(group) }
                await expectError(.invitationNotFound) { try await child.joins(code) }
                #expect(try await ana.members(of: group) == ["ana", "ben"], "\(place)")
                #expect(try await ana.reads(group).memberCount == 2, "\(place)")
                #expect(try await ana.code(of: group) == code, "the others may still join")
                try await world.befriend(ana, child)
            }
        }
        #expect(try await child.joins(code).memberCount == 3, "no one is barred")
    }

    @Test(
        "when a friendship with a child ends, the other leaves the child's group", .world,
        arguments: Implementation.allCases)
    func groupOfChild(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let child = try await world.person("child", born: 2016_01_01)
        for friend in [ana, ben] { try await world.befriend(friend, child) }
        let group = try await child.createsGroup(with: ana, ben)
        try await child.services.unfriend(ana.reference)
        #expect(try await ana.groupTitles() == [])
        #expect(try await child.members(of: group) == ["child", "ben"])
        try await ben.services.unfriend(child.reference)
        #expect(try await child.members(of: group) == ["child"])
    }

    @Test("the end of a friendship between others changes no group", arguments: Implementation.allCases)
    func others(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let teen = try await world.person("teen", born: 2010_01_01)
            for friend in [ben, teen] { try await world.befriend(ana, friend) }
            let group = try await ana.createsGroup(with: ben, teen)
            try await ana.services.unfriend(teen.reference)
            try await ben.services.unfriend(ana.reference)
            #expect(try await ana.members(of: group) == ["ana", "ben", "teen"])
        }
    }

    @Test(
        "a member or owner who turns out to be a child keeps only groups of friends, and friends in groups",
        .world, arguments: Implementation.allCases)
    func becomingKnown(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let newcomer = try await world.ageless("newcomer")
        let elder = try await world.person("elder")
        for person in [newcomer, elder] {
            try await world.befriend(ben, person)
            let name = person.username
            let strangers = try await ana.createsGroup("Strangers of \(name)", with: person)
            let friends = try await ben.createsGroup("Friends of \(name)", with: ana, person)
            let own = try await person.createsGroup("Own of \(name)", with: ana, ben)
            world.clock.tick()
            if person.username == "newcomer" {
                _ = try await person.services.update(
                    AccountChanges(birthDate: try day(2016_01_01)), ifMatch: nil)
            } else {
                try await world.engine.correctBirthDate(of: name, to: try day(2016_01_01))
            }
            #expect(
                try await Set(person.groupTitles()) == ["Friends of \(name)", "Own of \(name)"], "\(name)")
            #expect(try await ana.members(of: strangers) == ["ana"])
            #expect(try await ben.members(of: friends) == ["ben", "ana", name])
            #expect(try await person.members(of: own) == [name, "ben"])
            await expectError(.groupNotFound) { try await ana.reads(own) }
        }
    }

    @Test(
        "administrators who do not know an invited child do not see the invitation", .world,
        arguments: Implementation.allCases)
    func invitees(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let child = try await world.person("child", born: 2016_01_01)
        try await world.befriend(ana, child)
        let group = try await ana.createsGroup(with: ben)
        try await ana.makes(ben, .administrator, in: group)
        for invited in [cem, child] { try await ana.invites(invited, to: group) }
        #expect(try await ana.invitees(of: group) == ["child", "cem"])
        #expect(try await ben.invitees(of: group) == ["cem"])
        #expect(try await child.acceptsInvitation(to: group).memberCount == 3)
    }

    @Test(
        "a transfer keeps children only with a new owner who is their friend", .world,
        arguments: Implementation.allCases)
    func transfer(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let kim = try await world.person("kim", born: 2016_01_01)
        let leo = try await world.person("leo", born: 2016_01_01)
        for child in [kim, leo] { try await world.befriend(ana, child) }
        try await world.befriend(ben, kim)
        let group = try await ana.createsGroup(with: ben, cem, kim, leo)
        try await ana.transfers(group, to: ben)
        #expect(try await ben.members(of: group) == ["ana", "ben", "cem", "kim"])
        #expect(try await leo.groupTitles() == [])
        try await ben.transfers(group, to: kim)
        #expect(try await kim.members(of: group) == ["ana", "ben", "kim"], "Cem is not a friend of hers")
        try await world.befriend(cem, kim)
        #expect(try await cem.joins(try await kim.code(of: group)).memberCount == 4)
    }
}

/// The ways in which a friendship ends without a block.
private enum FriendshipEnd: CaseIterable {
    case unfriending, unfollowing, removingFollower

    func takesPlace(from one: Member, to other: Member) async throws {
        one.clock.tick()
        switch self {
        case .unfriending: try await one.services.unfriend(other.reference)
        case .unfollowing: try await one.services.unfollow(other.reference)
        case .removingFollower: try await one.services.removeFollower(other.reference)
        }
    }
}
