import Foundation
import Paceline
import PacelineTestSupport
import Testing

@Suite("Changes by hidden people")
struct HiddenReactionTests {
    @Test(
        "reactions and comments of a person hidden by a block repeat no item and no comment",
        arguments: Implementation.allCases, [true, false])
    func blocks(_ implementation: Implementation, blocksHerself: Bool) async throws {
        try await implementation.run { world in
            let scene = try await ReactionScene(world)
            if blocksHerself {
                try await scene.ana.blocks(scene.eva)
            } else {
                try await scene.eva.blocks(scene.ana)
            }
            let nothing = [String](repeating: "", count: 9)
            #expect(try await scene.changes(of: scene.ana, afterEachActOf: scene.eva) == nothing)
        }
    }

    @Test(
        "reactions and comments of others are sent, also of people with blocks",
        arguments: Implementation.allCases)
    func others(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await ReactionScene(world)
            let stranger = try await world.person("stranger")
            try await stranger.blocks(scene.eva)
            #expect(
                try await scene.changes(of: scene.ana, afterEachActOf: scene.eva) == [
                    "item 2000m", "item 2000m", "item 2000m", "comment Hello, item 2000m",
                    "comment Hello!, item 2000m", "comment gone, item 2000m",
                    "comment Well rowed, item 2000m", "comment Well rowed, item 2000m", "item 2000m",
                ])
        }
    }

    @Test(
        "the deletion of a hidden reply does not repeat that the comment above it is gone",
        arguments: Implementation.allCases, [true, false])
    func hiddenReply(_ implementation: Implementation, isDeletedByOwner: Bool) async throws {
        try await implementation.run { world in
            let scene = try await ReactionScene(world)
            try await scene.ana.blocks(scene.eva)
            let (question, answer) = try await scene.deletedQuestion(answeredBy: scene.eva)
            let stream = try await scene.ana.listens()
            var (anas, bens) = (try await ChangeReader(scene.ana), try await ChangeReader(scene.ben))
            let deleter = isDeletedByOwner ? scene.ben : scene.eva
            try await deleter.services.deleteComment(answer.id)
            #expect(try await anas.summaries() == [])
            #expect(try await scene.ana.receives(on: stream) == [])
            let gone = try await bens.changes().filter { $0.kind == .comment && $0.isDeleted }
            #expect(Set(gone.map(\.id.uuid)) == [question.id.uuid, answer.id.uuid])
        }
    }

    @Test(
        "a deleted comment is gone with the last reply that the reader sees, whether others see more replies",
        arguments: Implementation.allCases, [true, false])
    func lastShownReply(_ implementation: Implementation, hasHiddenReply: Bool) async throws {
        try await implementation.run { world in
            let scene = try await ReactionScene(world)
            try await scene.ana.blocks(scene.eva)
            let question = try await scene.mia.comments("How was it?", on: scene.workout)
            if hasHiddenReply {
                try await scene.eva.comments("Windy", on: scene.workout, answering: question)
            }
            let answer = try await scene.ben.comments("Fine", on: scene.workout, answering: question)
            try await scene.mia.services.deleteComment(question.id)
            let stream = try await scene.ana.listens()
            var (anas, mias) = (try await ChangeReader(scene.ana), try await ChangeReader(scene.mia))
            try await scene.ben.services.deleteComment(answer.id)
            #expect(try await anas.summaries().sorted() == ["comment gone", "comment gone", "item 2000m"])
            #expect(
                try await scene.ana.receives(on: stream) == [
                    "comment removed, 1 left", "comment removed, 1 left",
                ])
            let changes = try await mias.changes()
            let tombstone = changes.first { $0.id.uuid == question.id.uuid }
            #expect(tombstone?.comment?.isDeleted == (hasHiddenReply ? true : nil))
        }
    }

    @Test(
        "deleting a child's reply does not report the comment above it as deleted again, nor the other way round",
        arguments: Implementation.allCases, [true, false])
    func childsReply(_ implementation: Implementation, isChildsQuestion: Bool) async throws {
        try await implementation.run { world in
            let scene = try await ReactionScene(world)
            let child = try await world.person("child", born: 2016_01_01)
            try await world.befriend(scene.ben, child)
            try await world.befriend(scene.mia, child)
            let (one, other) = isChildsQuestion ? (child, scene.mia) : (scene.mia, child)
            let question = try await one.comments("How was it?", on: scene.workout)
            let answer = try await other.comments("Windy", on: scene.workout, answering: question)
            try await one.services.deleteComment(question.id)
            var (anas, bens) = (try await ChangeReader(scene.ana), try await ChangeReader(scene.ben))
            try await other.services.deleteComment(answer.id)
            let gone = try await anas.changes().filter { $0.kind == .comment }
            #expect(gone.map(\.id.uuid) == (isChildsQuestion ? [answer.id.uuid] : []))
            let all = try await bens.changes().filter { $0.kind == .comment && $0.isDeleted }
            #expect(Set(all.map(\.id.uuid)) == [question.id.uuid, answer.id.uuid])
        }
    }

    @Test(
        "deleted comments above that of a hidden person are gone with it, not again with the last reply",
        .world, arguments: Implementation.allCases, [true, false])
    func threeAuthors(_ implementation: Implementation, isHidden: Bool) async throws {
        let world = try await World.current(on: implementation)
        let scene = try await ReactionScene(world)
        let dan = try await world.person("dan")
        try await world.befriend(scene.ben, dan)
        if isHidden { try await scene.ana.blocks(scene.eva) }
        let question = try await scene.mia.comments("How was it?", on: scene.workout)
        let answer = try await scene.eva.comments("Windy", on: scene.workout, answering: question)
        let last = try await dan.comments("And cold", on: scene.workout, answering: answer)
        try await scene.mia.services.deleteComment(question.id)
        try await scene.eva.services.deleteComment(answer.id)
        let texts = try await scene.ana.services.comments(on: scene.workout.id.item, .whole).items
        let between = isHidden ? [] : [question.id, answer.id]
        #expect(texts.map(\.id) == [scene.comment.id] + between + [last.id])
        #expect(texts.last?.parent == (isHidden ? nil : answer.id))
        let stream = try await scene.ana.listens()
        var (anas, bens) = (try await ChangeReader(scene.ana), try await ChangeReader(scene.ben))
        try await dan.services.deleteComment(last.id)
        func gone(_ changes: [Change]) -> Set<UUID> {
            Set(changes.filter { $0.kind == .comment && $0.isDeleted }.map(\.id.uuid))
        }
        let all = [last, answer, question].map(\.id.uuid)
        #expect(gone(try await anas.changes()) == Set(isHidden ? [last.id.uuid] : all))
        #expect(gone(try await bens.changes()) == Set(all))
        let received = try await scene.ana.receives(on: stream)
        #expect(received == Array(repeating: "comment removed, 1 left", count: isHidden ? 1 : 3))
    }

    @Test(
        "the deletion of a held reply does not repeat that the comment above it is gone",
        arguments: Implementation.allCases)
    func heldReply(_ implementation: Implementation) async throws {
        try await implementation.runWithWords { world in
            let scene = try await ReactionScene(world)
            let (_, answer) = try await scene.deletedQuestion(answeredBy: scene.eva, "heldword")
            #expect(answer.isWaiting == true)
            #expect(try await scene.ana.commentTexts(on: scene.workout) == ["Well rowed"])
            let stream = try await scene.ana.listens()
            var app = try await ChangeReader(scene.ana)
            try await scene.eva.services.deleteComment(answer.id)
            #expect(try await app.summaries() == [])
            #expect(try await scene.ana.receives(on: stream) == [])
        }
    }

    @Test("a hidden reaction keeps back no change before it", arguments: Implementation.allCases)
    func before(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await ReactionScene(world)
            try await scene.ana.blocks(scene.eva)
            var app = try await ChangeReader(scene.ana)
            try await scene.ben.publishes("2100m", .friends, as: scene.workout.id)
            try await scene.eva.givesKudos(to: scene.workout)
            #expect(try await app.summaries() == ["item 2100m"])
            try await scene.mia.givesKudos(to: scene.workout)
            try await scene.eva.comments("Hello", on: scene.workout)
            #expect(try await app.changes().map(\.item?.kudosCount) == [1])
            #expect(try await app.summaries() == [])
        }
    }

    @Test("after the end of a block, reactions are sent again", arguments: Implementation.allCases)
    func unblocking(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await ReactionScene(world)
            try await scene.ana.blocks(scene.eva)
            try await scene.ana.services.unblock(scene.eva.reference)
            var app = try await ChangeReader(scene.ana)
            try await scene.eva.givesKudos(to: scene.workout)
            #expect(try await app.changes().map(\.item?.kudosCount) == [1])
        }
    }

    @Test(
        "a child's comments repeat an item for friends only, and only friends' comments for a child",
        arguments: Implementation.allCases)
    func children(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await ReactionScene(world)
            let child = try await world.person("child", born: 2016_01_01)
            try await world.befriend(scene.ben, child)
            try await world.befriend(scene.mia, child)
            var (anas, mias, childs) = (
                try await ChangeReader(scene.ana), try await ChangeReader(scene.mia),
                try await ChangeReader(child)
            )
            try await child.comments("Me too", on: scene.workout)
            #expect(try await anas.summaries() == [])
            #expect(try await mias.summaries() == ["comment Me too", "item 2000m"])
            _ = try await childs.changes()
            try await scene.eva.comments("Hello", on: scene.workout)
            #expect(try await childs.summaries() == [])
            // Kudos of and for children are counted for all.
            try await child.givesKudos(to: scene.workout)
            #expect(try await anas.summaries().contains("item 2000m"))
        }
    }

    @Test("the coming and going of a hidden member repeats no group", arguments: Implementation.allCases)
    func groups(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let scene = try await ReactionScene(world)
            try await scene.ana.blocks(scene.eva)
            let group = try await scene.ben.createsGroup(with: scene.ana)
            var (anas, bens) = (try await ChangeReader(scene.ana), try await ChangeReader(scene.ben))
            let acts: [@Sendable () async throws -> Void] = [
                { try await scene.eva.joins(scene.ben.code(of: group)) },
                { try await scene.ben.makes(scene.eva, .administrator, in: group) },
                { try await scene.eva.leaves(group) },
                { try await scene.eva.joins(scene.ben.code(of: group)) },
                { try await scene.ben.removes(scene.eva, from: group) },
            ]
            for act in acts {
                try await act()
                #expect(try await anas.summaries() == [])
                #expect(try await bens.summaries() == ["group Crew"])
            }
            _ = try await scene.ben.services.renameGroup(group.id, title: "Rowers")
            #expect(try await anas.summaries() == ["group Rowers"])
        }
    }

    @Test("the owner receives that a member has left by blocking them", arguments: Implementation.allCases)
    func leaving(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            _ = try await ana.createsGroup(with: ben)
            var app = try await ChangeReader(ana)
            try await ben.blocks(ana)
            #expect(try await app.changes().map(\.group?.memberCount) == [1])
        }
    }

    @Test(
        "with and without the acts of a hidden person, the same changes are sent",
        arguments: Implementation.allCases, 1...Repetitions.count(2 as UInt64, deep: 40))
    func twins(_ implementation: Implementation, _ seed: UInt64) async throws {
        let alone = LineRecord()
        let together = LineRecord()
        for (record, happens) in [(alone, false), (together, true)] {
            try await implementation.run { world in
                var twins = try await ReactionTwin(ReactionScene(world), happens: happens, seed: seed)
                for _ in 0..<60 { await record.add(try await twins.next()) }
            }
        }
        let (expected, found) = (await alone.lines, await together.lines)
        #expect(found == expected, "seed \(seed)")
    }
}

