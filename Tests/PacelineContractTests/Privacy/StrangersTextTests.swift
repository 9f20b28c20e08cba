import Foundation
import Paceline
import Testing

/// The clock starts on 1 March 2026.
@Suite("Strangers' texts, for people who read friends only")
struct StrangersTextTests {
    @Test(
        "children and people of unknown age read bios and texts of workouts by friends only",
        .world,
        arguments: Implementation.allCases)
    func texts(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        for _ in 0..<2 {
            for reader in [scene.adult, scene.teenager] {
                #expect(try await scene.read(by: reader) == Scene.written, "\(reader.username)")
            }
            // The second time, the cards are cached.
            for reader in [scene.child, scene.ageless] {
                #expect(try await scene.read(by: reader) == [], "\(reader.username)")
                let workout = try await reader.services.workout(scene.workout.id)
                #expect(workout.distance == 2_000 && workout.title == "Workout")
                #expect(workout.detail?.sets.map(\.exercise) == ["Exercise"])
            }
        }
        #expect(try await scene.read(by: scene.owner) == Scene.written)
    }

    @Test(
        "they read those of others while they are friends, and once they are known to be 13 or older", .world,
        arguments: Implementation.allCases)
    func becomingClose(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        for reader in [scene.child, scene.ageless] {
            try await world.befriend(scene.owner, reader)
            #expect(try await scene.read(by: reader) == Scene.written, "\(reader.username)")
            try await scene.owner.services.unfriend(reader.reference)
            try await reader.follows(scene.owner)
            #expect(try await scene.read(by: reader) == [], "\(reader.username)")
        }
        _ = try await scene.ageless.services.update(
            AccountChanges(birthDate: try day(1990_05_17)), ifMatch: nil)
        #expect(try await scene.read(by: scene.ageless) == Scene.written)
        // The child's thirteenth birthday.
        world.clock.advance(days: 1)
        #expect(try await scene.read(by: scene.child) == Scene.written)
    }

    @Test(
        "streams, the change feed and the inbox contain no such texts", .world,
        arguments: Implementation.allCases)
    func arriving(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        for (reader, title) in [
            (scene.adult, "Call me"), (scene.teenager, "Call me"), (scene.child, "Workout"),
            (scene.ageless, "Workout"),
        ] {
            _ = try await reader.services.follow(scene.owner.reference, notifications: true)
            var copy = try await ChangeReader(reader)
            let received = try await reader.receives {
                try await scene.owner.publishes("Call me", duration: 600)
            }
            #expect(received.contains("item \(title)"), "\(received) by \(reader.username)")
            _ = try await scene.owner.services.update(AccountChanges(bio: Scene.bio), ifMatch: nil)
            let changes = try await copy.changes()
            #expect(changes.contains { $0.summary == "item \(title)" }, "\(changes.map(\.summary))")
            let inbox = try await reader.inbox().items.filter { $0.kind == .newWorkout }
            #expect(inbox.first?.item?.title == title)
            #expect(title != "Workout" || inbox.allSatisfy { $0.item?.title == title })
        }
    }

    @Test(
        "teenagers receive titles of groups that they joined, of these groups' tournaments, and of global ones",
        .world, arguments: Implementation.allCases)
    func titlesForTeenagers(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (owner, chief) = (try await world.person("olga"), try await world.staffMember("chief"))
        let teenager = try await world.person("tina", born: 2010_03_02)
        let group = try await owner.createsGroup("Write to me")
        try await teenager.joins(try await owner.code(of: group))
        #expect(try await teenager.groupTitles() == ["Write to me"])
        var copy = try await ChangeReader(teenager)
        try await owner.createsTournament("Call me", in: group)
        let received = try await copy.changes().compactMap { change in
            if case .season(let season) = change.content { season.title } else { nil }
        }
        #expect(received == ["Call me"])
        try await chief.createsTournament("Everyone")
        let global = try await teenager.services.seasons(of: nil, kind: .tournament, .whole).items
        #expect(global.map(\.title) == ["Everyone"])
    }

    @Test("the title of a group is its owner's text", .world, arguments: Implementation.allCases)
    func groups(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (owner, adult) = try await world.people("olga", "abe")
        let ageless = try await world.ageless("ageless")
        let code = try await owner.code(of: try await owner.createsGroup("Write to me"))
        for (reader, title) in [(adult, "Write to me"), (ageless, "Group")] {
            #expect(try await reader.services.groupPreview(code: code).title == title)
            try await reader.joins(code)
            #expect(try await reader.groupTitles() == [title])
        }
        try await world.befriend(owner, ageless)
        #expect(try await ageless.groupTitles() == ["Write to me"])
    }
}

/// A public person with a bio and a workout, whom people of all ages follow.
private struct Scene: Sendable {
    static let bio = "Write to me"
    static let (title, source, exercise, notes) = ("Meet me", "My App", "Squat at my place", "Call me")
    /// All that the owner has written, in order of the alphabet.
    static let written = [notes, title, source, exercise, bio]

    let owner, adult, teenager, child, ageless: Member
    let workout: Workout

    init(_ world: World) async throws {
        (owner, adult) = try await world.people("olga", "abe")
        teenager = try await world.person("tina", born: 2010_03_02)
        child = try await world.person("kim", born: 2013_03_02)
        ageless = try await world.ageless("ageless")
        _ = try await owner.services.update(AccountChanges(bio: Self.bio), ifMatch: nil)
        for follower in [adult, teenager, child, ageless] { try await follower.follows(owner) }
        world.clock.tick()
        var draft = WorkoutDraft.sample(
            Self.title, startedAt: world.clock.now.addingTimeInterval(-900), duration: 600,
            visibility: .public,
            detail: WorkoutDetail(sets: [ExerciseSet(exercise: Self.exercise, index: 0)], notes: Self.notes))
        draft.source = Self.source
        workout = try await owner.services.publish(draft, as: .random(), ifMatch: nil).workout
    }

    /// Which of the owner's texts the reader finds, on any page, in order of the alphabet.
    func read(by reader: Member) async throws -> [String] {
        let services = reader.services
        let card = try await services.item(workout.id.item)
        let feed = try await services.feed(FeedQuery(), .whole).items.filter { $0.id == card.id }
        try #require(feed.count == 1)
        let listed = try await services.workouts(of: owner.reference, .whole).items
        try #require(listed.count == 1)
        let workouts =
            [try await services.workout(workout.id)] + listed + (feed + [card]).compactMap(\.workout)
        let texts = workouts.flatMap { workout -> [String?] in
            [workout.title, workout.source, workout.detail?.notes]
                + (workout.detail?.sets ?? []).map(\.exercise)
        }
        let bio = try await reader.bio(of: owner)
        let all = Set((texts + [bio]).compactMap(\.self))
        return all.intersection(Self.written).sorted()
    }
}

extension Member {
    /// The bio on the person's profile, or on one's own.
    fileprivate func bio(of other: Member) async throws -> String? {
        try await id == other.id ? services.me().bio : sees(other).bio
    }
}
