import Foundation
import Paceline
import Testing

@Suite("Workout photos")
struct PhotoTests {
    @Test(
        "a photo is shown without location metadata",
        arguments: Implementation.withHybrid(needsServer: "photos, which are sent directly"))
    func metadata(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            try await ana.services.setPhoto(Pictures.withPlace, of: workout.id)
            let photo = try await ben.services.photo(of: workout.id)
            #expect(photo.format == .webP)
            #expect(!photo.bytes.contains(text: Pictures.secret))
            #expect(try await ben.services.workout(workout.id).detail?.photoURL != nil)
        }
    }

    @Test(
        "a photo has at most 15 MB",
        arguments: Implementation.withHybrid(needsServer: "photos, which are sent directly"))
    func size(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            let largest = Pictures.picture(byteCount: 15 * 1_024 * 1_024)
            await expectError(.tooLarge) { try await ana.services.setPhoto(largest + [0], of: workout.id) }
            await expectError(.photoNotFound) { try await ana.services.photo(of: workout.id) }
            try await ana.services.setPhoto(largest, of: workout.id)
            #expect(try await ana.services.photo(of: workout.id).bytes.count == largest.count)
        }
    }

    @Test(
        "files that are not images are rejected and the old photo stays",
        arguments: Implementation.withHybrid(needsServer: "photos, which are sent directly")
    )
    func rejected(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            try await ana.services.setPhoto(Pictures.plain, of: workout.id)
            await expectError(.unsupportedMediaType) {
                try await ana.services.setPhoto(Array("GIF89a".utf8), of: workout.id)
            }
            await expectError(.unsupportedMediaType) { try await ana.services.setPhoto([], of: workout.id) }
            await expectError(.imageInvalid) {
                try await ana.services.setPhoto(Pictures.cutShort, of: workout.id)
            }
            #expect(try await ana.services.photo(of: workout.id).bytes == Pictures.plain)
        }
    }

    @Test(
        "a new photo replaces the old one and changes the version",
        arguments: Implementation.withHybrid(needsServer: "photos, which are sent directly")
    )
    func replacing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            try await ana.services.setPhoto(Pictures.plain, of: workout.id)
            let first = try await ana.services.workout(workout.id).version
            try await ana.services.setPhoto(Pictures.picture(byteCount: 128), of: workout.id)
            let second = try await ana.services.workout(workout.id).version
            #expect(Set([workout.version, first, second]).count == 3)
            #expect(try await ana.services.photo(of: workout.id).bytes.count == 128)
        }
    }

    @Test("publishing keeps the photo", arguments: Implementation.withHybrid)
    func publishing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes("2000m")
            try await ana.services.setPhoto(Pictures.plain, of: workout.id)
            let replaced = try await ana.publishes("5000m", as: workout.id)
            #expect(replaced.detail?.photoURL != nil)
            #expect(try await ana.services.photo(of: workout.id).bytes == Pictures.plain)
        }
    }

    @Test("removing a photo is idempotent", arguments: Implementation.withHybrid)
    func removing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            await expectError(.photoNotFound) { try await ana.services.photo(of: workout.id) }
            try await ana.services.setPhoto(Pictures.plain, of: workout.id)
            try await ana.services.removePhoto(of: workout.id)
            try await ana.services.removePhoto(of: workout.id)
            await expectError(.photoNotFound) { try await ana.services.photo(of: workout.id) }
            #expect(try await ana.services.workout(workout.id).detail?.photoURL == nil)
        }
    }

    @Test(
        "people who may see the workout see its photo; only the owner can change it",
        arguments: Implementation.withHybrid(needsServer: "photos, which are sent directly"))
    func access(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes("2000m", .friends)
            try await ana.services.setPhoto(Pictures.plain, of: workout.id)
            #expect(try await ben.services.photo(of: workout.id).bytes == Pictures.plain)
            await expectError(.notAllowed) { try await ben.services.setPhoto(Pictures.plain, of: workout.id) }
            await expectError(.notAllowed) { try await ben.services.removePhoto(of: workout.id) }
            await expectError(.workoutNotFound) { try await eva.services.photo(of: workout.id) }
            await expectError(.workoutNotFound) {
                try await eva.services.setPhoto(Pictures.plain, of: workout.id)
            }
            await expectError(.workoutNotFound) { try await eva.services.removePhoto(of: workout.id) }
        }
    }

    @Test(
        "two workouts with the same photo are independent",
        arguments: Implementation.withHybrid(needsServer: "photos, which are sent directly"))
    func shared(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let (anas, bens) = (try await ana.publishes(), try await ben.publishes())
            try await ana.services.setPhoto(Pictures.plain, of: anas.id)
            try await ben.services.setPhoto(Pictures.plain, of: bens.id)
            try await ana.services.deleteWorkout(anas.id)
            #expect(try await ben.services.photo(of: bens.id).bytes == Pictures.plain)
        }
    }
}
