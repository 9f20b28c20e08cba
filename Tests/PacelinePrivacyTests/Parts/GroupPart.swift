import Foundation
import Paceline
import PacelineEngine

/// Groups and the invitations to them.
struct GroupPart: WorldPart {
    var groups: [RandomWorld.Circle] = []

    static let steps: [WorldStep] = [
        WorldStep(5) { world, one, other, random in try await world.stepOfGroups(one, other, &random) }
    ]

    /// What a new block ends.
    static func part(_ one: Int, _ other: Int, in world: inout RandomWorld) {
        for (owner, member) in [(one, other), (other, one)] {
            for group in world.groups.indices {
                if world.groups[group].owner == owner { world.groups[group].remove(member) }
                if world.groups[group].owner == owner || world.groups[group].invitations[member] == owner {
                    world.groups[group].invitations[member] = nil
                }
            }
        }
    }

    private static func fact(_ group: LeaderboardGroup.ID) -> Fact {
        Fact(name: "group \(group)", telling: .unlessBlocked)
    }

    static func facts(in world: RandomWorld, knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts {
        var facts: Facts = [:]
        for circle in world.groups where circle.members.contains(viewer) {
            let administrators = circle.administrators.filter { !world.areApart($0, viewer) }.sorted()
            facts[fact(circle.id)] =
                "of \(circle.owner) with \(world.present(circle, viewer)), led by \(administrators)"
        }
        return facts
    }

    static func note(_ content: LiveEvent.Content, in facts: inout Facts, loading now: Facts) {
        if case .group(let group) = content { facts.load(fact(group), from: now) }
        if case .groupLost(let group) = content { facts.load(fact(group), from: now) }
    }
}

// What is shown and told of them.
extension GroupPart {
    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws {
        try await world.checkGroups(asSeenBy: viewer)
    }

    static func check(
        _ content: LiveEvent.Content, toldTo viewer: Int, isAsItIs: Bool, in world: RandomWorld
    ) async throws {
        let place = "\(content.summary) told to \(viewer)"
        if case .group(let id) = content {
            try expect(world.members(of: id)?.contains(viewer), true, place)
        }
        if case .groupLost(let id) = content {
            try expect(world.members(of: id)?.contains(viewer) ?? false, false, place)
        }
    }

    static func check(_ change: Change, toldTo viewer: Int, in world: RandomWorld) async throws {
        let id: LeaderboardGroup.ID
        switch change.content {
        case .group(let group): id = group.id
        case .season(let season): id = season.group
        case .board: id = LeaderboardGroup.ID(change.id.uuid)
        default: return
        }
        try expect(world.members(of: id)?.contains(viewer), true, "\(change.kindName) told to \(viewer)")
    }

    static func check(_ notification: SocialNotification, shownTo viewer: Int, in world: RandomWorld)
        async throws
    {
        guard let group = notification.group?.id else { return }
        let invitations = try await world.session(viewer).groupInvitations(world.all).items.map(\.group)
        let mine = world.groups.filter { $0.members.contains(viewer) }.map(\.id)
        try expect(
            (notification.kind == .groupInvitation ? invitations : mine).contains(group), true,
            "group of \(notification.kind) shown to \(viewer)")
    }

    static func check(
        _ notification: SocialNotification, of person: Int, shownTo viewer: Int, in world: RandomWorld
    ) throws {
        let place = "joining of \(person) shown to \(viewer)"
        let members = notification.group.flatMap { world.members(of: $0.id) }
        try expect(members?.contains(person), true, place)
        try expect(members?.contains(viewer), true, place)
    }
}

extension RandomWorld {
    fileprivate(set) var groups: [Circle] {
        get { self[GroupPart.self].groups }
        set { self[GroupPart.self].groups = newValue }
    }

    func members(of group: LeaderboardGroup.ID) -> [Int]? { groups.first { $0.id == group }?.members }

    /// A group, by the numbers of those in it.
    struct Circle: Sendable {
        let id: LeaderboardGroup.ID
        let code: String
        var owner: Int
        /// In the order in which they joined.
        var members: [Int]
        var administrators: Set<Int> = []
        /// Who has an invitation that waits, and from whom.
        var invitations: [Int: Int] = [:]

        func isInCharge(_ person: Int) -> Bool { person == owner || administrators.contains(person) }

        mutating func remove(_ person: Int) {
            members.removeAll { $0 == person }
            administrators.remove(person)
            invitations = invitations.filter { $0.value != person }
        }

        mutating func admit(_ person: Int) {
            members.append(person)
            invitations[person] = nil
        }
    }

    /// Whether a group may bring the two together.
    private func mayMeet(_ one: Int, _ other: Int) -> Bool {
        if one == other || areFriends(one, other) { return true }
        return !areApart(one, other) && !people[one].isChild && !people[other].isChild
    }

    fileprivate mutating func stepOfGroups(_ one: Int, _ other: Int, _ random: inout SeededRandom)
        async throws
    {
        guard let group = groups.indices.randomElement(using: &random), groups.count > 1 else {
            return try await found(one)
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3: try await enter(group, one)
        case 4...5:
            try await invite(other, to: group, by: groups[group].members.randomElement(using: &random)!)
        case 6: try await accept(group, one)
        case 7: try await leave(group, one)
        case 8: try await appoint(one, in: group)
        default: try await transfer(group, to: one)
        }
    }

