import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineLocal

@Suite("A session with the token of another account", .timeLimit(.minutes(2)))
struct OtherAccountTests {
    @Test("what one person queued is not published by another, and what the other sees is not stored")
    func confusedTokens() async throws {
        try await HybridScene.run { scene in
            let item = try await scene.workoutOfBen()
            let first = try await scene.phoneWithWaitingKudos(to: item)
            _ = try await first.services.publish(.hoursAgo(1, "Ana’s"), as: Workout.ID(UUID()), ifMatch: nil)
            try await first.close()
            scene.server.network = .works
            let cleo = try await scene.server.community.signIn(
                with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01"))
            let account = scene.server.community.session(for: cleo.person.id)
            _ = try await account.setUsername("cleo")
            _ = try await account.publish(.hoursAgo(3, "Cleo’s"), as: Workout.ID(UUID()), ifMatch: nil)
            _ = scene.server.arrivals()

            let confused = try await scene.phone(token: cleo.token)
            let status = try await confused.sync().status
            guard case .stopped(let error) = status.phase else {
                Issue.record("it stops: \(status)")
                return
            }
            #expect(error.code == .notAllowed && status.waiting == 2 && status.refused == 0)
            #expect(
                try await code { _ = try await confused.services.person(.id(scene.benID)) } == .notAllowed)
            #expect(try await code { _ = try await confused.confirming.me() } == .notAllowed)
            #expect(scene.server.arrivals().allSatisfy { $0 == "GET /v1/me" })
            #expect(
                try await confused.services.homeWorkouts().compactMap(\.workout?.title) == ["Ana’s", "2000m"])
            try await confused.close()
            #expect(try await account.homeWorkouts().compactMap(\.workout?.title) == ["Cleo’s"])

            let right = try await scene.phone()
            let after = try await right.sync().status
            #expect(after.waiting == 0 && after.refused == 0)
            #expect(scene.server.arrivals().count { $0 == "GET /v1/me" } == 1)
            _ = try await right.sync()
            #expect(scene.server.arrivals().count { $0 == "GET /v1/me" } == 0, "it asks once")
            #expect(try await scene.ben.item(item).kudosCount == 1)
            try await right.close()
        }
    }
}
