import Foundation
import Paceline
import PacelineEngine

/// Groups and their invitations.
struct GroupPart: WorldPart {
    var groups: [RandomWorld.GroupRecord] = []

    static let steps: [WorldStep] = [
        WorldStep(5) { world, one, other, random in try await world.groupStep(one, other, &random) }
    ]

    static func applyBlock(_ one: Int, _ other: Int, in world: inout RandomWorld) {
        for (owner, member) in [(one, other), (other, one)] {
            for group in world.groups.indices {
                if world.groups[group].owner == owner {
                    // A member who blocks the owner leaves by themselves.
                    if owner == one { world.groups[group].bar([member]) }
                    world.groups[group].remove(member)
                }
                if world.groups[group].owner == owner || world.groups[group].invitations[member] == owner {
                    world.groups[group].invitations[member] = nil
                }
            }
        }
    }

    static func applyUnfriending(_ one: Int, _ other: Int, in world: inout RandomWorld) {
        guard world.people[one].isChild || world.people[other].isChild else { return }
        for (owner, member) in [(one, other), (other, one)] {
            for group in world.groups.indices where world.groups[group].owner == owner {
                world.groups[group].remove(member)
            }
        }
    }

    /// Gives groups whose code was revoked by a block a new one.
    static func afterStep(since before: RandomWorld, in world: inout RandomWorld) async throws {
        for group in world.groups.indices where world.groups[group].isCodeRevoked {
            let record = world.groups[group]
            try await expect(
                world.code { try await world.session(record.owner).groupPreview(code: record.code) },
                .invitationNotFound, "preview of group \(group) by a revoked code")
            world.groups[group].code = try await world.session(record.owner).joinCode(of: record.id).code
            world.groups[group].isCodeRevoked = false
        }
    }

    private static func fact(_ group: LeaderboardGroup.ID) -> Fact {
        Fact(name: "group \(group)", guarantee: .unlessBlocked)
    }

    static func facts(in world: RandomWorld, knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts {
        var facts: Facts = [:]
        for record in world.groups where record.members.contains(viewer) {
            let administrators = record.administrators.filter { !world.areBlocked($0, viewer) }.sorted()
            facts[fact(record.id)] =
                "of \(record.owner) with \(world.visibleMembers(record, viewer)), led by \(administrators)"
                + (record.isSupervised ? ", supervised" : "")
                + (record.quiet.contains(viewer) ? ", quiet" : "")
        }
        return facts
    }

    static func apply(_ content: LiveEvent.Content, in facts: inout Facts, loading now: Facts) {
        if case .group(let group) = content { facts.load(fact(group), from: now) }
        if case .groupLost(let group) = content { facts.load(fact(group), from: now) }
    }
}

// Checks.
extension GroupPart {
    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws {
        try await world.checkGroups(asSeenBy: viewer)
    }

    static func check(
        _ content: LiveEvent.Content, deliveredTo viewer: Int, isCurrent: Bool, in world: RandomWorld
    ) async throws {
        let place = "\(content.summary) delivered to \(viewer)"
        if case .group(let id) = content {
            try expect(world.members(of: id)?.contains(viewer), true, place)
        }
        if case .groupLost(let id) = content {
            try expect(world.members(of: id)?.contains(viewer) ?? false, false, place)
        }
    }