private actor LineRecord {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }
}

/// Ana and Mia follow Ben, and Eva is a friend of his. Mia has commented on his workout.
private struct ReactionScene: Sendable {
    let ana, ben, mia, eva: Member
    let workout: Workout
    let comment: Paceline.Comment

    init(_ world: World) async throws {
        (ana, ben, mia, eva) = try await world.people("ana", "ben", "mia", "eva")
        for other in [ana, mia, eva] { try await world.befriend(ben, other) }
        workout = try await ben.publishes("2000m", .friends)
        comment = try await mia.comments("Well rowed", on: workout)
    }

    /// A deleted comment of Mia's, with a reply.
    func deletedQuestion(
        answeredBy other: Member, _ text: String = "Windy"
    ) async throws -> (question: Paceline.Comment, answer: Paceline.Comment) {
        let question = try await mia.comments("How was it?", on: workout)
        let answer = try await other.comments(text, on: workout, answering: question)
        try await mia.services.deleteComment(question.id)
        return (question, answer)
    }

    /// What the reader receives after each act of the other person.
    func changes(of reader: Member, afterEachActOf other: Member) async throws -> [String] {
        var app = try await ChangeReader(reader)
        var changes: [String] = []
        func follow() async throws { changes.append(try await app.summaries().joined(separator: ", ")) }
        try await other.givesKudos(to: workout)
        try await follow()
        try await other.givesKudos(to: workout, big: true)
        try await follow()
        _ = try await other.services.withdrawKudos(from: workout.id.item)
        try await follow()
        let hello = try await other.comments("Hello", on: workout)
        try await follow()
        _ = try await other.services.edit(hello.id, text: "Hello!", ifMatch: nil)
        try await follow()
        try await other.services.deleteComment(hello.id)
        try await follow()
        try await other.hearts(comment)
        try await follow()
        _ = try await other.services.withdrawHeart(from: comment.id)
        try await follow()
        try await other.givesKudos(to: workout)
        try await follow()
        return changes
    }
}

