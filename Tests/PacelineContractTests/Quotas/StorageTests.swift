import Foundation
import Paceline
import PacelineDatabase
import Testing

@testable import PacelineEngine

@Suite("Storage")
struct StorageTests {
    @Test("a picture counts in full each time it is used", .world, arguments: Implementation.allCases)
    func uses(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let picture = Pictures.picture(byteCount: 1_000)
        #expect(try await ana.services.storage().usedBytes == 0)
        _ = try await ana.services.setAvatar(picture)
        _ = try await ana.services.setHeader(picture)
        let workouts = [try await ana.publishes(), try await ana.publishes()]
        for workout in workouts { try await ana.services.setPhoto(picture, of: workout.id) }
        #expect(try await ana.services.storage().usedBytes == 4_000)
        // Metadata is not stored.
        _ = try await ben.services.setAvatar(Pictures.withPlace)
        let kept = try await ben.services.avatar(of: .me).bytes.count
        #expect(try await ben.services.storage().usedBytes == Int64(kept))
        #expect(kept < Pictures.withPlace.count)
    }

    @Test(
        "a picture that is replaced, removed or deleted no longer counts", .world,
        arguments: Implementation.allCases)
    func ends(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let (small, large) = (Pictures.picture(byteCount: 100), Pictures.picture(byteCount: 1_000))
        _ = try await ana.services.setAvatar(large)
        for _ in 0..<2 { _ = try await ana.services.setAvatar(small) }
        #expect(try await ana.services.storage().usedBytes == 100)
        for _ in 0..<2 { _ = try await ana.services.removeAvatar() }
        #expect(try await ana.services.storage().usedBytes == 0)
        let (kept, expired) = (try await ana.publishes(), try await ana.publishes())
        for _ in 0..<2 { try await ana.services.setPhoto(large, of: kept.id) }
        try await ana.services.setPhoto(large, of: expired.id)
        try await ana.publishes("5000m", as: kept.id)
        #expect(try await ana.services.storage().usedBytes == 2_000)
        try await world.expire(expired.id.item, at: world.clock.now.addingTimeInterval(1))
        world.clock.advance(by: 2)
        _ = try await world.purgeExpired()
        #expect(try await ana.services.storage().usedBytes == 1_000)
        try await ana.services.setPhoto(small, of: kept.id)
        #expect(try await ana.services.storage().usedBytes == 100)
        try await ana.services.deleteWorkout(kept.id)
        #expect(try await ana.services.storage().usedBytes == 0)
    }