    static func check(_ change: Change, deliveredTo viewer: Int, in world: RandomWorld) async throws {
        let id: LeaderboardGroup.ID
        switch change.content {
        case .group(let group): id = group.id
        case .season(let season):
            guard let group = season.group else { return }
            id = group
        case .board: id = LeaderboardGroup.ID(change.id.uuid)
        default: return
        }
        try expect(world.members(of: id)?.contains(viewer), true, "\(change.kindName) delivered to \(viewer)")
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
    fileprivate(set) var groups: [GroupRecord] {
        get { self[GroupPart.self].groups }
        set { self[GroupPart.self].groups = newValue }
    }

    func members(of group: LeaderboardGroup.ID) -> [Int]? { groups.first { $0.id == group }?.members }

    /// Whether the viewer sees the member's row on the group's board.
    func seesRow(_ viewer: Int, of person: Int, in group: LeaderboardGroup.ID) -> Bool {
        guard let record = groups.first(where: { $0.id == group }),
            record.members.contains(person), !record.quiet.contains(person), !areBlocked(viewer, person)
        else { return false }
        return viewer == person || !people[person].isChild || areFriends(viewer, person)
            || record.isSupervised
    }

    /// A group, with people by index.
    struct GroupRecord: Sendable {
        let id: LeaderboardGroup.ID
        let title: String
        var code: String
        var owner: Int
        /// People who can return only by an invitation.
        var removed: Set<Int> = []
        /// Whether the code was revoked, and there is no other.
        var isCodeRevoked = false
        /// In order of joining.
        var members: [Int]
        var administrators: Set<Int> = []
        /// Members who do not share with the group.
        var quiet: Set<Int> = []
        /// Invited people, and who invited them.
        var invitations: [Int: Int] = [:]
        /// Whether all members see the rows of children.
        var isSupervised = false

        func isAdministrator(_ person: Int) -> Bool { person == owner || administrators.contains(person) }

        mutating func remove(_ person: Int) {
            members.removeAll { $0 == person }
            administrators.remove(person)
            quiet.remove(person)
            invitations = invitations.filter { $0.value != person }
        }

        /// Notes which members others remove, not they themselves.
        mutating func bar(_ people: [Int]) {
            let barred = people.filter(members.contains)
            removed.formUnion(barred)
            if !barred.isEmpty { isCodeRevoked = true }
        }

        mutating func admit(_ person: Int) {
            members.append(person)
            invitations[person] = nil
            removed.remove(person)
        }
    }

    /// Whether the two people may be in a group together through an invitation or code.
    private func mayShareGroup(_ one: Int, _ other: Int) -> Bool {
        if one == other || areFriends(one, other) { return true }
        return !areBlocked(one, other) && !people[one].isChild && !people[other].isChild
    }

    /// Whether the person sees an invitation to the group by the inviter. People who are not known to be adults see
    /// those by friends to groups of friends only.
    private func sees(_ person: Int, invitationTo record: GroupRecord, by inviter: Int) -> Bool {
        [record.owner, inviter].allSatisfy {
            mayShareGroup($0, person) && (people[person].isAdult || areFriends($0, person))
        }
    }

    fileprivate mutating func groupStep(_ one: Int, _ other: Int, _ random: inout SeededRandom)
        async throws
    {
        guard let group = groups.indices.randomElement(using: &random), groups.count > 1 else {
            return try await found(one)
        }
        switch Int.random(in: 0..<13, using: &random) {
        case 0...3: try await enter(group, one)
        case 4...5:
            try await invite(other, to: group, by: groups[group].members.randomElement(using: &random)!)
        case 6: try await accept(group, one)
        case 7: try await leave(group, one)
        case 8: try await appoint(one, in: group)
        case 9: try await remove(one, from: group)
        case 10: try await superviseOrNot(group, one)
        case 11: try await shareOrNot(group, one)
        default: try await transfer(group, to: one)
        }
    }

    private mutating func found(_ one: Int) async throws {
        let title = "Crew \(groups.count)"
        let group = try await session(one).createGroup(title: title)
        let code = try await session(one).joinCode(of: group.id).code
        groups.append(GroupRecord(id: group.id, title: title, code: code, owner: one, members: [one]))
    }

    private mutating func enter(_ group: Int, _ one: Int) async throws {
        let record = groups[group]
        let isMember = record.members.contains(one)
        let mayEnter = isMember || mayJoin(one, record)
        try await expect(
            code { try await session(one).joinGroup(code: record.code) },
            mayEnter ? nil : .invitationNotFound, "joining of \(one) in group \(group)")
        if mayEnter, !isMember { groups[group].admit(one) }
    }

    private mutating func invite(_ other: Int, to group: Int, by one: Int) async throws {
        let record = groups[group]
        guard record.isAdministrator(one), one != other, !areBlocked(one, other),
            !record.members.contains(other)
        else { return }
        try await expect(
            code { try await session(one).invite(.id(people[other].id), to: record.id) },
            mayShareGroup(one, other) ? nil : .requestsNotAllowed, "invitation of \(other) by \(one)")
        guard mayShareGroup(one, other) else { return }
        // An invitation that the other does not see is not in the way of one that they do.
        let replaces = !isInvited(other, to: record) && sees(other, invitationTo: record, by: one)
        if record.invitations[other] == nil || replaces { groups[group].invitations[other] = one }
    }

    private mutating func accept(_ group: Int, _ one: Int) async throws {
        let record = groups[group]
        let isMember = record.members.contains(one)
        let mayEnter = isMember || isInvited(one, to: record)
        try await expect(
            code { try await session(one).acceptInvitation(to: record.id) },
            mayEnter ? nil : .invitationNotFound, "acceptance of \(one) in group \(group)")
        if mayEnter, !isMember { groups[group].admit(one) }
    }

    private mutating func leave(_ group: Int, _ one: Int) async throws {
        guard groups[group].members.contains(one), groups[group].owner != one else { return }
        try await session(one).removeMember(.me, from: groups[group].id)
        groups[group].remove(one)
    }

    private mutating func remove(_ one: Int, from group: Int) async throws {
        let record = groups[group]
        guard record.members.contains(one), record.owner != one else { return }
        let owner = session(record.owner)
        try await owner.removeMember(.id(people[one].id), from: record.id)
        groups[group].remove(one)
        groups[group].removed.insert(one)
        try await expect(
            code { try await session(one).joinGroup(code: record.code) }, .invitationNotFound,
            "joining of \(one) by the revoked code")
        groups[group].code = try await owner.joinCode(of: record.id).code
    }

    private mutating func appoint(_ one: Int, in group: Int) async throws {
        let record = groups[group]
        guard record.members.contains(one), record.owner != one else { return }
        _ = try await session(record.owner).setRole(.administrator, of: .id(people[one].id), in: record.id)
        groups[group].administrators.insert(one)
    }

    private mutating func superviseOrNot(_ group: Int, _ one: Int) async throws {
        let record = groups[group]
        guard record.members.contains(one) else { return }
        try await expect(
            code {
                try await session(one).updateGroup(
                    record.id, GroupChanges(isSupervised: !record.isSupervised))
            }, record.owner == one ? nil : .notAllowed, "supervision of group \(group) by \(one)")
        if record.owner == one { groups[group].isSupervised.toggle() }
    }

    private mutating func shareOrNot(_ group: Int, _ one: Int) async throws {
        let record = groups[group]
        let isMember = record.members.contains(one)
        try await expect(
            code { try await session(one).setSharing(record.quiet.contains(one), with: record.id) },
            isMember ? nil : .groupNotFound, "sharing of \(one) with group \(group)")
        if isMember { groups[group].quiet.formSymmetricDifference([one]) }
    }

    private mutating func transfer(_ group: Int, to one: Int) async throws {
        let record = groups[group]
        guard record.members.contains(one), record.owner != one else { return }
        _ = try await session(record.owner).transferGroup(record.id, to: .id(people[one].id))
        groups[group].administrators.insert(record.owner)
        groups[group].administrators.remove(one)
        groups[group].owner = one
        groups[group].isSupervised = false
        groups[group].invitations = [:]
        let blocked = record.members.filter { areBlocked($0, one) }
        groups[group].bar(blocked)
        for member in record.members where !mayShareGroup(member, one) { groups[group].remove(member) }
    }

    /// Whether a code of the group admits the person.
    private func mayJoin(_ person: Int, _ record: GroupRecord) -> Bool {
        mayShareGroup(person, record.owner)
            && (!record.removed.contains(person) || isInvited(person, to: record))
    }

    private func isInvited(_ person: Int, to record: GroupRecord) -> Bool {
        record.invitations[person].map { sees(person, invitationTo: record, by: $0) } ?? false
    }
}

extension RandomWorld {
    fileprivate func checkGroups(asSeenBy viewer: Int) async throws {
        let session = session(viewer)
        for record in groups { try await check(record, asSeenBy: viewer) }
        try expect(
            try await session.groups(all).items.map(\.id).sorted(),
            groups.filter { $0.members.contains(viewer) }.map(\.id).sorted(), "groups of \(viewer)")
        let invitations = groups.filter { isInvited(viewer, to: $0) }
        let shown = try await session.groupInvitations(all).items
        try expect(
            shown.map(\.group).sorted(), invitations.map(\.id).sorted(), "invitations of \(viewer)")
        for invitation in shown {
            let record = groups.first { $0.id == invitation.group }
            try expect(
                invitation.memberCount, record.map { visibleMembers($0, viewer).count }, "count for \(viewer)"
            )
            try expect(invitation.title, record.map { title(of: $0, to: viewer) }, "title for \(viewer)")
        }
    }

