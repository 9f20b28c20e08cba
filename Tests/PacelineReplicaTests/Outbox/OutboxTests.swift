import Paceline
import PacelineAPI
import Testing

@testable import PacelineReplica

@Suite("The outbox")
struct OutboxTests {
    private let item = FeedItem.ID.numbered(1)
    private let comment = Comment.ID.numbered(2)
    private let workout = Workout.ID.numbered(3)
    private let mira = Person.ID.numbered(4)

    @Test("every endpoint whose requests can be queued is a kind of command, and no other")
    func kinds() {
        let queueable = AllEndpoints.all.filter(\.isQueueable).map(\.id)
        #expect(CommandKind.allCases.map(\.rawValue).sorted() == queueable.sorted())
        for kind in CommandKind.allCases { #expect(kind.endpoint?.id == kind.rawValue) }
    }

    @Test("what needs the server cannot be queued")
    func queueable() throws {
        var outbox = Outbox()
        let group = LeaderboardGroup.ID.numbered(5)
        let refused = [
            QueuedRequest(.post, "/v1/groups/join", body: ["code": "ABCDEF"]),
            QueuedRequest(.put, "/v1/me/username", body: ["username": "ana"]),
            QueuedRequest(.post, "/v1/requests", body: ["kind": "friend", "code": "7KQ2MX"]),
            QueuedRequest(.delete, "/v1/groups/\(group)/members/\(mira)"),
            // Sent twice, it would be published twice.
            try QueuedRequest(API.addComment, ItemPath(item), CommentDraft(text: "Well rowed!")),
        ]
        for request in refused {
            #expect(throws: SocialError.self, "\(request.path)") { try outbox.add(request) }
        }
        try outbox.add(QueuedRequest(.delete, "/v1/groups/\(group)/members/me"))
        #expect(outbox.commands.map(\.kind) == [.removeGroupMember])
    }

    @Test("a command waits, gets a number, is answered, and is gone once the truth contains it")
    func states() throws {
        var outbox = Outbox()
        let position = try outbox.add(.kudos(item)).position
        #expect(outbox[position]?.state == .waiting)
        #expect(try outbox.send(serial: 7).map(\.position) == [position])
        #expect(outbox[position]?.state == .numbered(1))
        #expect(outbox[position]?.serialAtSending == 7)
        try outbox.receive([CommandResult(number: 1, status: 200)])
        #expect(outbox[position]?.state == .answered(1))
        #expect(outbox.acknowledged == 1)
        outbox.removeAnswered()
        #expect(outbox.commands == [])
    }

    @Test("what was sent and not answered is sent again under the same number, before anything new")
    func resending() throws {
        var outbox = Outbox()
        try outbox.add(.kudos(item))
        let first = try outbox.send()
        try outbox.add(.comment("Well rowed!", as: comment, on: item))
        let second = try outbox.send(serial: 9)
        #expect(second.map(\.number) == [1, 2])
        #expect(second.first == first.first)
    }

    @Test("10,000 commands can wait, and no more")
    func limit() throws {
        var outbox = Outbox()
        for number in 0..<Outbox.limit { try outbox.add(.kudos(.numbered(number))) }
        let error = #expect(throws: SocialError.self) { try outbox.add(.kudos(.numbered(Outbox.limit))) }
        #expect(error?.code == .limitReached)
        // Withdrawing one of them needs no room.
        try outbox.add(.kudos(.numbered(5), isGiven: false))
        #expect(outbox.commands.count == Outbox.limit)
    }

    @Test("one origin is queued once")
    func origins() throws {
        var outbox = Outbox()
        for _ in 0..<2 {
            try outbox.append(.publish(.rowing(), as: workout), madeAt: 0, origin: "workout/\(workout)")
        }
        #expect(outbox.commands.count == 1)
    }

    @Test("a batch has at most 100 commands and 256 KB, or a single larger command")
    func batchSize() throws {
        var outbox = Outbox()
        for number in 0..<150 { try outbox.add(.kudos(.numbered(number))) }
        #expect(try outbox.send().count == 100)
        try outbox.answerAll()
        #expect(try outbox.send().count == 50)

        var large = Outbox()
        let text = String(repeating: "a", count: 200 * 1_024)
        for number in 0..<2 {
            var draft = WorkoutDraft.rowing()
            draft.detail = WorkoutDetail(notes: text + text)
            try large.add(.publish(draft, as: .numbered(number)))
        }
        #expect(try large.send().count == 1)
    }

    @Test("what a person has just done goes before past workouts")
    func lanes() throws {
        var outbox = Outbox()
        let drafts = (10..<13).map { IdentifiedDraft(id: .numbered($0), draft: .rowing()) }
        try outbox.add(.batch(drafts), lane: .history)
        try outbox.add(.kudos(item))
        #expect(try outbox.send().map(\.kind) == [.giveKudos, .publishBatch])
    }

    @Test("commands on one thing keep their order across lanes, one at a time")
    func oneInFlight() throws {
        var outbox = Outbox()
        try outbox.add(.batch([IdentifiedDraft(id: workout, draft: .rowing())]), lane: .history)
        try outbox.add(.delete(workout))
        #expect(try outbox.send().map(\.kind) == [.publishBatch])
        try outbox.answerAll()
        #expect(try outbox.send().map(\.kind) == [.deleteWorkout])
    }

    @Test("a command waits for the one that makes its target")
    func targets() throws {
        var outbox = Outbox()
        try outbox.add(.publish(.rowing(), as: workout))
        try outbox.add(.comment("Hard.", as: comment, on: workout.item))
        try outbox.add(.heart(comment))
        #expect(try outbox.send().map(\.kind) == [.publishWorkout])
        try outbox.answerAll()
        #expect(try outbox.send().map(\.kind) == [.addComment])
        try outbox.answerAll()
        #expect(try outbox.send().map(\.kind) == [.giveHeart])
    }

    @Test("nothing overtakes a change of who sees what, and it overtakes nothing")
    func barriers() throws {
        var outbox = Outbox()
        try outbox.add(.settings(SettingsChanges(showWorkoutDetails: false)))
        _ = try outbox.send()
        // The second change of the settings waits for the first, and the workout for the second.
        try outbox.add(.settings(SettingsChanges(showWorkoutStats: false)))
        try outbox.add(.publish(.rowing(), as: workout))
        let drafts = [IdentifiedDraft(id: .numbered(9), draft: .rowing())]
        try outbox.add(.batch(drafts), lane: .history)
        #expect(try outbox.send().map(\.number) == [1])
        try outbox.answerAll()
        #expect(try outbox.send().map(\.kind) == [.updateSettings, .publishWorkout, .publishBatch])

        var other = Outbox()
        try other.add(.publish(.rowing(), as: workout))
        try other.add(.comment("Hard.", as: comment, on: workout.item))
        try other.add(.block(mira))
        try other.add(.kudos(item))
        #expect(try other.send().map(\.kind) == [.publishWorkout])
    }
    @Test("a removal of what a cancelled merge holds back waits, and a block does not wait for it")
    func withdrawn() throws {
        var outbox = Outbox()
        let batch = try outbox.add(
            .batch([IdentifiedDraft(id: workout, draft: .rowing())]), lane: .history
        ).position
        outbox.update(batch) { $0.failures = Command.withdrawn }
        try outbox.add(.delete(workout))
        try outbox.add(.block(mira))
        try outbox.add(.kudos(item))
        #expect(try outbox.send().map(\.kind) == [.block, .giveKudos])
    }
}
