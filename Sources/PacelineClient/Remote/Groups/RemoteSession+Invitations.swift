import Paceline
import PacelineAPI

extension RemoteSession {
    public func joinCode(of id: LeaderboardGroup.ID) async throws -> JoinCode {
        try await client.call(API.joinCode, GroupPath(id))
    }

    public func revokeJoinCode(of id: LeaderboardGroup.ID) async throws {
        _ = try await client.call(API.revokeJoinCode, GroupPath(id))
    }

    public func groupPreview(code: String) async throws -> GroupPreview {
        try await client.call(API.groupPreview, JoinCodePath(code))
    }

    public func joinGroup(code: String) async throws -> LeaderboardGroup {
        try await client.call(API.joinGroup, body: JoinCodeBody(code: code))
    }

    public func invite(_ person: PersonReference, to id: LeaderboardGroup.ID) async throws {
        _ = try await client.call(API.invitePerson, GroupPersonPath(id, person))
    }

    public func removeInvitation(of person: PersonReference, to id: LeaderboardGroup.ID) async throws {
        _ = try await client.call(API.removeGroupInvitation, GroupPersonPath(id, person))
    }

    public func invitees(of id: LeaderboardGroup.ID, _ page: PageRequest) async throws -> Page<Person> {
        try await client.call(API.groupInvitees, GroupPath(id), query: PageQuery(page))
    }

    public func groupInvitations(_ page: PageRequest) async throws -> Page<Invitation> {
        try await client.call(API.groupInvitations, query: PageQuery(page))
    }

    public func acceptInvitation(to id: LeaderboardGroup.ID) async throws -> LeaderboardGroup {
        try await client.call(API.acceptGroupInvitation, GroupPath(id))
    }
}