    private func check(_ record: GroupRecord, asSeenBy viewer: Int) async throws {
        let (session, place) = (session(viewer), "group \(record.id) seen by \(viewer)")
        let isMember = record.members.contains(viewer)
        let seesPreview = isMember || mayJoin(viewer, record)
        try await expect(
            code { try await session.groupPreview(code: record.code) },
            seesPreview ? nil : .invitationNotFound,
            "preview of \(place)")
        if seesPreview {
            try expect(
                try await session.groupPreview(code: record.code).title, title(of: record, to: viewer),
                "title in the preview of \(place)")
        }
        try await expect(
            code { try await session.invitees(of: record.id, all) },
            isMember ? (record.isAdministrator(viewer) ? nil : .notAllowed) : .groupNotFound,
            "invitees of \(place)")
        guard isMember else {
            try await expect(code { try await session.group(record.id) }, .groupNotFound, place)
            return try await expect(
                code { try await session.members(of: record.id, all) }, .groupNotFound, "members of \(place)")
        }
        let shown = try await session.group(record.id)
        try expect(shown.owner.id, people[record.owner].id, "owner of \(place)")
        try expect(shown.title, title(of: record, to: viewer), "title of \(place)")
        try expect(shown.isSupervised, record.isSupervised, "supervision of \(place)")
        try expect(shown.isSharing, !record.quiet.contains(viewer), "sharing with \(place)")
        try expect(shown.memberCount, visibleMembers(record, viewer).count, "member count of \(place)")
        try expect(
            try await session.members(of: record.id, all).items.map(\.person.id),
            visibleMembers(record, viewer),
            "members of \(place)")
        guard record.isAdministrator(viewer) else { return }
        let invited = record.invitations.keys.filter {
            !areBlocked($0, viewer) && !isUnknownChild($0, viewer)
        }
        try expect(
            try await session.invitees(of: record.id, all).items.map(\.id).sorted(),
            invited.map { people[$0].id }.sorted(), "invitees of \(place)")
    }

    /// The title that the viewer reads; its owner chose it.
    private func title(of record: GroupRecord, to viewer: Int) -> String {
        reads(viewer, textsOf: record.owner) ? record.title : "Group"
    }

    /// The members visible to the viewer, in order of joining.
    fileprivate func visibleMembers(_ record: GroupRecord, _ viewer: Int) -> [Person.ID] {
        record.members.filter { !areBlocked($0, viewer) }.map { people[$0].id }
    }
}
