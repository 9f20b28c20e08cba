import Paceline
import Testing

@Suite("Deleting workouts")
struct DeletionTests {
    @Test(
        "everything that depends on a workout is deleted with it",
        arguments: Implementation.withOfflineDevices)
    func everything(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.follows(ana)
            let workout = try await ana.publishes()
            try await ana.services.setPhoto(Pictures.plain, of: workout.id)
            try await ben.givesKudos(to: workout)
            let comment = try await ben.comments("Well rowed", on: workout)
            try await ana.comments("Thank you", on: workout, answering: comment)
            _ = try await ana.services.giveHeart(to: comment.id)

            try await ana.services.deleteWorkout(workout.id)
            #expect(try await ana.workoutTitles(of: ana) == [])
            #expect(try await ben.feedTitles() == [])
            await expectError(.workoutNotFound) { try await ana.services.workout(workout.id) }
            await expectError(.workoutNotFound) { try await ana.services.photo(of: workout.id) }
            await expectError(.itemNotFound) { try await ana.card(of: workout) }
            await expectError(.itemNotFound) { try await ben.services.kudos(of: workout.id.item, .whole) }
            await expectError(.itemNotFound) { try await ben.commentTexts(on: workout) }
            await expectError(.commentNotFound) { try await ben.services.deleteComment(comment.id) }
        }
    }

    @Test("the id can be reused and restores nothing", arguments: Implementation.withOfflineDevices)
    func again(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            try await ana.services.setPhoto(Pictures.plain, of: workout.id)
            try await ben.givesKudos(to: workout)
            try await ben.comments("Well rowed", on: workout)
            try await ana.services.deleteWorkout(workout.id)
            let published = try await ana.services.publish(
                .sample(visibility: .public), as: workout.id, ifMatch: nil)
            #expect(published.status == .created)
            let card = try await ben.card(of: workout)
            #expect(card.kudosCount == 0)
            #expect(card.commentCount == 0)
            #expect(!card.hasKudos)
            await expectError(.photoNotFound) { try await ana.services.photo(of: workout.id) }
        }
    }

    @Test(
        "unknown and deleted workouts are not found",
        arguments: Implementation.withHybrid(needsServer: "whether there is a workout to delete"))
    func unknown(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            await expectError(.workoutNotFound) { try await ana.services.deleteWorkout(.random()) }
            try await ana.services.deleteWorkout(workout.id)
            await expectError(.workoutNotFound) { try await ana.services.deleteWorkout(workout.id) }
        }
    }

    @Test(
        "only the owner can delete a workout",
        arguments: Implementation.withHybrid(needsServer: "whose workout it is that the device does not hold")
    )
    func others(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let open = try await ana.publishes("Open", .public)
            let closed = try await ana.publishes("Closed", .private)
            await expectError(.notAllowed) { try await ben.services.deleteWorkout(open.id) }
            await expectError(.workoutNotFound) { try await ben.services.deleteWorkout(closed.id) }
            #expect(try await ana.workoutTitles(of: ana) == ["Closed", "Open"])
        }
    }
}
