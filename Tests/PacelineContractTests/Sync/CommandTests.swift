import Foundation
import Paceline
import PacelineAPI
import Testing

@Suite("Commands of devices")
struct CommandTests {
    @Test("commands run in order, and the answer has the changes", .world, arguments: Implementation.allCases)
    func batch(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        try await ben.follows(ana)
        var queue = CommandQueue(of: ana)
        let token = try await queue.sync()
        #expect(token.results == [] && token.changes == [] && !token.hasMore && token.isSettled)
        let id = Workout.ID.random()
        try queue.addWorkout("2000m", as: id)
        try queue.add(API.editWorkout, WorkoutPath(id), body: WorkoutChanges(title: "Morning"))
        try queue.add(
            API.addComment, ItemPath(id.item), body: CommentDraft(text: "Cold", id: .client()))
        try queue.add(API.giveKudos, ItemPath(id.item), body: KudosDraft(big: true))
        try queue.add(API.updateMe, NoParameters(), body: AccountChanges(bio: "Rows."))
        world.clock.tick()
        let commands = queue.commands
        let answer = try await queue.sync()
        #expect(answer.outcomes == ["1 201", "2 200", "3 201", "4 200", "5 200"])
        let edited = try API.editWorkout.output(of: answer.results[1])
        #expect(edited.workout.title == "Morning" && edited.workout.distance == 2_000)
        #expect(try API.giveKudos.output(of: answer.results[3]) == Tally(count: 1, mine: true))
        #expect(try API.updateMe.output(of: answer.results[4]).bio == "Rows.")
        #expect(Set(answer.changes.map(\.kindName)) == ["item", "comment", "account", "inbox"])
        #expect(answer.isSettled && !answer.hasMore)
        #expect(try await ben.workoutTitles(of: ana) == ["Morning"])
        #expect(try await ben.services.item(id.item).commentCount == 1)
        #expect(commands.count == 5 && queue.commands.isEmpty)
    }

