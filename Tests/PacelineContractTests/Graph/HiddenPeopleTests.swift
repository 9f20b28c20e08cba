import Paceline
import Testing

/// To a blocked person, the blocker must look like someone who never had an account.
@Suite("Blocked people are absent")
struct HiddenPeopleTests {
    @Test("a block cannot be distinguished from absence", arguments: Implementation.withHybrid)
    func absence(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let code = try await ana.services.friendCode().code
            try await ana.blocks(ben)
            let acts: [(PersonReference) async throws -> Void] = [
                { _ = try await ben.services.person($0) },
                { _ = try await ben.services.request(RequestDraft(to: .person($0))) },
                { _ = try await ben.services.follow($0, notifications: nil) },
                { try await ben.services.unfollow($0) },
                { try await ben.services.unfriend($0) },
                { try await ben.services.removeFollower($0) },
                { try await ben.services.block($0) },
                { try await ben.services.unblock($0) },
                { try await ben.services.mute($0) },
                { try await ben.services.unmute($0) },
                { _ = try await ben.services.friends(of: $0, .whole) },
                { _ = try await ben.services.followers(of: $0, .whole) },
                { _ = try await ben.services.following(of: $0, .whole) },
                { _ = try await ben.services.workouts(of: $0, .whole) },
                { _ = try await ben.services.avatar(of: $0) },
                { _ = try await ben.services.header(of: $0) },
                { _ = try await ben.services.feed(FeedQuery(person: $0), .whole) },
            ]
            for act in acts {
                for reference in [ana.reference, .username("ana"), .id(.random())] {
                    await expectError(.personNotFound) { try await act(reference) }
                }
            }
            await expectError(.friendCodeNotFound) {
                try await ben.services.request(RequestDraft(to: .code(code)))
            }
        }
    }

    @Test("search and suggestions hide the two from each other", arguments: Implementation.withHybrid)
    func search(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let codes = [try await ana.services.friendCode().code, try await ben.services.friendCode().code]
            try await ana.blocks(ben)
            #expect(try await ben.finds("ana") == [])
            #expect(try await ana.finds("ben") == [])
            #expect(try await ben.suggested(codes: codes) == [])
            #expect(try await ana.suggested(codes: codes) == [])
        }
    }

    @Test("neither can see what the other publishes", arguments: Implementation.withHybrid)
    func workouts(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let anas = try await ana.publishes("ana's")
            let bens = try await ben.publishes("ben's")
            let comment = try await ana.comments("Mine", on: anas)
            try await ana.services.setPhoto(Pictures.plain, of: anas.id)
            try await ana.blocks(ben)
            for (one, workout) in [(ben, anas), (ana, bens)] {
                await expectError(.workoutNotFound) { try await one.services.workout(workout.id) }
                await expectError(.workoutNotFound) { try await one.services.photo(of: workout.id) }
                await expectError(.workoutNotFound) { try await one.services.deleteWorkout(workout.id) }
                await expectError(.itemNotFound) { try await one.card(of: workout) }
                await expectError(.itemNotFound) { try await one.givesKudos(to: workout) }
                await expectError(.itemNotFound) {
                    try await one.services.withdrawKudos(from: workout.id.item)
                }
                await expectError(.itemNotFound) { try await one.services.kudos(of: workout.id.item, .whole) }
                await expectError(.itemNotFound) { try await one.commentTexts(on: workout) }
                await expectError(.itemNotFound) { try await one.comments("Hello", on: workout) }
            }
            await expectError(.commentNotFound) { try await ben.services.giveHeart(to: comment.id) }
            await expectError(.commentNotFound) {
                try await ben.services.edit(comment.id, text: "Mine now", ifMatch: nil)
            }
            await expectError(.commentNotFound) { try await ben.services.deleteComment(comment.id) }
        }
    }

    @Test(
        "lists and counts of other people leave out hidden people", arguments: Implementation.withHybrid)
    func lists(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, eva)
            try await world.befriend(ben, eva)
            try await ana.blocks(ben)
            for (one, other) in [(ana, "ben"), (ben, "ana")] {
                #expect(try await one.friends(of: eva) == [one.username])
                #expect(try await one.followers(of: eva) == [one.username])
                #expect(try await one.following(of: eva) == [one.username])
                let card = try await one.sees(eva)
                #expect(card.friendCount == 1, "without \(other)")
                #expect(card.followerCount == 1, "without \(other)")
                #expect(card.followingCount == 1, "without \(other)")
                #expect(
                    try await one.services.people(matching: "eva", .whole).items.map(\.friendCount) == [1])
                #expect(try await one.services.friends(of: .me, .whole).items.map(\.friendCount) == [1])
            }
            #expect(try await eva.friends(of: eva) == ["ben", "ana"])
            #expect(try await eva.services.me().friendCount == 2)
        }
    }

    @Test(
        "comments and kudos of hidden people are left out of lists and counts",
        arguments: Implementation.withHybrid)
    func reactions(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await eva.publishes()
            try await ana.givesKudos(to: workout)
            try await ben.givesKudos(to: workout)
            let anas = try await ana.comments("From ana", on: workout)
            _ = try await ben.services.giveHeart(to: anas.id)
            try await ben.comments("From ben", on: workout)
            try await ana.blocks(ben)

            #expect(try await ana.commentTexts(on: workout) == ["From ana"])
            #expect(try await ben.commentTexts(on: workout) == ["From ben"])
            #expect(try await eva.commentTexts(on: workout) == ["From ana", "From ben"])
            let card = try await ana.card(of: workout)
            #expect(card.kudosCount == 1)
            #expect(card.commentCount == 1)
            #expect(card.latestComment?.text == "From ana")
            #expect(card.latestComment?.heartCount == 0)
            let givers = try await ana.services.kudos(of: workout.id.item, .whole).items
            #expect(givers.map(\.person.username) == ["ana"])
            #expect(try await ana.services.giveKudos(to: workout.id.item, big: true).count == 1)
            #expect(try await eva.card(of: workout).kudosCount == 2)
            #expect(try await eva.card(of: workout).commentCount == 2)
        }
    }

    @Test(
        "a reply by a hidden person is left out, and a reply to one does not reveal them",
        arguments: Implementation.withHybrid)
    func answers(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await eva.publishes()
            let bens = try await ben.comments("From ben", on: workout)
            try await eva.comments("To ben", on: workout, answering: bens)
            try await ana.blocks(ben)
            let seen = try await ana.services.comments(on: workout.id.item, .whole).items
            #expect(seen.map(\.text) == ["To ben"])
            #expect(seen.map(\.parent) == [nil])
            await expectError(.commentNotFound) {
                try await ana.comments("To ben, too", on: workout, answering: bens)
            }
        }
    }

    @Test("a feed contains nothing of hidden people", arguments: Implementation.withHybrid)
    func feed(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ana.publishes("ana's", .friends)
            try await ben.publishes("ben's")
            try await ben.blocks(ana)
            #expect(try await ana.feedTitles() == ["ana's"])
            #expect(try await ben.feedTitles() == ["ben's"])
            #expect(try await ana.feedTitles(FeedQuery(window: .recent)) == ["ana's"])
        }
    }

    @Test("a common friend does not suggest a hidden person", arguments: Implementation.withHybrid)
    func friendsInCommon(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            try await world.befriend(ana, eva)
            try await world.befriend(ben, eva)
            try await ana.blocks(ben)
            #expect(try await ana.suggested() == [])
            #expect(try await ben.suggested() == [])
        }
    }
}
