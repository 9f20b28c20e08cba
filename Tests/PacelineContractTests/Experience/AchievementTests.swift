import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineEngine

@Suite("Levels, milestones and achievements")
struct AchievementTests {
    @Test(
        "a workout earns achievements, a milestone and a level, which are posted once", .world,
        arguments: Implementation.allCases)
    func earning(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        try await ana.sets(SettingsChanges(workoutVisibility: .public))
        #expect(try await ana.earned() == [])
        let run = try await ana.runs(10, minutes: 60)
        #expect(try await ana.earned(besides: .timesOfDay) == ["fiveK", "tenK", "workouts1"])
        #expect(try await ben.earned(of: ana, besides: .timesOfDay) == ["fiveK", "tenK", "workouts1"])
        let mine = try await ana.services.achievements(of: .me)
        #expect(mine.allSatisfy { $0.at == run.endedAt })
        for reader in [ana, ben] {
            let items = try await reader.services.feed(FeedQuery(), .whole).items
            #expect(Set(items.compactMap(\.achievement?.id.description)).isSuperset(of: ["fiveK", "tenK"]))
            #expect(items.compactMap(\.milestone?.id.description) == ["workouts1"])
            #expect(items.compactMap(\.levelUp?.level) == [2])
            let earned = items.filter { $0.workout == nil }
            #expect(earned.allSatisfy { $0.at == run.endedAt && $0.author.id == ana.id })
            #expect(earned.allSatisfy { $0.visibility == .public })
            #expect(items.last?.workout?.id == run.id)
        }
        let items = try await ana.earnedItems()
        try await ana.runs(10, minutes: 60, endingMinutesAgo: 300)
        #expect(try await ana.earned(besides: .timesOfDay).contains("doubleDay"))
        #expect(Set(try await ana.earnedItems()).isSuperset(of: items))
        #expect(try await ana.earnedItems(ofKind: .milestone).count == 1)
    }

    @Test("the catalogue lists everything that can be earned", .world, arguments: Implementation.allCases)
    func catalogue(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        #expect(try await ana.services.achievements() == Achievement.catalogue)
        await expectError(.personNotFound) {
            try await ana.services.achievements(of: .username("no_one"))
        }
    }

    @Test(
        "others notice nothing when a workout that they do not see is changed or deleted", .world,
        arguments: Implementation.allCases)
    func hiddenChanges(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        try await ana.runs(6, minutes: 40, .friends)
        _ = try await ana.earned()
        let hidden = try await ana.runs(6, minutes: 40, endingMinutesAgo: 600, .private)
        _ = try await ana.earned()
        let earned = try await ben.earned(of: ana)
        let items = try await ben.earnedItems()
        #expect(!items.isEmpty && earned.contains("fiveK"))
        let start = try await ben.services.changes(since: nil).next
        func expectNothingNew() async throws {
            // Before the log is followed, and afterwards.
            #expect(try await ben.earnedItems() == items)
            #expect(try await ben.earned(of: ana) == earned)
            #expect(try await ben.earnedItems() == items)
            #expect(try await ben.services.changes(since: start).changes.isEmpty)
        }
        try await ana.runs(1, minutes: 40, endingMinutesAgo: 600, .private, as: hidden.id)
        try await expectNothingNew()
        try await ana.services.deleteWorkout(hidden.id)
        try await expectNothingNew()
    }