/// Random reactions of Ben, Mia and Eva, as Ana receives them. She has blocked Eva.
private struct ReactionTwin {
    private let scene: ReactionScene
    /// Whether Eva does anything.
    private let happens: Bool
    private var random: SeededRandom
    private var app: ChangeReader
    /// The comments of Ben and Mia.
    private var comments: [Paceline.Comment]
    /// Eva's, on which others react, too.
    private var hidden: [Paceline.Comment] = []

    init(_ scene: ReactionScene, happens: Bool, seed: UInt64) async throws {
        self.scene = scene
        self.happens = happens
        random = SeededRandom(seed: seed)
        comments = [scene.comment]
        try await scene.ana.blocks(scene.eva)
        app = try await ChangeReader(scene.ana)
    }

    /// Performs a random action, and now and then reads Ana's changes.
    /// - Returns: the changes.
    mutating func next() async throws -> String {
        let kind = Int.random(in: 0..<8, using: &random)
        let number = Int.random(in: 0..<1_000, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try await act(kind, number, by: scene.ben)
        case 1: try await act(kind, number, by: scene.mia)
        case 2: if happens { try await actSecretly(kind, number) }
        default: if happens { try await answerSecretly(number) }
        }
        guard Int.random(in: 0..<3, using: &random) == 0 else { return "" }
        return try await app.changes().map(\.line).joined(separator: ", ")
    }

