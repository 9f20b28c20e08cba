import Paceline
import Testing

@Suite("Names of the staff")
struct StaffNameTests {
    @Test(
        "others cannot use the names of the staff or what looks like them", .world,
        arguments: Implementation.allCases)
    func reserved(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ben = try await world.person("ben")
        #expect(try await ben.renames(to: "Nora Kos") == "Nora Kos", "no one of the staff has the name yet")
        #expect(try await ben.renames(to: "Ben") == "Ben")
        let nora = try await world.person("rower_nora", displayName: "Nora Kos")
        try await world.grants(.moderator, to: nora)
        for bad in ["Nora Kos", "N0ra Kos", "NORA KÓS 🚣", "Admin Nora Kos"] {
            await expectError(.nameReserved, field: "displayName") { try await ben.renames(to: bad) }
            await expectError(.nameReserved, field: "displayName") {
                try await world.person("eva", displayName: bad)
            }
            await expectError(.nameReserved, field: "title") { try await ben.createsGroup(bad) }
        }
        let group = try await ben.createsGroup("Crew")
        await expectError(.nameReserved, field: "title") {
            try await ben.services.updateGroup(group.id, GroupChanges(title: "Nora Kos"))
        }
        let newcomer = try await world.newcomer()
        #expect(try await newcomer.services.setUsername("nora_kos").displayName != "nora_kos")
        #expect(try await ben.renames(to: "Nora Novak") == "Nora Novak")
        // A username is no secret, but that its owner is of the staff is one.
        #expect(try await ben.renames(to: "Rower Nora") == "Rower Nora")
        // The name is still her own.
        let again = try await world.signsInAgain(nora)
        #expect(try await again.renames(to: "Nora Kos!") == "Nora Kos!")
        #expect(try await again.createsGroup("Nora Kos").title == "Nora Kos")
    }
}

extension Member {
    /// - Returns: the new display name.
    fileprivate func renames(to name: String) async throws -> String {
        clock.tick()
        return try await services.update(AccountChanges(displayName: name), ifMatch: nil).displayName
    }
}