    @Test(
        "each viewer sees the badges earned by workouts they can see, with their dates", .world,
        arguments: Implementation.allCases)
    func closenesses(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, friend, stranger) = try await world.people("ana", "ben", "cem")
        try await world.befriend(ana, friend)
        try await ana.sets(SettingsChanges(workoutVisibility: .public))
        let hidden = try await ana.runs(10, minutes: 60, endingMinutesAgo: 1_200, .private)
        #expect(try await ana.earned(besides: .timesOfDay).contains("tenK"))
        #expect(try await friend.earned(of: ana) == [])
        #expect(try await friend.services.feed(FeedQuery(), .whole).items.isEmpty)
        let shown = try await ana.runs(10, minutes: 60, endingMinutesAgo: 900, .friends)
        _ = try await ana.earned()
        #expect(try await ana.date(of: "tenK") == hidden.endedAt)
        #expect(try await friend.date(of: "tenK", by: ana) == shown.endedAt)
        #expect(try await stranger.earned(of: ana) == [])
        let item = try #require(try await friend.earnedItems(ofKind: .achievement, "tenK").first)
        #expect(item.at == shown.endedAt && item.visibility == .friends)
        _ = try await friend.services.comment(CommentDraft(text: "Well done"), on: item.id)
        let open = try await ana.runs(10, minutes: 60)
        #expect(try await stranger.date(of: "tenK", by: ana) == open.endedAt)
        #expect(try await friend.date(of: "tenK", by: ana) == shown.endedAt)
        // A new item: the old one's id and comments would show strangers that it was earned before.
        for reader in [ana, friend, stranger] {
            await expectError(.itemNotFound) { try await reader.services.item(item.id) }
        }
        let new = try #require(try await friend.earnedItems(ofKind: .achievement, "tenK").first)
        #expect(new.visibility == .public && new.at == open.endedAt && new.commentCount == 0)
        #expect(try await stranger.services.item(new.id).at == open.endedAt)
        #expect(try await ana.earnedItems(ofKind: .achievement, "tenK").map(\.id) == [new.id])
    }

    @Test(
        "a badge that loses its workout is hidden at once, and comes back with another workout",
        .world,
        arguments: Implementation.allCases)
    func losing(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let first = try await ana.runs(10, minutes: 60, endingMinutesAgo: 300)
        let second = try await ana.runs(10, minutes: 60)
        _ = try await ana.earned()
        let item = try #require(try await ben.earnedItems(ofKind: .achievement, "tenK").first)
        #expect(item.at == first.endedAt)
        try await ana.runs(10, minutes: 60, endingMinutesAgo: 300, .private, as: first.id)
        // Before any consumer of the log has run.
        #expect(try await ben.feedItems(besides: .workout).allSatisfy { $0.id != item.id })
        await expectError(.itemNotFound) { try await ben.services.item(item.id) }
        #expect(try await ben.date(of: "tenK", by: ana) == second.endedAt)
        let found = try await ben.services.item(item.id)
        #expect(found.at == second.endedAt)
        try await ana.services.deleteWorkout(second.id)
        await expectError(.itemNotFound) { try await ben.services.item(item.id) }
        #expect(try await ben.earned(of: ana) == [])
        #expect(try await ana.services.item(item.id).visibility == .private)
        try await ana.services.deleteWorkout(first.id)
        #expect(try await ana.earned() == [])
        await expectError(.itemNotFound) { try await ana.services.item(item.id) }
        #expect(try await ana.earnedItems() == [])
    }

    @Test(
        "a milestone is hidden at once when its total is no longer reached", .world,
        arguments: Implementation.allCases)
    func totals(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        var runs: [Workout] = []
        for number in 0..<10 { runs.append(try await ana.runs(1, endingMinutesAgo: Double(number) * 120)) }
        #expect(try await ben.earned(of: ana).contains("workouts10"))
        let item = try #require(try await ben.earnedItems(ofKind: .milestone, "workouts10").first)
        // Not the one that completed it.
        try await ana.services.deleteWorkout(runs[9].id)
        await expectError(.itemNotFound) { try await ben.services.item(item.id) }
        #expect(try await !ben.earned(of: ana).contains("workouts10"))
        #expect(try await !ana.earned().contains("workouts10"))
    }

    @Test("imported histories earn silently", .world, arguments: Implementation.allCases)
    func imported(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.runs(10, minutes: 60, endingMinutesAgo: 60 * 49)
        #expect(try await ana.earned().contains("tenK"))
        try await ana.runs(5, minutes: 30, endingMinutesAgo: 60 * 47)
        _ = try await ana.earned()
        let items = try await ana.services.feed(FeedQuery(), .whole).items
        #expect(
            !items.contains {
                ["fiveK", "tenK", "workouts1"].contains(($0.achievement ?? $0.milestone)?.id.description)
            })
    }

    @Test(
        "an older workout that earned the badge removes its feed item", .world,
        arguments: Implementation.allCases)
    func noNews(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.runs(5)
        #expect(try await ana.earned().contains("fiveK"))
        #expect(try await ana.earnedItems(ofKind: .achievement, "fiveK").count == 1)
        let old = try await ana.runs(5, endingMinutesAgo: 60 * 24 * 30)
        #expect(try await ana.date(of: "fiveK") == old.endedAt)
        #expect(try await ana.earnedItems(ofKind: .achievement, "fiveK").isEmpty)
    }

    @Test(
        "people who hide their statistics or details show nothing that they earned", .world,
        arguments: Implementation.allCases)
    func hiding(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        try await ana.runs(10, minutes: 60)
        #expect(try await ben.earned(of: ana).contains("tenK"))
        let shown = try await ben.feedItems(besides: .workout).map(\.id)
        #expect(!shown.isEmpty)
        for (off, on) in [
            (SettingsChanges(showWorkoutStats: false), SettingsChanges(showWorkoutStats: true)),
            (SettingsChanges(showWorkoutDetails: false), SettingsChanges(showWorkoutDetails: true)),
        ] {
            try await ana.sets(off)
            #expect(try await ben.feedItems(besides: .workout).isEmpty)
            #expect(try await ben.earned(of: ana) == [])
            #expect(try await ana.earned().contains("tenK"))
            #expect(try await ana.earnedItems().count == shown.count)
            try await ana.sets(on)
            #expect(try await ben.earned(of: ana).contains("tenK"))
            #expect(try await ben.feedItems(besides: .workout).map(\.id) == shown)
        }
    }

    @Test("a held workout reaches no level until it is approved", arguments: Implementation.allCases)
    func held(_ implementation: Implementation) async throws {
        try await implementation.runHolding { world in
            let ana = try await world.person("ana")
            try await ana.sets(SettingsChanges(workoutVisibility: .public))
            let run = try await ana.runs(20)
            #expect(run.awardSummary == "0 of 1200 held, held")
            _ = try await world.engine.followLog()
            #expect(try await ana.earnedItems(ofKind: .levelUp).isEmpty)
            try await world.engine.decide(
                run.id, WorkoutDecisionDraft(outcome: .approved, reason: "As seen at the race."))
            _ = try await world.engine.followLog()
            #expect(try await ana.earnedItems(ofKind: .levelUp).compactMap(\.levelUp?.level) == [2])
        }
    }

    @Test(
        "badge items get the default visibility, and level items expire", .world,
        arguments: Implementation.allCases)
    func items(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        try await ana.sets(SettingsChanges(workoutVisibility: .friends))
        try await ana.runs(10, minutes: 60)
        _ = try await ana.earned()
        let items = try await ben.feedItems(besides: .workout)
        #expect(!items.isEmpty && items.allSatisfy { $0.visibility == .friends })
        let milestone = try #require(items.first { $0.milestone != nil })
        let levelUp = try #require(items.first { $0.levelUp != nil })
        _ = try await ben.services.giveKudos(to: milestone.id, big: false)
        _ = try await ben.services.comment(CommentDraft(text: "Well done"), on: levelUp.id)
        #expect(try await ana.services.item(milestone.id).kudosCount == 1)
        #expect(
            try await ben.services.feed(FeedQuery(kinds: [.levelUp]), .whole).items.map(\.id) == [levelUp.id])
        world.clock.advance(by: 31 * 86_400)
        await expectError(.itemNotFound) { try await ben.services.item(levelUp.id) }
        _ = try await world.engine.purgeExpired()
        try await ana.runs(1)
        _ = try await ana.earned()
        #expect(try await ana.earnedItems(ofKind: .levelUp).isEmpty)
        #expect(try await ana.services.item(milestone.id).kudosCount == 1)
    }

    @Test(
        "the feed shows several kinds, such as levels and badges alone", .world,
        arguments: Implementation.allCases)
    func filtered(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let run = try await ana.runs(10, minutes: 60)
        _ = try await ana.earned()
        let all = try await ben.services.feed(FeedQuery(), .whole).items
        func shown(_ query: FeedQuery) async throws -> [FeedItem] {
            try await ben.services.feed(query, .whole).items
        }
        let badges = all.filter { $0.workout == nil }
        #expect(Set(badges.map(\.content.kindName)) == ["levelUp", "achievement", "milestone"])
        for window in [nil, FeedQuery.Window.recent] {
            #expect(try await !shown(FeedQuery(window: window, kinds: .badges)).isEmpty)
            #expect(
                try await shown(FeedQuery(window: window, kinds: .badges)).allSatisfy { $0.workout == nil })
        }
        #expect(try await shown(FeedQuery(kinds: .badges)) == badges)
        #expect(try await shown(FeedQuery(person: ana.reference, kinds: .badges)) == badges)
        #expect(
            try await shown(FeedQuery(kinds: [.workout, .levelUp])).map(\.id)
                == all.filter { $0.workout != nil || $0.levelUp != nil }.map(\.id))
        #expect(try await shown(FeedQuery(kinds: [.workout, .score])).map(\.id) == [run.id.item])
        #expect(try await shown(FeedQuery(kinds: Set(FeedItem.Kind.allCases))) == all)
        #expect(try await shown(FeedQuery(kinds: .badges, type: .rowing)) == [])
    }

    @Test(
        "followers' devices receive new items and their removal", .world,
        arguments: Implementation.allCases)
    func changes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        var app = try await ChangeReader(ben)
        let run = try await ana.runs(10, minutes: 60)
        _ = try await ana.earned()
        let posted = try await app.changes().compactMap(\.item).filter { $0.workout == nil }
        #expect(Set(posted.map(\.content.kindName)) == ["levelUp", "achievement", "milestone"])
        try await ana.services.deleteWorkout(run.id)
        let lost = try await app.changes().map(\.id.uuid)
        #expect(Set(lost).isSuperset(of: posted.map(\.id.uuid)))
        #expect(try await ben.feedItems(besides: .workout).isEmpty)
    }

    @Test("owners are notified of what they earned", .world, arguments: Implementation.allCases)
    func notifications(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.runs(10, minutes: 60)
        _ = try await ana.earned()
        let inbox = try await ana.inbox().items
        #expect(inbox.filter { $0.kind == .levelUp }.map(\.sentence) == ["You reached level 2"])
        let sentences = inbox.filter { $0.kind == .achievement }.map(\.sentence)
        #expect(
            Set(sentences).isSuperset(of: ["You earned the badge 10K", "You earned the badge 1 workout"]))
        try await ana.runs(1, endingMinutesAgo: 90)
        _ = try await ana.earned()
        #expect(try await ana.inbox().items.count { $0.kind == .levelUp } == 1)
    }

    @Test(
        "a badge is not announced again when it is also earned by more visible workouts", .world,
        arguments: Implementation.allCases)
    func repeated(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        try await ana.sets(SettingsChanges(workoutVisibility: .friends))
        try await ana.runs(10, minutes: 60, endingMinutesAgo: 60, .friends)
        _ = try await ana.earned()
        let posted = try #require(try await ben.earnedItems(ofKind: .achievement, "tenK").first)
        world.clock.advance(by: 3 * 86_400)
        try await ana.runs(10, minutes: 60, .public)
        _ = try await ana.earned()
        #expect(
            try await ben.earnedItems(ofKind: .achievement, "tenK") == [posted],
            "followers do not see badges whose visibility is friends")
        #expect(try await ana.inbox().items.count { $0.sentence == "You earned the badge 10K" } == 1)
    }

    @Test(
        "owners are notified once of what people who see fewer workouts learn later", .world,
        arguments: Implementation.allCases, [1, 3])
    func notificationOfOwner(_ implementation: Implementation, days: Int) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await world.befriend(ana, ben)
        let notifications = {
            try await ana.inbox().items.filter { $0.sentence == "You earned the badge 10K" }
        }
        try await ana.runs(10, minutes: 60, endingMinutesAgo: 60, .private)
        _ = try await ana.earned()
        let first = try #require(try await notifications().first)
        _ = try await ana.services.readNotifications(upTo: first.at, ids: nil)
        world.clock.advance(days: days)
        let shown = try await ana.runs(10, minutes: 60, .friends)
        _ = try await ana.earned()
        let items = try await ben.earnedItems(ofKind: .achievement, "tenK")
        #expect(items.map(\.at) == [shown.endedAt])
        let later = try await notifications()
        #expect(later.map(\.id) == [first.id] && later.map(\.at) == [first.at])
        #expect(later.map(\.isRead) == [true] && later.map(\.item?.id) == [items[0].id])
    }

    @Test(
        "badges earned before there were any are added without posts", .world,
        arguments: Implementation.allCases.filter { $0 != .remote })
    func past(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        try await ana.runs(10, minutes: 60)
        try await world.database.write { [id = ana.id] connection in
            try connection.send("INSERT INTO achievement_backlog (person) VALUES (\(id))")
        }
        #expect(try await ana.earned() == [], "not before all of the past counts")
        for _ in 0..<2 { try await world.engine.findPastAchievements() }
        #expect(try await world.rows(of: "achievement_backlog") == 0)
        #expect(try await world.rows(of: "achievements") > 0)
        #expect(try await ana.earned().contains("tenK"))
        #expect(try await ana.earnedItems() == [])
    }
}
