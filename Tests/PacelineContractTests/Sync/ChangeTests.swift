import Paceline
import Testing

@Suite("Changes")
struct ChangeTests {
    @Test("the first token comes without changes, and none follow", arguments: Implementation.allCases)
    func first(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            try await ana.publishes()
            let first = try await ana.services.changes(since: nil)
            #expect(first.changes.isEmpty && !first.hasMore)
            let second = try await ana.services.changes(since: first.next)
            #expect(second.changes.isEmpty && !second.hasMore)
        }
    }

    @Test("my actions are sent to my other devices", arguments: Implementation.allCases)
    func mine(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            var device = try await ChangeReader(ana)
            let workout = try await ana.publishes("5000m", .private)
            #expect(try await device.summaries() == ["item 5000m"])
            let score = try await ana.plays(3)
            #expect(try await device.changes().map(\.item?.score) == [score])
            let comment = try await ana.comments("Well", on: workout)
            #expect(try await device.summaries() == ["comment Well", "item 5000m"])
            _ = try await ana.services.edit(comment.id, text: "Very well", ifMatch: nil)
            #expect(try await device.summaries().contains("comment Very well"))
            try await ana.services.deleteComment(comment.id)
            #expect(try await device.summaries() == ["comment gone", "item 5000m"])
            try await ana.services.deleteWorkout(workout.id)
            #expect(try await device.summaries() == ["item gone"])
        }
    }

    @Test("changes of my account and settings are sent", arguments: Implementation.allCases)
    func account(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            var device = try await ChangeReader(ana)
            _ = try await ana.services.update(AccountChanges(displayName: "Ana K."), ifMatch: nil)
            #expect(try await device.summaries() == ["account Ana K."])
            try await ana.sets(SettingsChanges(pushNotifications: false))
            #expect(try await device.summaries() == ["account Ana K.", "settings mine"])
        }
    }

    @Test("a friend's profile, items and comments are sent", arguments: Implementation.allCases)
    func friends(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, ben)
            try await world.befriend(ben, eva)
            var app = try await ChangeReader(ana)
            _ = try await ben.services.update(AccountChanges(displayName: "Benjamin"), ifMatch: nil)
            #expect(try await app.summaries() == ["person Benjamin"])
            let workout = try await ben.publishes("2000m", .friends)
            #expect(try await app.summaries() == ["item 2000m"])
            let comment = try await eva.comments("Nice", on: workout)
            #expect(try await app.summaries() == ["comment Nice", "item 2000m"])
            _ = try await eva.services.giveHeart(to: comment.id)
            #expect(try await app.changes().contains { $0.comment?.heartCount == 1 })
            try await eva.givesKudos(to: workout)
            let changes = try await app.changes()
            #expect(changes.map(\.item?.kudosCount) == [1])
        }
    }

    @Test("a followed person's items are sent as followers see them", arguments: Implementation.allCases)
    func following(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.follows(ben)
            var app = try await ChangeReader(ana)
            try await ben.publishes("for friends", .friends)
            try await ben.publishes("for me", .private)
            try await ben.publishes("for all", .public)
            try await ben.publishes("for followers", .followers)
            #expect(try await app.summaries() == ["item for all", "item for followers"])
        }
    }

    @Test("changes of strangers are not sent", arguments: Implementation.allCases)
    func strangers(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ben, eva)
            try await ben.follows(ana)
            var app = try await ChangeReader(ana)
            let workout = try await ben.publishes()
            try await eva.comments("Nice", on: workout)
            try await eva.mutes(ben)
            #expect(try await app.summaries() == [])
        }
    }

    @Test("requests and friendships are sent to both people", arguments: Implementation.allCases)
    func graph(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            var (hers, his) = (try await ChangeReader(ana), try await ChangeReader(ben))
            let request = try await ana.asks(ben)
            #expect(try await hers.summaries() == ["edge ben requestSentByMe", "request ana ben"])
            #expect(try await his.summaries() == ["edge ana requestSentToMe", "request ana ben"])
            try await ben.accepts(request)
            #expect(try await hers.summaries() == ["edge ben friends", "request gone"])
            #expect(try await his.summaries() == ["edge ana friends", "request gone"])
            try await ana.services.unfriend(ben.reference)
            #expect(try await hers.summaries() == ["edge ben notFriends"])
            #expect(try await his.summaries() == ["edge ana notFriends"])
            try await ana.mutes(ben)
            #expect(try await hers.summaries() == ["mute Ben"])
            try await ana.services.unmute(ben.reference)
            #expect(try await hers.summaries() == ["mute gone"])
            #expect(try await his.summaries() == [])
        }
    }

    @Test(
        "a declined request, and requests after it, are not sent to the person who must not know",
        arguments: Implementation.allCases)
    func silence(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let request = try await ana.asks(ben)
            var (hers, his) = (try await ChangeReader(ana), try await ChangeReader(ben))
            try await ben.declines(request)
            #expect(try await hers.summaries() == [])
            #expect(try await his.summaries() == ["edge ana notFriends", "request gone"])
            try await ana.services.cancel(request.id)
            let again = try await ana.asks(ben)
            #expect(try await hers.summaries().contains("edge ben requestSentByMe"))
            try await ana.services.cancel(again.id)
            #expect(try await hers.summaries() == ["edge ben notFriends", "request gone"])
            #expect(try await his.summaries() == [])
        }
    }
}