    @Test("the details of workouts count", arguments: Implementation.allCases)
    func details(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.quotas.firstWeekStorage = 3_000 }) { world in
            let ana = try await world.person("ana")
            let used: @Sendable () async throws -> Int64 = { try await ana.services.storage().usedBytes }
            let draft: @Sendable (String, Int) -> WorkoutDraft = { name, size in
                var draft = WorkoutDraft.sample(name, startedAt: world.clock.now, duration: 900)
                // Two bytes each in UTF-8.
                draft.detail = WorkoutDetail(notes: String(repeating: "é", count: size / 2))
                return draft
            }
            let small = try await ana.services.publish(draft("small", 1_000), as: .random(), ifMatch: nil)
            let size = try await used()
            #expect((1_000..<1_200).contains(size))
            try await ana.services.setPhoto(Pictures.picture(byteCount: 100), of: small.workout.id)
            #expect(try await used() == size + 100)
            let large = try await ana.services.publish(draft("large", 1_500), as: .random(), ifMatch: nil)
            #expect(try await used() == 2 * size + 600)
            await expectError(.quotaExceeded) {
                try await ana.services.publish(draft("none", 1_000), as: .random(), ifMatch: nil)
            }
            await expectError(.quotaExceeded) {
                try await ana.services.edit(
                    small.workout.id, WorkoutChanges(detail: draft("none", 2_000).detail), ifMatch: nil)
            }
            let plain = WorkoutDraft.sample("fits", startedAt: world.clock.now, duration: 900)
            let batch = try await ana.services.publish(
                [draft("none", 2_000), plain].map { IdentifiedDraft(id: .random(), draft: $0) })
            #expect(batch.map(\.status) == [.rejected, .created])
            #expect(batch[0].error?.code == .quotaExceeded)
            // What does not grow is allowed, and what becomes free can be used.
            _ = try await ana.services.publish(draft("smaller", 500), as: large.workout.id, ifMatch: nil)
            _ = try await ana.services.publish(draft("larger", 1_000), as: large.workout.id, ifMatch: nil)
            #expect(try await used() == 2 * size + 100)
            #expect(try await world.engine.check() == [])
            try await ana.services.deleteWorkout(large.workout.id)
            try await ana.publishes("plain", as: small.workout.id)
            #expect(try await used() == 100)
            #expect(try await world.engine.check() == [])
        }
    }

    @Test("the quota is lower in the first week, and says so", arguments: Implementation.allCases)
    func firstWeek(_ implementation: Implementation) async throws {
        let set: @Sendable (inout EngineEnvironment) -> Void = {
            $0.quotas.firstWeekStorage = 1_000
            $0.quotas.storage = 1_500
        }
        try await implementation.run(configuring: set) { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            _ = try await ana.services.setAvatar(Pictures.picture(byteCount: 800))
            let before = try await ana.services.storage()
            #expect(before.usedBytes == 800 && before.limitBytes == 1_000 && before.freeBytes == 200)
            let signedUpAt = try await ana.services.me().createdAt
            #expect(before.nextLimitBytes == 1_500)
            #expect(before.nextLimitAt == signedUpAt.addingTimeInterval(7 * 86_400))
            world.clock.advance(days: 4)
            let photo = Pictures.picture(byteCount: 700)
            let error = await #expect(throws: SocialError.self) {
                try await ana.services.setPhoto(photo, of: workout.id)
            }
            #expect(error?.code == .quotaExceeded)
            #expect(error?.message.contains("in 3 days you have 1.5 KB") == true, "\(error?.message ?? "")")
            await expectError(.photoNotFound) { try await ana.services.photo(of: workout.id) }
            #expect(try await ana.services.storage() == before)
            world.clock.advance(days: 3)
            try await ana.services.setPhoto(photo, of: workout.id)
            #expect(
                try await ana.services.storage() == StorageUse(usedBytes: 1_500, limitBytes: 1_500))
            await expectError(.quotaExceeded) { try await ana.services.setHeader(Pictures.plain) }
            // What does not grow is allowed, and what becomes free can be used.
            _ = try await ana.services.setAvatar(Pictures.picture(byteCount: 700))
            _ = try await ana.services.setHeader(Pictures.picture(byteCount: 100))
        }
    }

    @Test("a person over a lowered quota can still replace a picture by a smaller one")
    func lowered() async throws {
        try await Implementation.engineInMemory.run { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.setAvatar(Pictures.picture(byteCount: 1_000))
            var environment = world.engine.environment
            environment.quotas.firstWeekStorage = 500
            let engine = try await PacelineEngine.Engine(database: world.database, environment: environment)
            let session = engine.session(for: ana.id)
            #expect(try await session.storage().freeBytes == 0)
            _ = try await session.setAvatar(Pictures.picture(byteCount: 900))
            await expectError(.quotaExceeded) { try await session.setHeader(Pictures.plain) }
        }
    }

    @Test("without quotas, everything is accepted and no limit is shown")
    func unlimited() async throws {
        try await Implementation.engineInMemory.run(configuring: { $0.quotas = .none }) { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.setAvatar(Pictures.plain)
            let storage = try await ana.services.storage()
            #expect(storage == StorageUse(usedBytes: Int64(Pictures.plain.count)))
            #expect(storage.freeBytes == nil)
        }
    }

    @Test(
        "while the disk is almost full, no picture and no detail is accepted, and everything else works",
        arguments: Implementation.allCases, [999, 1_000] as [Int64])
    func fullDisk(_ implementation: Implementation, free: Int64) async throws {
        let set: @Sendable (inout EngineEnvironment) -> Void = {
            $0.quotas.freeDisk = 1_000
            $0.freeDiskBytes = { free }
        }
        try await implementation.run(configuring: set) { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            let uploads: [@Sendable () async throws -> Void] = [
                { _ = try await ana.services.setAvatar(Pictures.plain) },
                { _ = try await ana.services.setHeader(Pictures.plain) },
                { try await ana.services.setPhoto(Pictures.plain, of: workout.id) },
                {
                    var draft = WorkoutDraft.sample("long", startedAt: world.clock.now, duration: 900)
                    draft.detail = WorkoutDetail(notes: "Long")
                    _ = try await ana.services.publish(draft, as: .random(), ifMatch: nil)
                },
            ]
            for upload in uploads {
                guard free < 1_000 else {
                    try await upload()
                    continue
                }
                let error = await #expect(throws: SocialError.self) { try await upload() }
                #expect(error?.code == .unavailable && error?.retryAfter == 3_600)
            }
            _ = try await ana.services.removeAvatar()
            try await ana.comments("Still works", on: workout)
            try await ana.publishes("short")
        }
    }

    @Test("only a database in a file knows its disk")
    func disk() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paceline-disk-\(UUID())")
        let file = try SQLiteDatabase(path: folder.appending(path: "community.sqlite").path)
        #expect(file.freeDiskBytes() ?? 0 > 0)
        try await file.close()
        try FileManager.default.removeItem(at: folder)
        let memory = try SQLiteDatabase.inMemory()
        #expect(memory.freeDiskBytes() == nil)
        try await memory.close()
    }

    @Test(
        "people who stored pictures or details before the steps have them counted", .world,
        arguments: StoredTableTests.implementations)
    func counting(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let picture = Pictures.picture(byteCount: 1_000)
        _ = try await ana.services.setAvatar(picture)
        _ = try await ana.services.setHeader(picture)
        for member in [ana, ben] {
            try await member.services.setPhoto(picture, of: member.publishes().id)
        }
        var draft = WorkoutDraft.sample("long", startedAt: world.clock.now, duration: 900)
        draft.detail = WorkoutDetail(notes: "Très long")
        _ = try await cem.services.publish(draft, as: .random(), ifMatch: nil)
        let details = try await cem.services.storage().usedBytes
        #expect(details > 10)
        let step = try #require(Schema.migrations.first { $0.name == "15 quotas" })
        let laterStep = try #require(
            Schema.migrations.first { $0.name == "45 storage of workouts' details" })
        // The first statement adds the column.
        let statement = try #require(step.statements.dropFirst().first)
        try await world.database.write { connection in
            try connection.send("UPDATE accounts SET stored_bytes = 0")
            try connection.send(statement)
            for statement in laterStep.statements { try connection.send(statement) }
        }
        for (member, bytes) in [(ana, 3_000), (ben, 1_000), (cem, details)] as [(Member, Int64)] {
            #expect(try await member.services.storage().usedBytes == bytes, "\(member.username)")
        }
    }
}
