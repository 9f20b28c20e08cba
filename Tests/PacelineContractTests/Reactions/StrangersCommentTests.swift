import Foundation
import Paceline
import Testing

/// The clock starts on 1 March 2026.
@Suite("Strangers' comments and people who are not adults")
struct StrangersCommentTests {
    @Test(
        "feed cards show comments of strangers to adults only", .world, arguments: Implementation.withHybrid,
        Reader.allCases)
    func cards(_ implementation: Implementation, _ first: Reader) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        let early = try await scene.friend.comments("Well done", on: scene.workout)
        try await scene.stranger.comments("Write to me", on: scene.workout)
        // The first reader fills the cache of cards.
        for reader in [first] + Reader.allCases + Reader.allCases {
            let texts = try await scene.latest(reader)
            let expected: String? =
                switch reader {
                case .adult: "Write to me"
                case .teenager: "Well done"
                case .ageless: nil
                }
            #expect(texts == [expected, expected], "\(reader)")
        }
        for reader in Reader.allCases {
            let member = scene.member(reader)
            // People of unknown age, who may be children, read friends only.
            let texts = reader == .ageless ? [] : ["Well done", "Write to me"]
            #expect(try await member.card(of: scene.workout).commentCount == texts.count)
            #expect(try await member.commentTexts(on: scene.workout) == texts)
        }
        try await scene.teenager.comments("My own", on: scene.workout)
        #expect(try await scene.latest(.teenager) == ["My own", "My own"])
        #expect(try await scene.latest(.ageless) == [nil, nil])
        _ = try await scene.friend.services.edit(early.id, text: "Great", ifMatch: nil)
        let own = try await scene.teenager.services.comments(on: scene.workout.id.item, .whole).items
        try await scene.teenager.services.deleteComment(try #require(own.last).id)
        #expect(try await scene.latest(.teenager) == ["Great", "Great"])
    }

    /// Not with a device: of a new friend, it loads the items, and not the comments on those of others.
    @Test(
        "a comment appears when its author becomes a friend, or the reader an adult", .world,
        arguments: Implementation.allCases)
    func becomingClose(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        try await scene.stranger.comments("Hello", on: scene.workout)
        #expect(try await scene.latest(.teenager) == [nil, nil])
        try await world.befriend(scene.stranger, scene.teenager)
        #expect(try await scene.latest(.teenager) == ["Hello", "Hello"])
        try await scene.teenager.services.unfriend(scene.stranger.reference)
        #expect(try await scene.latest(.teenager) == [nil, nil])
        // The teenager's eighteenth birthday.
        world.clock.advance(days: 1)
        #expect(try await scene.latest(.teenager) == ["Hello", "Hello"])
    }

    @Test(
        "the change feed leaves out what strangers write, but not that it is gone", .world,
        arguments: Implementation.withHybrid)
    func changes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        var (teenagers, agelesses) = (
            try await ChangeReader(scene.teenager), try await ChangeReader(scene.ageless)
        )
        var adults = try await ChangeReader(scene.adult)
        let comment = try await scene.stranger.comments("Write to me", on: scene.workout)
        try await scene.friend.comments("Well done", on: scene.workout)
        let texts = { (changes: [Change]) in changes.compactMap { $0.comment?.text }.sorted() }
        #expect(try await texts(adults.changes()) == ["Well done", "Write to me"])
        #expect(try await texts(teenagers.changes()) == ["Well done"])
        #expect(try await texts(agelesses.changes()) == [])
        _ = try await scene.stranger.services.edit(comment.id, text: "Call me", ifMatch: nil)
        #expect(try await teenagers.summaries().filter { $0.hasPrefix("comment") } == [])
        try await scene.stranger.services.deleteComment(comment.id)
        #expect(try await teenagers.summaries().contains("comment gone"))
    }

    @Test(
        "streams count strangers' comments for teenagers, and contain the text for adults only", .world,
        arguments: Implementation.withHybrid)
    func streams(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await Scene(world)
        let listeners = [
            try await scene.adult.listens(), try await scene.teenager.listens(),
            try await scene.ageless.listens(),
        ]
        let members = [scene.adult, scene.teenager, scene.ageless]
        func heard() async throws -> [[LiveEvent.Content]] {
            var heard: [[LiveEvent.Content]] = []
            for (member, listener) in zip(members, listeners) {
                let settings = try await member.services.settings()
                try await member.sets(SettingsChanges(emailNotifications: !settings.emailNotifications))
                heard.append(try await listener.hearsUntilAccount().filter { $0 != .notifications })
            }
            return heard
        }
        try await scene.stranger.comments("Write to me", on: scene.workout)
        let first = try await heard()
        #expect(first[0].map(\.summary) == ["comment Write to me of 1"])
        #expect(first[1].map(\.summary) == ["item 2000m"])
        if case .item(let card) = first[1].first {
            #expect(card.commentCount == 1 && card.latestComment == nil)
        }
        #expect(first[2] == [])
        try await scene.friend.comments("Well done", on: scene.workout)
        let second = try await heard()
        #expect(second[0].map(\.summary) == ["comment Well done of 2"])
        #expect(second[1].map(\.summary) == ["comment Well done of 2"])
        #expect(second[2] == [])
        _ = try await scene.owner.services.publish(
            .sample("2000m", startedAt: scene.workout.startedAt, distance: 2_100, visibility: .public),
            as: scene.workout.id, ifMatch: nil)
        let texts = try await heard().map { contents in
            contents.map { content -> String? in
                if case .item(let card) = content { card.latestComment?.text } else { "no item" }
            }
        }
        #expect(texts == [["Well done"], ["Well done"], [nil]])
    }
}

/// Who reads the comments.
enum Reader: String, CaseIterable, Sendable {
    case adult, teenager, ageless
}

/// A public workout of an owner whom an adult, a teenager and a person of unknown age follow. A friend of the teenager
/// and a stranger write comments.
private struct Scene: Sendable {
    let owner, adult, teenager, ageless, friend, stranger: Member
    let workout: Workout

    init(_ world: World) async throws {
        (owner, adult, friend, stranger) = try await world.people("olga", "abe", "flo", "sid")
        teenager = try await world.person("tina", born: 2008_03_02)
        ageless = try await world.ageless("ageless")
        for follower in [adult, teenager, ageless] { try await follower.follows(owner) }
        try await world.befriend(friend, teenager)
        workout = try await owner.publishes()
    }

    func member(_ reader: Reader) -> Member {
        switch reader {
        case .adult: adult
        case .teenager: teenager
        case .ageless: ageless
        }
    }

    /// The latest comment on the card in the feed and on the item's own.
    func latest(_ reader: Reader) async throws -> [String?] {
        let member = member(reader)
        let feed = try await member.services.feed(FeedQuery(), .whole).items
        let cards = feed.filter { $0.id == workout.id.item } + [try await member.card(of: workout)]
        return cards.map { $0.latestComment?.text }
    }
}
