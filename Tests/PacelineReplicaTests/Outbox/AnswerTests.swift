import Paceline
import PacelineAPI
import Testing

@testable import PacelineReplica

@Suite("Answers to commands")
struct AnswerTests {
    private let item = FeedItem.ID.numbered(1)
    private let comment = Comment.ID.numbered(2)
    private let workout = Workout.ID.numbered(3)
    private let mira = Person.ID.numbered(4)

    private func result(_ number: Int, _ error: SocialError) -> CommandResult {
        CommandResult(number: number, status: Problem(error).status, problem: error)
    }

    @Test("a refused command becomes a refusal, and what needs it goes along, except removals")
    func refusal() throws {
        var outbox = Outbox()
        try outbox.add(.publish(.rowing(), as: workout))
        try outbox.add(.comment("Hard.", as: comment, on: workout.item))
        try outbox.add(.heart(comment))
        try outbox.add(.delete(comment))
        try outbox.add(.kudos(item))
        _ = try outbox.send()
        let error = SocialError(.invalidValue, "A workout must start after 1950.", field: "startedAt")
        try outbox.receive([result(1, error), CommandResult(number: 2, status: 200)])
        #expect(outbox.commands.map(\.kind) == [.deleteComment, .giveKudos])
        #expect(outbox.commands.map(\.isAnswered) == [false, true])
        #expect(outbox.changes.refusals.map(\.reason) == [.refused, .dependent, .dependent])
        #expect(outbox.changes.refusals.first?.error == error)
        #expect(outbox.acknowledged == 2)
    }

    @Test("a workout that the server has is deleted, although it refused to replace it before")
    func deletionOfExisting() throws {
        var outbox = Outbox()
        try outbox.add(.publish(.rowing(), as: workout))
        _ = try outbox.send()
        // The answer is lost, and the person deletes the workout meanwhile.
        try outbox.add(.delete(workout))
        try outbox.receive([result(1, SocialError(.invalidValue, "A workout must start after 1950."))])
        #expect(outbox.changes.refusals.map(\.reason) == [.refused])
        #expect(try outbox.send().map(\.kind) == [.deleteWorkout])
        // Of one that it does not have, nothing is to be told.
        try outbox.receive([result(2, SocialError(.workoutNotFound, ""))])
        #expect(outbox.changes.refusals.count == 1)
        #expect(outbox.commands.map(\.isAnswered) == [true])
    }

    @Test("429 and 5xx are no answers: the command and all after it are sent again")
    func transient() throws {
        for status in [429, 500, 503] {
            var outbox = Outbox()
            for number in 0..<5 { try outbox.add(.kudos(.numbered(number))) }
            let sent = try outbox.send()
            try outbox.receive([
                CommandResult(number: 1, status: 200), CommandResult(number: 2, status: status),
            ])
            #expect(outbox.acknowledged == 1)
            #expect(outbox.changes.refusals == [])
            let again = try outbox.send()
            #expect(again.map(\.number) == [2, 3, 4, 5])
            #expect(again.map(\.request) == sent.dropFirst().map(\.request))
            #expect(again.map(\.failures) == [status == 500 ? 1 : 0, 0, 0, 0])
        }
    }

    @Test("a command whose goal is already reached counts as done")
    func reached() throws {
        let cases: [(QueuedRequest, SocialError)] = [
            (try .delete(comment), SocialError(.commentNotFound, "")),
            (try .kudos(item, isGiven: false), SocialError(.itemNotFound, "")),
            (try .follow(mira), SocialError(.alreadyFollowing, "")),
            (try .follow(mira), SocialError(.requestExists, "")),
            (
                try QueuedRequest(API.unfriend, PersonPath(.id(mira)), EmptyBody()),
                SocialError(.notFriends, "")
            ),
            (QueuedRequest(.post, "/v1/requests/\(item)/reject"), SocialError(.requestNotFound, "")),
        ]
        for (request, error) in cases {
            var outbox = Outbox()
            try outbox.add(request)
            _ = try outbox.send()
            try outbox.receive([result(1, error)])
            #expect(outbox.changes.refusals == [], "\(request.path)")
            #expect(outbox.commands.map(\.state) == [.answered(1)], "\(request.path)")
        }
        var outbox = Outbox()
        try outbox.add(.edit(comment, "Well rowed!"))
        _ = try outbox.send()
        try outbox.receive([result(1, SocialError(.commentNotFound, ""))])
        #expect(outbox.changes.refusals.count == 1)
    }

    @Test("an answer that arrives twice or late changes nothing")
    func late() throws {
        var outbox = Outbox()
        try outbox.add(.kudos(item))
        _ = try outbox.send()
        try outbox.answerAll()
        outbox.removeAnswered()
        try outbox.add(.kudos(.numbered(7)))
        _ = try outbox.send()
        let before = outbox
        try outbox.receive([CommandResult(number: 1, status: 404, problem: SocialError(.itemNotFound, ""))])
        #expect(outbox == before)
    }

    @Test("each rejected workout of a batch becomes a refusal of its own")
    func batch() throws {
        let (good, bad) = (Workout.ID.numbered(10), Workout.ID.numbered(11))
        var outbox = Outbox()
        let drafts = [good, bad].map { IdentifiedDraft(id: $0, draft: .rowing()) }
        try outbox.add(.batch(drafts), lane: .history)
        try outbox.add(.kudos(bad.item))
        try outbox.add(.delete(bad))
        _ = try outbox.send()
        let body: JSONValue = [
            "results": [
                ["id": .string(good.description), "status": "created"],
                [
                    "id": .string(bad.description), "status": "rejected",
                    "error": ["code": "invalid_value", "message": "No.", "field": "startedAt"],
                ],
            ]
        ]
        try outbox.receive([try CommandResult(number: 1, status: 200, json: body)])
        #expect(outbox.changes.refusals.map(\.reason) == [.refused, .dependent])
        let refused = try QueuedRequest.publish(.rowing(), as: bad)
        #expect(outbox.changes.refusals.first?.request == refused)
        #expect(outbox.changes.refusals.first?.error.code == .invalidValue)
        #expect(outbox.commands.map(\.state) == [.answered(1), .waiting])
        #expect(outbox.commands.map(\.kind) == [.publishBatch, .deleteWorkout])
    }

    @Test("after a copied store, what was sent has an unknown outcome and the rest starts at 1")
    func renewal() throws {
        var outbox = Outbox()
        try outbox.add(.kudos(item))
        _ = try outbox.send()
        try outbox.add(.comment("Well rowed!", as: comment, on: item))
        outbox.renewDevice()
        #expect(outbox.changes.refusals.map(\.reason) == [.outcomeUnknown])
        #expect(try outbox.send().map(\.number) == [1])
        #expect(outbox.commands.map(\.kind) == [.addComment])
    }
}
