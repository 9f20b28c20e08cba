import Paceline
import PacelineAPI

extension RemoteSession: AdministrationService {
    public func staff() async throws -> [StaffMember] {
        try await client.call(API.staff).items
    }

    public func setRole(of person: PersonReference, to role: StaffRole?) async throws {
        _ = try await client.call(API.setRole, PersonPath(person), body: StaffRoleBody(role: role))
    }

    public func memberRedemptions(
        in state: RedemptionState, _ page: PageRequest
    ) async throws -> Page<MemberRedemption> {
        try await client.call(API.memberRedemptions, query: MemberRedemptionsQuery(state: state, page))
    }

    public func fulfilRedemption(_ redemption: Redemption.ID) async throws -> MemberRedemption {
        try await client.call(API.fulfilRedemption, RedemptionPath(redemption))
    }

    public func refundRedemption(_ redemption: Redemption.ID) async throws -> MemberRedemption {
        try await client.call(API.refundRedemption, RedemptionPath(redemption))
    }

    public func createGlobalTournament(_ draft: TournamentDraft) async throws -> Season {
        try await client.call(API.createGlobalTournament, body: draft)
    }

    public func cancelGlobalTournament(_ id: Season.ID) async throws {
        _ = try await client.call(API.cancelGlobalTournament, SeasonPath(id))
    }
}
