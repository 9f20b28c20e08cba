import Paceline
import Testing

@Suite("Live: items, kudos and comments")
struct LiveItemTests {
    @Test(
        "a friend’s workout is delivered when it is published, edited and deleted",
        arguments: Implementation.allCases)
    func publishing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let (id, start) = (Workout.ID.random(), world.clock.now)
            #expect(
                try await ben.receives {
                    try await ana.publishes("2000m", .friends, as: id, startedAt: start)
                }
                    == ["item 2000m"])
            #expect(
                try await ben.receives { try await ana.publishes("2 km", .friends, as: id, startedAt: start) }
                    == ["item 2 km"])
            #expect(try await ben.receives { try await ana.services.deleteWorkout(id) } == ["item removed"])
        }
    }

    @Test("the event contains the whole card, as the feed shows it", arguments: Implementation.allCases)
    func card(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.follows(ana)
            let listener = try await ben.listens()
            let workout = try await ana.publishes()
            #expect(try await listener.receives() == .item(try await ben.card(of: workout)))
        }
    }

    @Test("an action on one device is delivered to the others", arguments: Implementation.allCases)
    func otherDevice(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            #expect(try await ana.receives { try await ana.publishes("2000m", .private) } == ["item 2000m"])
        }
    }

    @Test("items the reader may not see are not delivered", arguments: Implementation.allCases)
    func invisible(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cat, dan) = try await world.people("ana", "ben", "cat", "dan")
            try await world.befriend(ana, ben)
            try await cat.follows(ana)
            let (bens, cats, dans) = (
                try await ben.listens(), try await cat.listens(), try await dan.listens()
            )
            for visibility in ItemVisibility.allCases { try await ana.publishes("\(visibility)", visibility) }
            #expect(try await ben.receives(on: bens) == ["item friends", "item followers", "item public"])
            #expect(try await cat.receives(on: cats) == ["item followers", "item public"])
            #expect(try await dan.receives(on: dans) == [])
        }
    }

    @Test("losing access to a workout is delivered once, as a removal", arguments: Implementation.allCases)
    func narrowing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cat) = try await world.people("ana", "ben", "cat")
            try await world.befriend(ana, ben)
            try await cat.follows(ana)
            let workout = try await ana.publishes("2000m", .public)
            let cats = try await cat.listens()
            let change = { (title: String, visibility: ItemVisibility) async throws -> Void in
                try await ana.publishes(title, visibility, as: workout.id, startedAt: workout.startedAt)
            }
            #expect(try await ben.receives { try await change("Friends", .friends) } == ["item Friends"])
            #expect(try await ben.receives { try await change("Mine", .private) } == ["item removed"])
            #expect(try await ben.receives { try await change("Mine alone", .private) } == [])
            #expect(try await ben.receives { try await ana.services.deleteWorkout(workout.id) } == [])
            #expect(try await cat.receives(on: cats) == ["item removed"])
        }
    }

    @Test(
        "people from whom its owner's profile hid an item do not learn that it is gone", .world,
        arguments: Implementation.allCases)
    func hiddenByProfile(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cat) = try await world.people("ana", "ben", "cat")
        try await cat.follows(ana)
        try await ana.chooses(.friends)
        let workout = try await ana.publishes("2000m", .public)
        let (id, start) = (workout.id, workout.startedAt)
        let bens = try await ben.listens(watching: [id.item])
        #expect(
            try await cat.receives(watching: [id.item]) {
                try await ana.publishes("2000m", .private, as: id, startedAt: start)
            } == ["item removed"])
        try await ana.publishes("2000m", .public, as: id, startedAt: start)
        try await ana.services.deleteWorkout(id)
        #expect(try await ben.receives(on: bens) == [])
        let open = try await cat.publishes("2000m", .public)
        #expect(
            try await ben.receives(watching: [open.id.item]) {
                try await cat.services.deleteWorkout(open.id)
            } == ["item removed"])
    }

    @Test("kudos and comments are delivered with their counts", arguments: Implementation.allCases)
    func reactions(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cat) = try await world.people("ana", "ben", "cat")
            try await cat.follows(ana)
            let workout = try await ana.publishes()
            #expect(try await cat.receives { try await ben.givesKudos(to: workout) } == ["kudos 1"])
            #expect(try await cat.receives { try await cat.givesKudos(to: workout) } == ["kudos 2"])
            #expect(
                try await cat.receives { _ = try await ben.services.withdrawKudos(from: workout.id.item) }
                    == ["kudos 1"])
            #expect(
                try await cat.receives { try await ben.comments("Well rowed!", on: workout) }
                    == ["comment Well rowed! of 1"])
            let comment = try await ben.services.comments(on: workout.id.item, .whole).items[0]
            let listener = try await cat.listens()
            _ = try await ana.services.giveHeart(to: comment.id)
            #expect(
                try await listener.receives()
                    == .comment(
                        try await cat.services.comments(on: workout.id.item, .whole).items[0], count: 1))
            #expect(
                try await cat.receives {
                    _ = try await ben.services.edit(comment.id, text: "Rowed well!", ifMatch: nil)
                } == ["comment Rowed well! of 1"])
            #expect(
                try await cat.receives { try await ben.services.deleteComment(comment.id) }
                    == ["comment removed, 0 left"])
        }
    }

    @Test("reactions of hidden people are neither delivered nor counted", arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cat) = try await world.people("ana", "ben", "cat")
            try await ben.follows(ana)
            try await ben.blocks(cat)
            let workout = try await ana.publishes()
            let bens = try await ben.listens()
            try await cat.givesKudos(to: workout)
            let comment = try await cat.comments("Hello", on: workout)
            try await cat.services.deleteComment(comment.id)
            #expect(try await ben.receives(on: bens) == [])
            #expect(try await ben.receives { try await ana.givesKudos(to: workout) } == ["kudos 1"])
        }
    }

    @Test(
        "changes of an item that is open on screen are delivered, even from strangers",
        arguments: Implementation.allCases)
    func watching(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, cat) = try await world.people("ana", "ben", "cat")
            let (open, other) = (try await ana.publishes("Open"), try await ana.publishes("Other"))
            let watched = [open.id.item]
            #expect(try await ben.receives(watching: watched) { try await cat.givesKudos(to: other) } == [])
            #expect(
                try await ben.receives(watching: watched) { try await cat.givesKudos(to: open) } == [
                    "kudos 1"
                ])
            #expect(
                try await ben.receives(watching: watched) {
                    try await ana.publishes("Open", .friends, as: open.id, startedAt: open.startedAt)
                } == ["item removed"])
            #expect(try await ben.receives(watching: watched) { try await ana.givesKudos(to: open) } == [])
        }
    }
}