    private mutating func found(_ one: Int) async throws {
        let group = try await session(one).createGroup(title: "Crew \(groups.count)")
        let code = try await session(one).invite(to: group.id).code
        groups.append(Circle(id: group.id, code: code, owner: one, members: [one]))
    }

    private mutating func enter(_ group: Int, _ one: Int) async throws {
        let circle = groups[group]
        let isMember = circle.members.contains(one)
        let mayEnter = isMember || mayMeet(one, circle.owner)
        try await expect(
            code { try await session(one).joinGroup(code: circle.code) },
            mayEnter ? nil : .invitationNotFound, "joining of \(one) in group \(group)")
        if mayEnter, !isMember { groups[group].admit(one) }
    }

    private mutating func invite(_ other: Int, to group: Int, by one: Int) async throws {
        let circle = groups[group]
        guard circle.isInCharge(one), one != other, !areApart(one, other), !circle.members.contains(other)
        else { return }
        try await expect(
            code { try await session(one).invite(.id(people[other].id), to: circle.id) },
            mayMeet(one, other) ? nil : .requestsNotAllowed, "invitation of \(other) by \(one)")
        if mayMeet(one, other), circle.invitations[other] == nil { groups[group].invitations[other] = one }
    }

    private mutating func accept(_ group: Int, _ one: Int) async throws {
        let circle = groups[group]
        let isMember = circle.members.contains(one)
        let mayEnter = isMember || isInvited(one, to: circle)
        try await expect(
            code { try await session(one).acceptInvitation(to: circle.id) },
            mayEnter ? nil : .invitationNotFound, "acceptance of \(one) in group \(group)")
        if mayEnter, !isMember { groups[group].admit(one) }
    }

    private mutating func leave(_ group: Int, _ one: Int) async throws {
        guard groups[group].members.contains(one), groups[group].owner != one else { return }
        try await session(one).removeMember(.me, from: groups[group].id)
        groups[group].remove(one)
    }

    private mutating func appoint(_ one: Int, in group: Int) async throws {
        let circle = groups[group]
        guard circle.members.contains(one), circle.owner != one else { return }
        _ = try await session(circle.owner).setRole(.administrator, of: .id(people[one].id), in: circle.id)
        groups[group].administrators.insert(one)
    }

    private mutating func transfer(_ group: Int, to one: Int) async throws {
        let circle = groups[group]
        guard circle.members.contains(one), circle.owner != one else { return }
        _ = try await session(circle.owner).transferGroup(circle.id, to: .id(people[one].id))
        groups[group].administrators.insert(circle.owner)
        groups[group].administrators.remove(one)
        groups[group].owner = one
        for member in circle.members where areApart(member, one) { groups[group].remove(member) }
    }

    private func isInvited(_ person: Int, to circle: Circle) -> Bool {
        guard let inviter = circle.invitations[person] else { return false }
        return mayMeet(person, circle.owner) && mayMeet(person, inviter)
    }
}

extension RandomWorld {
    fileprivate func checkGroups(asSeenBy viewer: Int) async throws {
        let session = session(viewer)
        for circle in groups { try await check(circle, asSeenBy: viewer) }
        try expect(
            try await session.groups(all).items.map(\.id).sorted(),
            groups.filter { $0.members.contains(viewer) }.map(\.id).sorted(), "groups of \(viewer)")
        let invitations = groups.filter { isInvited(viewer, to: $0) }
        let shown = try await session.groupInvitations(all).items
        try expect(
            shown.map(\.group).sorted(), invitations.map(\.id).sorted(), "invitations of \(viewer)")
        for invitation in shown {
            let circle = groups.first { $0.id == invitation.group }
            try expect(
                invitation.memberCount, circle.map { present($0, viewer).count }, "count for \(viewer)")
        }
    }

    private func check(_ circle: Circle, asSeenBy viewer: Int) async throws {
        let (session, place) = (session(viewer), "group \(circle.id) seen by \(viewer)")
        let isMember = circle.members.contains(viewer)
        let isLed = isMember || mayMeet(viewer, circle.owner)
        try await expect(
            code { try await session.groupPreview(code: circle.code) }, isLed ? nil : .invitationNotFound,
            "preview of \(place)")
        try await expect(
            code { try await session.invitees(of: circle.id, all) },
            isMember ? (circle.isInCharge(viewer) ? nil : .notAllowed) : .groupNotFound,
            "invitees of \(place)")
        guard isMember else {
            try await expect(code { try await session.group(circle.id) }, .groupNotFound, place)
            return try await expect(
                code { try await session.members(of: circle.id, all) }, .groupNotFound, "members of \(place)")
        }
        let shown = try await session.group(circle.id)
        try expect(shown.owner.id, people[circle.owner].id, "owner of \(place)")
        try expect(shown.memberCount, present(circle, viewer).count, "member count of \(place)")
        try expect(
            try await session.members(of: circle.id, all).items.map(\.person.id), present(circle, viewer),
            "members of \(place)")
        guard circle.isInCharge(viewer) else { return }
        let invited = circle.invitations.keys.filter { !areApart($0, viewer) }
        try expect(
            try await session.invitees(of: circle.id, all).items.map(\.id).sorted(),
            invited.map { people[$0].id }.sorted(), "invitees of \(place)")
    }

    /// The members that exist for the viewer, as they joined.
    fileprivate func present(_ circle: Circle, _ viewer: Int) -> [Person.ID] {
        circle.members.filter { !areApart($0, viewer) }.map { people[$0].id }
    }
}
