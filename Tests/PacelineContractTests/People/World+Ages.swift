import Foundation
import Paceline
import PacelineDatabase

@testable import PacelineEngine

extension World {
    /// Signs in with a new device, without a birth date, and chooses a username.
    func ageless(_ username: String) async throws -> Member {
        let newcomer = try await newcomer()
        _ = try await newcomer.services.setUsername(username)
        return Member(
            id: newcomer.id, username: username, services: newcomer.services, token: newcomer.token,
            clock: clock)
    }

    /// Makes the member one who signed up before birth dates were asked for, and migrates the community.
    func forgetBirthDate(of member: Member) async throws {
        try await database.write { connection in
            try connection.send("UPDATE accounts SET birth_date = NULL WHERE person = \(member.id)")
            for statement in EngineFeature.agesOfEarlierPeople
            where !statement.variant(for: connection.dialect).template.isEmpty {
                try connection.send(statement)
            }
        }
    }

    /// Runs the server's periodic job that announces ages.
    func announceAges() async throws {
        _ = try await PeriodicJob.announcingAges.run(on: engine)
    }
}
