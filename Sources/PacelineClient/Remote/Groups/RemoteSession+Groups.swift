import Paceline
import PacelineAPI

extension RemoteSession {
    public func createGroup(title: String) async throws -> LeaderboardGroup {
        try await client.call(API.createGroup, body: GroupTitle(title: title))
    }

    public func groups(_ page: PageRequest) async throws -> Page<LeaderboardGroup> {
        try await client.call(API.groups, query: PageQuery(page))
    }

    public func group(_ id: LeaderboardGroup.ID) async throws -> LeaderboardGroup {
        try await client.call(API.group, GroupPath(id))
    }

    public func updateGroup(_ id: LeaderboardGroup.ID, _ changes: GroupChanges) async throws
        -> LeaderboardGroup
    {
        try await client.call(API.updateGroup, GroupPath(id), body: changes)
    }

    public func deleteGroup(_ id: LeaderboardGroup.ID) async throws {
        _ = try await client.call(API.deleteGroup, GroupPath(id))
    }

    public func setActiveGroup(_ id: LeaderboardGroup.ID?) async throws {
        _ = try await client.call(API.setActiveGroup, body: ActiveGroup(group: id))
    }

    public func setSharing(_ isSharing: Bool, with id: LeaderboardGroup.ID) async throws -> LeaderboardGroup {
        try await client.call(API.setGroupSharing, GroupPath(id), body: GroupSharing(isSharing: isSharing))
    }

    public func members(of id: LeaderboardGroup.ID, _ page: PageRequest) async throws -> Page<GroupMember> {
        try await client.call(API.groupMembers, GroupPath(id), query: PageQuery(page))
    }

    public func removeMember(_ person: PersonReference, from id: LeaderboardGroup.ID) async throws {
        _ = try await client.call(API.removeGroupMember, GroupPersonPath(id, person))
    }

    public func setRole(
        _ role: GroupRole, of person: PersonReference, in id: LeaderboardGroup.ID
    ) async throws -> GroupMember {
        try await client.call(API.setGroupRole, GroupPersonPath(id, person), body: GroupRoleBody(role: role))
    }

    public func transferGroup(
        _ id: LeaderboardGroup.ID, to person: PersonReference
    ) async throws -> LeaderboardGroup {
        try await client.call(API.transferGroup, GroupPath(id), body: PersonBody(person))
    }
}
