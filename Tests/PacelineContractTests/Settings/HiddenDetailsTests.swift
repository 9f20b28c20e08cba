import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Hidden details of workouts")
struct HiddenDetailsTests {
    /// A workout with something in each field that can be hidden.
    private static let draft = WorkoutDraft(
        type: .rowing, title: "Morning row", startedAt: TestClock.start, duration: 450,
        measures: WorkoutMeasures(
            distance: 2_000, energy: 120, averageHeartRate: 171, averageSplit: 112.5, averagePower: 245,
            strokeRate: 28, intensityZone: 4),
        volume: 80, exerciseCount: 1, source: "Concept2", visibility: .public,
        detail: WorkoutDetail(
            intervals: [
                Interval(index: 0, duration: 225, distance: 1_000),
                Interval(index: 1, duration: 225, distance: 1_000),
            ], notes: "Into the wind."))

    private static let engines = Implementation.withHybrid.filter { $0 != .remote }

    @Test(
        "only the owner sees details that they hide, in every read, also after each change", .world,
        arguments: Implementation.withHybrid)
    func everyRead(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        try await world.befriend(ana, ben)
        let id = Workout.ID.random()
        _ = try await ana.services.publish(Self.draft, as: id, ifMatch: nil)
        try await ana.services.setPhoto(Pictures.plain, of: id)
        let whole = try await ana.services.workout(id)
        #expect(whole.detail?.photoURL != nil && whole.distance == 2_000 && !whole.hidesDetails)
        for isShown in [true, false, true, false] {
            try await ana.sets(SettingsChanges(showWorkoutDetails: isShown))
            // Twice, to read cached cards too.
            for reader in [ben, ana, cem, ana, ben] {
                var expected = isShown || reader.id == ana.id ? whole : whole.withoutDetails
                if reader.id != ana.id { expected.experience = nil }
                #expect(try await reader.services.workout(id) == expected)
                #expect(try await reader.readsEverywhere(expected))
                #expect(try await reader.sees(ana).showsWorkoutDetails == isShown)
                if isShown || reader.id == ana.id {
                    #expect(try await reader.services.photo(of: id).bytes == Pictures.plain)
                } else {
                    await expectError(.photoNotFound) { _ = try await reader.services.photo(of: id) }
                }
            }
        }
        #expect(try await ben.services.workout(id).version != whole.version)
    }

    @Test("totals do not reveal what is hidden", .world, arguments: Implementation.withHybrid)
    func totals(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        _ = try await ana.services.publish(Self.draft, as: .random(), ifMatch: nil)
        try await ana.sets(SettingsChanges(showWorkoutDetails: false))
        let shown = try #require(try await ben.sees(ana).stats)
        #expect(shown.workouts == 1 && shown.duration == 450)
        #expect(shown.distance == 0 && shown.volume == 0 && shown.xp == 0 && shown.level == nil)
        let own = try #require(try await ana.sees(ana).stats)
        #expect(own.distance == 2_000 && own.volume == 80 && own.xp > 0 && own.level == 1)
        #expect(try await ana.services.me().stats == own)
    }

    @Test("streams deliver the details to the owner only", .world, arguments: Implementation.withHybrid)
    func streams(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        for follower in [ben, cem] { try await follower.follows(ana) }
        try await ana.sets(SettingsChanges(showWorkoutDetails: false))
        let listeners = [
            (ana, try await ana.listens()), (ben, try await ben.listens()), (cem, try await cem.listens()),
        ]
        let workout = try await ana.services.publish(Self.draft, as: .random(), ifMatch: nil).workout
        for (reader, listener) in listeners {
            let card = try await reader.services.item(workout.id.item)
            #expect(card.workout?.hidesDetails == (reader.id != ana.id))
            #expect(try await listener.receives() == .item(card))
        }
    }

    @Test(
        "the change feed makes followers load the workouts again", .world,
        arguments: Implementation.withHybrid)
    func changes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.follows(ana)
        var reader = try await ChangeReader(ben)
        try await ana.sets(SettingsChanges(showWorkoutDetails: false))
        let changed = try await reader.changes()
        #expect(changed.map(\.summary) == ["person Ana"])
        #expect(changed.first?.person?.showsWorkoutDetails == false)
        _ = try await ana.services.publish(Self.draft, as: .random(), ifMatch: nil)
        let later = try await reader.changes()
        let published = try #require(later.first?.item?.workout)
        #expect(published.hidesDetails && published.distance == nil && published.title == "Morning row")
    }

    @Test("the pages of the web app show what the services show", .world, arguments: engines)
    func pages(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.follows(ana)
        let id = Workout.ID.random()
        _ = try await ana.services.publish(Self.draft, as: id, ifMatch: nil)
        try await ana.services.setPhoto(Pictures.plain, of: id)
        for isShown in [true, false] {
            try await ana.sets(SettingsChanges(showWorkoutDetails: isShown))
            for reader in [ana, ben] {
                let session = world.engine.session(for: reader.id)
                let isWhole = isShown || reader.id == ana.id
                let feed = try await session.feedPage(FeedQuery(), .whole, cards: 12)
                #expect(feed.items.items.map(\.workout?.hidesDetails) == [!isWhole])
                let card = try await session.card(id.item).preview
                for preview in [feed.previews[id.item] ?? CardPreview(), card] {
                    #expect(preview.hasPhoto == isWhole)
                    #expect((preview.sketch != nil) == isWhole)
                }
                let page = try await session.itemPage(id.item, kudos: .whole, comments: .whole)
                #expect((page.item.workout?.detail?.notes != nil) == isWhole)
                let person = try await session.personPage(ana.reference, workouts: .whole)
                #expect(person.workouts.items.map(\.hidesDetails) == [!isWhole])
            }
        }
    }
}

extension Member {
    /// Whether the feed, the card and the list of the owner's workouts show the workout like this, without its detail.
    fileprivate func readsEverywhere(_ workout: Workout) async throws -> Bool {
        var listed = workout
        listed.detail = nil
        // Cards do not explain their XP.
        var expected = listed
        expected.experience = nil
        let query = FeedQuery(person: .id(workout.owner))
        let theirs = try await services.feed(query, .whole).items.map(\.workout)
        let home = try await services.feed(FeedQuery(), .whole).items.compactMap(\.workout)
        let card = try await services.item(workout.id.item).workout
        let list = try await services.workouts(of: .id(workout.owner), .whole).items
        return theirs == [expected] && card == expected && list == [listed]
            && home.allSatisfy { $0 == expected }
    }
}