    private mutating func act(_ kind: Int, _ number: Int, by actor: Member) async throws {
        let comment = comments[number % comments.count]
        switch kind {
        case 0, 1: try await actor.givesKudos(to: scene.workout, big: number.isMultiple(of: 2))
        case 2: _ = try await actor.services.withdrawKudos(from: scene.workout.id.item)
        case 3: comments.append(try await actor.comments("Comment \(number)", on: scene.workout))
        case 4: try await actor.hearts(comment)
        case 5: _ = try await actor.services.withdrawHeart(from: comment.id)
        case 6: try await scene.ben.publishes("\(number) m", .friends, as: scene.workout.id)
        default: break
        }
    }

    private mutating func actSecretly(_ kind: Int, _ number: Int) async throws {
        let eva = scene.eva
        let comment = comments[number % comments.count]
        switch kind {
        case 0, 1: try await eva.givesKudos(to: scene.workout, big: number.isMultiple(of: 2))
        case 2: _ = try await eva.services.withdrawKudos(from: scene.workout.id.item)
        case 3, 4: hidden.append(try await eva.comments("Hidden \(number)", on: scene.workout))
        case 5: try await eva.hearts(comment)
        case 6: _ = try await eva.services.withdrawHeart(from: comment.id)
        default: if let last = hidden.popLast() { try await eva.services.deleteComment(last.id) }
        }
    }

    /// Lets others react to what Ana does not see.
    private mutating func answerSecretly(_ number: Int) async throws {
        guard let comment = hidden.last else { return }
        if number.isMultiple(of: 2) {
            try await scene.mia.hearts(comment)
        } else {
            _ = try await scene.mia.services.withdrawHeart(from: comment.id)
        }
    }
}

extension Change {
    /// The change without ids and times.
    fileprivate var line: String {
        switch content {
        case .item(let item):
            "\(summary) \(item.kudosCount) \(item.commentCount) \(item.latestComment?.text ?? "")"
        case .comment(let comment): "\(summary) \(comment.heartCount)"
        default: summary
        }
    }
}
