import Paceline
import PacelineAPI

extension RemoteSession: AdministrationService {
    public func staff() async throws -> [StaffMember] {
        try await client.call(API.staff).items
    }

    public func setRole(of person: PersonReference, to role: StaffRole?) async throws {
        _ = try await client.call(API.setRole, PersonPath(person), body: StaffRoleBody(role: role))
    }
}
