import Foundation
import Paceline
import Testing

@Suite("Concurrency")
struct ConcurrencyTests {
    @Test("of concurrent requests for one username, exactly one succeeds", arguments: Implementation.allCases)
    func username(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            var newcomers: [Member] = []
            for _ in 0..<8 { newcomers.append(try await world.newcomer()) }
            let outcomes = await concurrently(
                newcomers.map { newcomer in { try await newcomer.services.setUsername("ana") } })
            #expect(outcomes.filter(\.isSuccess).count == 1)
            #expect(outcomes.filter { $0.rejection == .usernameTaken }.count == 7)
        }
    }

    @Test(
        "of concurrent sign-ups with one username, exactly one succeeds",
        arguments: Implementation.allCases)
    func signUp(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let birthDate = try day(1990_05_17)
            let outcomes = await concurrently(
                (0..<8).map { index in
                    {
                        try await world.community.signUp(
                            SignUp(username: "ana", password: World.password, birthDate: birthDate))
                    }
                })
            #expect(outcomes.filter(\.isSuccess).count == 1)
            #expect(outcomes.filter { $0.rejection == .usernameTaken }.count == 7)
        }
    }

    @Test("concurrent sign-ins of one device create one account", arguments: Implementation.allCases)
    func device(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let secret = Credential.newDeviceSecret()
            let outcomes = await concurrently(
                (0..<8).map { _ in
                    { try await world.community.signIn(with: .device(secret: secret)).person.id }
                })
            let accounts = try Set(outcomes.values())
            #expect(accounts.count == 1)
        }
    }

    @Test("a hundred concurrent kudos are all counted", arguments: Implementation.allCases)
    func kudos(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            let crowd = try await world.crowd(100)
            let outcomes = await concurrently(
                crowd.map { member in { try await member.givesKudos(to: workout).count } })
            #expect(try Set(outcomes.values()) == Set(1...100))
            #expect(try await ana.card(of: workout).kudosCount == 100)
            #expect(try await ana.services.kudos(of: workout.id.item, .whole).items.count == 100)
        }
    }

    @Test("concurrently given and withdrawn kudos are counted correctly", arguments: Implementation.allCases)
    func kudosBothWays(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            for _ in 0..<10 {
                let outcomes = await concurrently(
                    [ben, eva, ben, eva, ben, eva].enumerated().map { index, member in
                        {
                            if index < 2 {
                                try await member.givesKudos(to: workout).count
                            } else {
                                try await member.services.withdrawKudos(from: workout.id.item).count
                            }
                        }
                    })
                #expect(try outcomes.values().allSatisfy((0...2).contains))
                let given = try await ana.services.kudos(of: workout.id.item, .whole).items
                #expect(try await ana.card(of: workout).kudosCount == given.count)
            }
        }
    }

    @Test("concurrent kudos of one person count once", arguments: Implementation.allCases)
    func samePersonsKudos(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            let outcomes = await concurrently(
                (0..<20).map { _ in { try await ana.services.giveKudos(to: workout.id.item, big: false) } })
            #expect(try Set(outcomes.values().map(\.count)) == [1])
            #expect(try await ana.card(of: workout).kudosCount == 1)
        }
    }

    @Test(
        "concurrent changes of one person's kudos never fail",
        arguments: Implementation.allCases)
    func onePersonsChangesOfMind(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ana.publishes()
            let outcomes = await concurrently(
                (0..<30).map { device in
                    {
                        let services = ben.services
                        for _ in 0..<8 {
                            _ = try await services.giveKudos(to: workout.id.item, big: device % 3 == 0)
                            _ = try await services.withdrawKudos(from: workout.id.item)
                        }
                        return try await services.giveKudos(to: workout.id.item, big: device % 2 == 0)
                    }
                })
            #expect(try Set(outcomes.values().map(\.mine)) == [true])
            let given = try await ana.services.kudos(of: workout.id.item, .whole).items
            #expect(try await ana.card(of: workout).kudosCount == given.count)
            let taken = try await ben.services.withdrawKudos(from: workout.id.item)
            #expect(taken == Tally(count: 0, mine: false))
        }
    }

    @Test("concurrent comments and hearts on one workout are all stored", arguments: Implementation.allCases)
    func comments(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            let question = try await ana.comments("How was it?", on: workout)
            let crowd = try await world.crowd(64)
            let outcomes = await concurrently(
                crowd.map { member in
                    {
                        // Enough rounds that writes with a limited number of retries would fail.
                        for _ in 0..<12 {
                            let answer = try await member.comments("Fine", on: workout, answering: question)
                            _ = try await member.services.giveHeart(to: question.id)
                            try await member.services.deleteComment(answer.id)
                            _ = try await member.services.withdrawHeart(from: question.id)
                        }
                        _ = try await member.comments("Very fine", on: workout, answering: question)
                        return try await member.services.giveHeart(to: question.id).count
                    }
                })
            #expect(try outcomes.values().allSatisfy((1...64).contains))
            #expect(try await ana.card(of: workout).commentCount == 65)
            let comments = try await ana.services.comments(on: workout.id.item, .whole).items
            let texts = comments.map(\.text).sorted()
            #expect(texts == ["How was it?"] + Array(repeating: "Very fine", count: 64))
            #expect(comments.first?.heartCount == 64)
        }
    }

    @Test(
        "concurrent crossing requests make one friendship and leave none pending",
        arguments: Implementation.allCases)
    func crossing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let sends: [@Sendable () async throws -> ConnectionRequest] = [
                { try await ana.services.request(RequestDraft(to: .person(ben.reference))) },
                { try await ben.services.request(RequestDraft(to: .person(ana.reference))) },
            ]
            let requests = try await concurrently(sends).values()
            #expect(Set(requests.map(\.id)).count == 1)
            #expect(Set(requests.map(\.state)) == [.pending, .accepted])
            for (one, other) in [(ana, ben), (ben, ana)] {
                #expect(try await one.relationship(to: other) == .friends)
                #expect(try await one.services.me().friendCount == 1)
                #expect(try await one.requests(.incoming) == [])
                #expect(try await one.requests(.outgoing) == [])
            }
        }
    }

    @Test("of concurrent equal requests, exactly one succeeds", arguments: Implementation.allCases)
    func sameRequest(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let draft = RequestDraft(to: .person(ben.reference))
            let outcomes = await concurrently((0..<10).map { _ in { try await ana.services.request(draft) } })
            #expect(outcomes.filter(\.isSuccess).count == 1)
            #expect(outcomes.filter { $0.rejection == .requestExists }.count == 9)
            #expect(try await ben.requests(.incoming).count == 1)
        }
    }

    @Test(
        "a concurrent block and comment leave nothing visible to the blocker",
        arguments: Implementation.allCases)
    func blockDuringComment(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let workout = try await ana.publishes()
            let comments: [@Sendable () async throws -> Void] = (0..<10).map { index in
                {
                    _ = try await ben.services.comment(
                        CommentDraft(text: "\(index)"), on: workout.id.item)
                }
            }
            var acts = comments
            acts.insert({ try await ana.services.block(ben.reference) }, at: 5)
            let outcomes = await concurrently(acts)
            #expect(outcomes[5].isSuccess)
            #expect(outcomes.allSatisfy { $0.isSuccess || $0.rejection == .itemNotFound })
            #expect(try await ana.commentTexts(on: workout) == [])
            #expect(try await ana.card(of: workout).commentCount == 0)
            await expectError(.itemNotFound) { try await ben.comments("Late", on: workout) }
        }
    }

    @Test(
        "a hundred concurrent friendships of one person are all counted", arguments: Implementation.allCases)
    func friends(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let crowd = try await world.crowd(100)
            let asked = await concurrently(
                crowd.map { member in
                    { try await member.services.request(RequestDraft(to: .person(ana.reference))).id }
                })
            let accepted = await concurrently(
                try asked.map { request in
                    let id = try request.get()
                    return { try await ana.services.accept(id).state }
                })
            #expect(try Set(accepted.values()) == [.accepted])
            let account = try await ana.services.me()
            #expect(account.friendCount == 100)
            #expect(account.followerCount == 100)
            #expect(account.followingCount == 100)
            #expect(try await ana.friends(of: ana).count == 100)
        }
    }

    @Test("a hundred concurrently published workouts are all counted", arguments: Implementation.allCases)
    func workouts(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let outcomes = await concurrently(
                (0..<100).map { index in
                    let startedAt = TestClock.start.addingTimeInterval(-Double(index) * 3_600)
                    return {
                        try await ana.services.publish(
                            .sample(startedAt: startedAt), as: .random(), ifMatch: nil
                        ).status
                    }
                })
            #expect(try Set(outcomes.values()) == [.created])
            let stats = try await ana.services.me().stats
            #expect(stats.workouts == 100)
            #expect(stats.distance == 200_000)
        }
    }

    @Test(
        "of concurrent changes to one version, exactly one succeeds", arguments: Implementation.allCases)
    func versions(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            let outcomes = await concurrently(
                (0..<6).map { index in
                    {
                        try await ana.services.publish(
                            .sample("Change \(index)"), as: workout.id, ifMatch: workout.version)
                    }
                })
            #expect(outcomes.filter(\.isSuccess).count == 1)
            #expect(outcomes.filter { $0.rejection == .preconditionFailed }.count == 5)
        }
    }

    @Test(
        "deleting a workout during concurrent kudos leaves nothing behind", arguments: Implementation.allCases
    )
    func deletion(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let workout = try await ana.publishes()
            let crowd = try await world.crowd(10)
            var acts: [@Sendable () async throws -> Void] = crowd.map { member in
                { _ = try await member.services.giveKudos(to: workout.id.item, big: false) }
            }
            acts.insert({ try await ana.services.deleteWorkout(workout.id) }, at: 5)
            let outcomes = await concurrently(acts)
            #expect(outcomes[5].isSuccess)
            #expect(outcomes.allSatisfy { $0.isSuccess || $0.rejection == .itemNotFound })
            await expectError(.itemNotFound) { try await ana.card(of: workout) }
        }
    }
}
