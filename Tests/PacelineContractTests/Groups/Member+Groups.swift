import Foundation
import Paceline

// Actions. Each takes place one second after the previous one.
extension Member {
    @discardableResult
    func createsGroup(_ title: String = "Crew") async throws -> LeaderboardGroup {
        clock.tick()
        return try await services.createGroup(title: title)
    }

    func code(of group: LeaderboardGroup) async throws -> String {
        clock.tick()
        return try await services.joinCode(of: group.id).code
    }

    @discardableResult
    func joins(_ code: String) async throws -> LeaderboardGroup {
        clock.tick()
        return try await services.joinGroup(code: code)
    }

    /// Creates a group that the others join.
    func createsGroup(_ title: String = "Crew", with others: Member...) async throws -> LeaderboardGroup {
        try await createsGroup(title, withAll: others)
    }

    func createsGroup(_ title: String = "Crew", withAll others: some Sequence<Member>) async throws
        -> LeaderboardGroup
    {
        let group = try await createsGroup(title)
        let code = try await code(of: group)
        for other in others { try await other.joins(code) }
        return group
    }

    func invites(_ other: Member, to group: LeaderboardGroup) async throws {
        clock.tick()
        try await services.invite(other.reference, to: group.id)
    }

    @discardableResult
    func acceptsInvitation(to group: LeaderboardGroup) async throws -> LeaderboardGroup {
        clock.tick()
        return try await services.acceptInvitation(to: group.id)
    }

    func leaves(_ group: LeaderboardGroup) async throws {
        clock.tick()
        try await services.removeMember(.me, from: group.id)
    }

    func removes(_ other: Member, from group: LeaderboardGroup) async throws {
        clock.tick()
        try await services.removeMember(other.reference, from: group.id)
    }

    @discardableResult
    func makes(_ other: Member, _ role: GroupRole, in group: LeaderboardGroup) async throws -> GroupMember {
        clock.tick()
        return try await services.setRole(role, of: other.reference, in: group.id)
    }

    @discardableResult
    func transfers(_ group: LeaderboardGroup, to other: Member) async throws -> LeaderboardGroup {
        clock.tick()
        return try await services.transferGroup(group.id, to: other.reference)
    }
}

// Reads.
extension Member {
    func reads(_ group: LeaderboardGroup) async throws -> LeaderboardGroup {
        try await services.group(group.id)
    }

    /// The titles of the member's groups, most recently joined first.
    func groupTitles() async throws -> [String] {
        try await services.groups(.whole).items.map(\.title)
    }

    func activeGroup() async throws -> String? {
        try await services.groups(.whole).items.first(where: \.isActive)?.title
    }

    /// The usernames of the members, in the order in which they joined.
    func members(of group: LeaderboardGroup) async throws -> [String] {
        try await services.members(of: group.id, .whole).items.map(\.person.username)
    }

    func roles(in group: LeaderboardGroup) async throws -> [String: GroupRole] {
        let members = try await services.members(of: group.id, .whole).items
        return Dictionary(uniqueKeysWithValues: members.map { ($0.person.username, $0.role) })
    }

    /// The titles of the groups in the member's invitations, newest first.
    func invitationTitles() async throws -> [String] {
        try await services.groupInvitations(.whole).items.map(\.title)
    }

    func invitees(of group: LeaderboardGroup) async throws -> [String] {
        try await services.invitees(of: group.id, .whole).items.map(\.username)
    }
}
