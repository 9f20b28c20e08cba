import Paceline
import PacelineEngine
import Testing

extension World {
    /// Signs up a person with recovery codes, whom the operator makes one of the staff, and who then signs in again.
    func staffMember(_ username: String, _ role: StaffRole = .administrator) async throws -> Member {
        let person = try await person(username)
        try await grants(role, to: person)
        return try await signsInAgain(person)
    }

    /// Gives a person recovery codes, and a role from the operator of the server.
    func grants(_ role: StaffRole, to person: Member) async throws {
        _ = try await person.services.createRecoveryCodes()
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
