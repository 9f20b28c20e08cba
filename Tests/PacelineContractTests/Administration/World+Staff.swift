import Paceline
import PacelineEngine
import Testing

extension World {
    /// Signs up a person whom the operator makes one of the staff, and who signs in again and creates recovery codes.
    func staffMember(_ username: String, _ role: StaffRole = .administrator) async throws -> Member {
        let person = try await person(username)
        try await grants(role, to: person)
        let member = try await signsInAgain(person)
        _ = try await member.services.createRecoveryCodes()
        return member
    }

    /// Gives a person a role from the operator of the server.
    func grants(_ role: StaffRole, to person: Member) async throws {
        try await engine.setRole(of: person.username, to: role)
    }
}

extension Member {
    /// What the staff do.
    var staffServices: any StaffServices {
        get throws { try #require(services as? any StaffServices) }
    }

    func changesRole(of other: Member, to role: StaffRole?) async throws {
        clock.tick()
        try await staffServices.setRole(of: other.reference, to: role)
    }
}
