import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("Slow readers of streams", .timeLimit(.minutes(1))) struct SlowReaderTests {
    @Test("Buffered events are authorized on delivery: nothing from a profile that is private by then")
    func authorizedOnDelivery() async throws {
        try await SlowReader.run { reader in
            try await reader.ana.comments("For everybody", on: reader.workout)
            try await reader.settle()
            _ = try await reader.ana.session.update(AccountChanges(privacyLevel: .private), ifMatch: nil)
            #expect(try await reader.deliveredEvents() == [.relationship(reader.ana.id)])
        }
    }

    @Test("A comment deleted while buffered is delivered as a removal, without its text")
    func deleted() async throws {
        try await SlowReader.run { reader in
            let comment = try await reader.ana.comments("Too hasty", on: reader.workout)
            try await reader.settle()
            try await reader.ana.session.deleteComment(comment.id)
            #expect(
                try await reader.deliveredEvents() == [
                    .commentRemoved(comment.id, item: reader.workout.id.item, count: 0)
                ])
        }
    }

    @Test("Unfollowing drops no buffered events on items that are still visible")
    func keepsTheRest() async throws {
        try await SlowReader.run { reader in
            _ = try await reader.ben.session.follow(.id(reader.cat.id), notifications: nil)
            try await reader.settle()
            try await reader.cat.comments("Well rowed!", on: reader.workout)
            _ = try await reader.cat.session.giveKudos(to: reader.workout.id.item, big: false)
            try await reader.cat.publish(distance: 500)
            try await reader.settle()
            try await reader.ben.session.unfollow(.id(reader.cat.id))
            let item = reader.workout.id.item
            let comment = try await reader.ben.session.comments(on: item, PageRequest()).items[0]
            #expect(
                try await reader.deliveredEvents() == [
                    .relationship(reader.cat.id), .comment(comment, count: 1),
                    .kudos(KudosChange(item: item, kudosCount: 1)), .relationship(reader.cat.id),
                ])
        }
    }

    @Test("A reader beyond the buffer limit is disconnected, and misses nothing after resuming")
    func disconnected() async throws {
        try await SlowReader.run { reader in
            let item = reader.workout.id.item
            for _ in 0...LiveLimits.queuedEvents / 2 {
                _ = try await reader.cat.session.giveKudos(to: item, big: false)
                _ = try await reader.cat.session.withdrawKudos(from: item)
            }
            try await reader.settle()
            #expect(try await reader.stream.next() == nil)
            let again = try await reader.ben.session.stream(after: reader.start, watching: [item])
            var count = 0
            while let event = try await again.next(), event.content != .upToDate { count += 1 }
            #expect(count == (LiveLimits.queuedEvents / 2 + 1) * 2)
        }
    }

    @Test("Signing out ends a stream even if past events are undelivered")
    func signedOut() async throws {
        try await SlowReader.run { reader in
            for _ in 0..<3 { try await reader.cat.comments("Hello", on: reader.workout) }
            let again = try await reader.ben.session.stream(
                after: reader.start, watching: [reader.workout.id.item])
            guard case .comment = try await again.next()?.content else {
                Issue.record("No past event was delivered")
                return
            }
            try await reader.ben.session.signOut()
            try await reader.settle()
            #expect(try await again.next() == nil)
        }
    }
}

/// Ben has Ana's workout on screen, follows no one and does not read his stream.
private struct SlowReader {
    let engine: Engine
    let ana: Member
    let ben: Member
    let cat: Member
    let workout: Workout
    let stream: LiveStream
    /// The position at which the stream started.
    let start: LogPosition

    static func run(_ test: (SlowReader) async throws -> Void) async throws {
        let database = try SQLiteDatabase.inMemory()
        let engine = try await Engine(database: database, environment: .init(passwordCost: .fast))
        let (ana, ben) = (try await engine.member("ana"), try await engine.member("ben"))
        let draft = WorkoutDraft(
            type: .rowing, title: "2000m", startedAt: Date(), duration: 480,
            measures: WorkoutMeasures(distance: 2_000), visibility: .public)
        let workout = try await ana.session.publish(draft, as: Workout.ID(UUID()), ifMatch: nil).workout
        let stream = try await ben.session.stream(after: nil, watching: [workout.id.item])
        let start = try #require(try await stream.next())
        try await test(
            SlowReader(
                engine: engine, ana: ana, ben: ben, cat: try await engine.member("cat"), workout: workout,
                stream: stream, start: start.position))
        await engine.live.close()
        try await database.close()
    }

    /// Waits until everything that has happened is buffered for Ben.
    func settle() async throws {
        try await engine.live.heartbeat()
        // A new stream opens only after the current batch is delivered.
        _ = try await ana.session.stream(after: nil, watching: [])
    }

    /// The events that Ben receives for everything that has happened.
    func deliveredEvents() async throws -> [LiveEvent.Content] {
        try await settle()
        let isOn = try await ben.session.settings().emailNotifications
        _ = try await ben.session.update(SettingsChanges(emailNotifications: !isOn))
        try await settle()
        var delivered: [LiveEvent.Content] = []
        while let event = try await stream.next(), event.content != .account {
            if event.content != .upToDate { delivered.append(event.content) }
        }
        return delivered
    }
}

extension Member {
    @discardableResult
    fileprivate func comments(_ text: String, on workout: Workout) async throws -> Paceline.Comment {
        try await session.comment(CommentDraft(text: text), on: workout.id.item)
    }
}