    @Test("a refused command does not stop later ones", .world, arguments: Implementation.allCases)
    func refusal(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ben.publishes()
        var queue = CommandQueue(of: ana)
        try queue.addKudos(workout)
        try queue.add(API.unfriend, PersonPath(ben.reference))
        try queue.add(API.withdrawKudos, ItemPath(.random()))
        try queue.add(API.updateMe, NoParameters(), body: AccountChanges(displayName: "Admin"))
        try queue.addComment("Well done", on: workout)
        let answer = try await queue.send()
        #expect(
            answer.outcomes == [
                "1 200", "2 403 not_friends", "3 404 item_not_found", "4 422 name_reserved", "5 201",
            ])
        #expect(answer.results[3].problem?.field == "displayName")
        #expect(try await queue.send().results == answer.results)
        #expect(try await ben.commentTexts(on: workout) == ["Well done"])
    }

    @Test("nothing happens twice when answers are lost", .world, arguments: Implementation.allCases)
    func resending(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ben.publishes()
        var queue = CommandQueue(of: ana)
        try queue.addKudos(workout)
        try queue.addComment("Well done", on: workout)
        try queue.addWorkout("Mine")
        try queue.add(
            API.sendRequest, NoParameters(), body: RequestBody(RequestDraft(to: .person(ben.reference))))
        let first = try await queue.send()
        #expect(first.outcomes == ["1 200", "2 201", "3 201", "4 201"])
        // In the meantime, the kudos were withdrawn on another device.
        _ = try await ana.services.withdrawKudos(from: workout.id.item)
        try queue.addComment("Again", on: workout)
        world.clock.tick()
        let second = try await queue.send()
        #expect(second.results.prefix(4) == first.results[...])
        #expect(second.outcomes.last == "5 201")
        #expect(try await ben.commentTexts(on: workout) == ["Well done", "Again"])
        #expect(try await ben.services.item(workout.id.item).kudosCount == 0)
        #expect(try await ben.workoutTitles(of: ana) == ["Mine"])
        #expect(try await ben.requests(.incoming).count == 1)
    }

    @Test("requests sent at once run each command once", .world, arguments: Implementation.allCases)
    func concurrently(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ben.publishes()
        var queue = CommandQueue(of: ana)
        for number in 1...5 {
            try queue.addComment("\(number)", on: workout)
            try queue.addKudos(workout)
            try queue.add(API.unfriend, PersonPath(ben.reference))
        }
        let copy = queue
        let answers = await PacelineContractTests.concurrently(
            (0..<4).map { _ in { @Sendable in try await copy.send().results } })
        // A server may be too busy for one of them, which the device would send again.
        let final = try await queue.send().results
        #expect(final.count == 15 && final.allSatisfy(\.isFinal))
        for case .success(let results) in answers {
            for (result, last) in zip(results, final) where result.isFinal { #expect(result == last) }
        }
        #expect(try await ben.commentTexts(on: workout).sorted() == (1...5).map { "\($0)" })
    }

    @Test(
        "commands that do not continue those before are refused, and none runs", .world,
        arguments: Implementation.allCases)
    func copies(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ben.publishes()
        var queue = CommandQueue(of: ana)
        try queue.addComment("One", on: workout)
        try queue.addComment("Two", on: workout)
        var requests: [SyncRequest] = []
        // A gap at the start, and one inside.
        requests.append(SyncRequest(device: queue.device, commands: [queue.commands[1]]))
        var gap = queue.request
        gap.commands[1].number = 3
        requests.append(gap)
        for request in requests { await expectError(.deviceReused) { try await ana.services.sync(request) } }
        try await queue.send()
        // Another command under a known number, after one that would run.
        var other = queue
        other.commands[1].body = JSONText(#"{"text":"Three"}"#)
        await expectError(.deviceReused) { try await other.send() }
        // More is acknowledged than was sent, as after the server was restored from a backup.
        await expectError(.deviceReused) {
            try await ana.services.sync(SyncRequest(device: queue.device, acknowledged: 3))
        }
        // Another device, and another person with the same id, have numbers of their own.
        try queue.addComment("Three", on: workout)
        queue.device = .random()
        await expectError(.deviceReused) {
            try await ana.services.sync(SyncRequest(device: queue.device, commands: [queue.commands[2]]))
        }
        #expect(try await ben.services.sync(SyncRequest(device: other.device)).results == [])
        #expect(try await ben.commentTexts(on: workout).sorted() == ["One", "Two"])
    }

    @Test("a skipped command is refused, and stays so", .world, arguments: Implementation.allCases)
    func skipping(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ben.publishes()
        var queue = CommandQueue(of: ana)
        try queue.addKudos(workout)
        try queue.addComment("Next", on: workout)
        queue.commands[0].skip = true
        let expected = ["1 409 command_skipped", "2 201"]
        #expect(try await queue.send().outcomes == expected)
        queue.commands[0].skip = false
        #expect(try await queue.send().outcomes == expected)
        // One that has run stays as it is.
        queue.commands[1].skip = true
        #expect(try await queue.send().outcomes == expected)
        #expect(try await ben.services.item(workout.id.item).kudosCount == 0)
    }

    @Test("what needs the server cannot be queued", .world, arguments: Implementation.allCases)
    func needingServer(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let group = try await ben.createsGroup(with: ana)
        let code = try await ben.services.friendCode().code
        var queue = CommandQueue(of: ana)
        try queue.add(API.setUsername, NoParameters(), body: UsernameBody(username: "ana_novak"))
        try queue.add(API.signOutEverywhere, NoParameters())
        try queue.add(API.joinGroup, NoParameters(), body: JoinCodeBody(code: "ABCDEF"))
        try queue.add(API.sendRequest, NoParameters(), body: RequestBody(RequestDraft(to: .code(code))))
        try queue.add(API.removeGroupMember, GroupPersonPath(group.id, ben.reference))
        try queue.add(API.createRecoveryCodes, NoParameters())
        queue.add { SyncCommand(number: $0, method: "PUT", path: "/v1/nowhere") }
        queue.add { SyncCommand(number: $0, method: "PUT", path: "v1/me") }
        queue.add { SyncCommand(number: $0, method: "POST", path: "/v1/sync", body: JSONText("{}")) }
        #expect(
            try await queue.send().outcomes == (1...9).map { "\($0) 403 not_allowed" })
        queue.add { SyncCommand(number: $0, method: "PUT", path: "/v1/items/%FF/kudos") }
        queue.add { SyncCommand(number: $0, method: "PATCH", path: "/v1/me", body: JSONText(#"{"bio":1}"#)) }
        queue.add { SyncCommand(number: $0, method: "PATCH", path: "/v1/me?x=1", body: JSONText("{}")) }
        try queue.add(API.removeGroupMember, GroupPersonPath(group.id, .me))
        #expect(
            try await queue.send().outcomes.suffix(4) == [
                "10 400 malformed", "11 400 malformed", "12 400 unknown_parameter", "13 204",
            ])
        #expect(try await ben.members(of: group) == ["ben"])
        #expect(try await ben.requests(.incoming) == [])
    }

    @Test("the limits of the person's age apply to commands", .world, arguments: Implementation.allCases)
    func ages(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let child = try await world.person("kid", born: 2016_01_01)
        let ben = try await world.person("ben")
        var queue = CommandQueue(of: child)
        try queue.add(API.updateMe, NoParameters(), body: AccountChanges(privacyLevel: .public))
        try queue.addWorkout("Public")
        try queue.add(
            API.sendRequest, NoParameters(), body: RequestBody(RequestDraft(to: .person(ben.reference))))
        #expect(
            try await queue.send().outcomes == [
                "1 403 age_restricted", "2 403 age_restricted", "3 403 requests_not_allowed",
            ])
    }

    @Test("commands stop at a rate limit, and continue after it", .world, arguments: Implementation.allCases)
    func stopping(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.quotas.commentsPerHour = 2 }) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ben.publishes()
            var queue = CommandQueue(of: ana)
            for number in 1...4 { try queue.addComment("\(number)", on: workout) }
            try queue.addKudos(workout)
            let answer = try await queue.sync()
            #expect(answer.outcomes == ["1 201", "2 201", "3 429 rate_limited"])
            #expect(answer.results.last?.problem?.retryAfter ?? 0 > 0)
            #expect(queue.commands.map(\.number) == [3, 4, 5])
            #expect(try await queue.send().outcomes == ["3 429 rate_limited"])
            #expect(try await ben.services.item(workout.id.item).kudosCount == 0)
            world.clock.advance(by: 3_601)
            #expect(try await queue.sync().outcomes == ["3 201", "4 201", "5 200"])
            #expect(try await ben.commentTexts(on: workout).sorted() == ["1", "2", "3", "4"])
        }
    }

    @Test(
        "the number and size of the commands in a request are limited", .world,
        arguments: Implementation.allCases)
    func limits(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        var many = CommandQueue(of: ana)
        for _ in 0...SyncRequest.commandLimit { try many.add(API.unblock, PersonPath(.me)) }
        await expectError(.invalidValue, field: "commands") { try await many.send() }
        many.commands.removeLast()
        #expect(try await many.send().results.count == SyncRequest.commandLimit)
        // A large history goes alone.
        var large = CommandQueue(of: ana)
        let notes = String(repeating: "a", count: 1_900)
        let drafts = (0..<100).map { index in
            IdentifiedDraft(
                id: .random(),
                draft: .sample(
                    startedAt: TestClock.start.addingTimeInterval(Double(-3_600 * (index + 1))),
                    duration: 600,
                    detail: WorkoutDetail(
                        sets: [ExerciseSet(exercise: "Squat", index: 0)], notes: notes + " \(index)")))
        }
        try large.add(API.publishBatch, NoParameters(), body: WorkoutBatch(workouts: drafts))
        try large.add(API.publishBatch, NoParameters(), body: WorkoutBatch(workouts: drafts))
        await expectError(.tooLarge) { try await large.send() }
        let last = large.commands.removeLast()
        let answer = try await large.sync()
        #expect(
            try API.publishBatch.output(of: answer.results[0]).results.count { $0.status == .created } == 100)
        large.commands = [last]
        let again = try await large.sync()
        #expect(
            try API.publishBatch.output(of: again.results[0]).results.count { $0.status == .unchanged } == 100
        )
    }
}
