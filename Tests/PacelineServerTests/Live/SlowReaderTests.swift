import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("Streams that are read slowly", .timeLimit(.minutes(1))) struct SlowReaderTests {
    @Test("What waits is judged when it is told: nothing of a profile that is private by now")
    func judgedWhenTold() async throws {
        try await Reading.run { reading in
            try await reading.ana.comments("For everybody", on: reading.workout)
            try await reading.waits()
            _ = try await reading.ana.session.update(AccountChanges(privacyLevel: .private), ifMatch: nil)
            #expect(try await reading.tellsAll() == [.relationship(reading.ana.id)])
        }
    }

    @Test("A comment that was deleted while it waited is told as gone, and its words are not told")
    func deleted() async throws {
        try await Reading.run { reading in
            let comment = try await reading.ana.comments("Too hasty", on: reading.workout)
            try await reading.waits()
            try await reading.ana.session.deleteComment(comment.id)
            #expect(
                try await reading.tellsAll() == [
                    .commentRemoved(comment.id, item: reading.workout.id.item, count: 0)
                ])
        }
    }

    @Test("Who unfollows somebody loses nothing of what these did on things that they still see")
    func keepsTheRest() async throws {
        try await Reading.run { reading in
            _ = try await reading.ben.session.follow(.id(reading.cat.id), notifications: nil)
            try await reading.waits()
            try await reading.cat.comments("Well rowed!", on: reading.workout)
            _ = try await reading.cat.session.giveKudos(to: reading.workout.id.item, big: false)
            try await reading.cat.publish(distance: 500)
            try await reading.waits()
            try await reading.ben.session.unfollow(.id(reading.cat.id))
            let item = reading.workout.id.item
            let comment = try await reading.ben.session.comments(on: item, PageRequest()).items[0]
            #expect(
                try await reading.tellsAll() == [
                    .relationship(reading.cat.id), .comment(comment, count: 1),
                    .kudos(KudosChange(item: item, kudosCount: 1)), .relationship(reading.cat.id),
                ])
        }
    }

    @Test("Who is further behind than what may wait is let go, and misses nothing when they come again")
    func letGo() async throws {
        try await Reading.run { reading in
            let item = reading.workout.id.item
            for _ in 0...LiveLimits.waiting / 2 {
                _ = try await reading.cat.session.giveKudos(to: item, big: false)
                _ = try await reading.cat.session.withdrawKudos(from: item)
            }
            try await reading.waits()
            #expect(try await reading.stream.next() == nil)
            let again = try await reading.ben.session.stream(after: reading.start, watching: [item])
            var told = 0
            while let event = try await again.next(), event.content != .upToDate { told += 1 }
            #expect(told == (LiveLimits.waiting / 2 + 1) * 2)
        }
    }

    @Test("Signing out ends a stream whatever is still to be told of the past")
    func signedOut() async throws {
        try await Reading.run { reading in
            for _ in 0..<3 { try await reading.cat.comments("Hello", on: reading.workout) }
            let again = try await reading.ben.session.stream(
                after: reading.start, watching: [reading.workout.id.item])
            guard case .comment = try await again.next()?.content else {
                Issue.record("The past was not told")
                return
            }
            try await reading.ben.session.signOut()
            try await reading.waits()
            #expect(try await again.next() == nil)
        }
    }
}

/// Ben, who has Ana's workout open and follows nobody, and does not read what he is told.
private struct Reading {
    let engine: Engine
    let ana: Member
    let ben: Member
    let cat: Member
    let workout: Workout
    let stream: LiveStream
    /// Where the stream began.
    let start: LogPosition

    static func run(_ test: (Reading) async throws -> Void) async throws {
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
            Reading(
                engine: engine, ana: ana, ben: ben, cat: try await engine.member("cat"), workout: workout,
                stream: stream, start: start.position))
        await engine.live.close()
        try await database.close()
    }

    /// Returns when everything that has happened waits for Ben.
    func waits() async throws {
        try await engine.live.heartbeat()
        // Whoever joins is let in when what is being read has been told.
        _ = try await ana.session.stream(after: nil, watching: [])
    }

    /// Everything that Ben is told of what has happened.
    func tellsAll() async throws -> [LiveEvent.Content] {
        try await waits()
        let isOn = try await ben.session.settings().emailNotifications
        _ = try await ben.session.update(SettingsChanges(emailNotifications: !isOn))
        try await waits()
        var told: [LiveEvent.Content] = []
        while let event = try await stream.next(), event.content != .account {
            if event.content != .upToDate { told.append(event.content) }
        }
        return told
    }
}

extension Member {
    @discardableResult
    fileprivate func comments(_ text: String, on workout: Workout) async throws -> Paceline.Comment {
        try await session.comment(CommentDraft(text: text), on: workout.id.item)
    }
}
