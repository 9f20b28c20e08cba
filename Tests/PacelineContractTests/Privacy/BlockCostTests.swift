import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

/// What a block costs its readers could be measured by the time that a response takes.
@Suite("Costs of blocks")
struct BlockCostTests {
    @Test("a block adds few statements to the feed, also if the blocked person reacted to a card")
    func feed() async throws {
        let scene = try await Scene()
        let before = try await scene.costOfFeed()
        try await scene.ben.block(.id(scene.sam.viewer))
        let after = try await scene.costOfFeed()
        #expect(after.statements - before.statements <= 5, "\(before), \(after)")
        #expect(after.rows - before.rows <= 5, "\(before), \(after)")

        _ = try await scene.sam.giveKudos(to: scene.items[0], big: false)
        _ = try await scene.sam.comment(CommentDraft(text: "Strong"), on: scene.items[1])
        let reacted = try await scene.costOfFeed()
        #expect(reacted.statements - after.statements <= 10, "\(after), \(reacted)")
        #expect(reacted.rows - after.rows <= 12, "\(after), \(reacted)")
        let shown = try await scene.ben.feed(FeedQuery(), PageRequest()).items
        #expect(shown.map(\.kudosCount).allSatisfy { $0 == 1 } && shown.map(\.commentCount) == [1, 1, 1])
        let all = try await scene.ana.feed(FeedQuery(), PageRequest()).items
        #expect(
            all.map(\.kudosCount).sorted() == [1, 1, 2] && all.map(\.commentCount).sorted() == [1, 1, 2])
    }

    @Test("readers with and without blocks share cards, each with their own numbers")
    func sharing() async throws {
        let scene = try await Scene()
        let comment = try await scene.cem.comment(CommentDraft(text: "Wow"), on: scene.items[0])
        _ = try await scene.sam.giveHeart(to: comment.id)
        _ = try await scene.ben.giveHeart(to: comment.id)
        try await scene.ben.block(.id(scene.sam.viewer))
        // The reader with a block fills the cache, and later the other one.
        for isFirst in [true, false] {
            if isFirst == false {
                _ = try await scene.ana.update(AccountChanges(bio: "Rows"), ifMatch: nil)
            }
            let readers = isFirst ? [scene.ben, scene.ana] : [scene.ana, scene.ben]
            for reader in readers {
                let isBen = reader.viewer == scene.ben.viewer
                let card = try #require(
                    try await reader.feed(FeedQuery(), PageRequest()).items
                        .first { $0.id == scene.items[0] })
                #expect(card.latestComment?.heartCount == (isBen ? 1 : 2), "\(isFirst)")
                #expect(card.author.friendCount == (isBen ? 2 : 3), "\(isFirst)")
            }
        }
    }

    @Test("what a person may not see costs as much as what does not exist")
    func absence() async throws {
        let scene = try await Scene()
        let secret = WorkoutDraft.sample(
            "Secret", startedAt: scene.start, duration: 900, visibility: .private)
        let hidden = try await scene.ana.publish(secret, as: .random(), ifMatch: nil).workout.id
        let comment = try await scene.ana.comment(CommentDraft(text: "Mine"), on: scene.items[0]).id
        let code = try #require(FriendCode(try await scene.ana.friendCode().code))
        try await scene.ana.block(.id(scene.sam.viewer))
        let (sam, seen) = (scene.sam, Workout.ID(scene.items[0].uuid))
        let absent = Absence(
            person: .random(), workout: .random(), comment: .random(), code: scene.unusedCode)
        let blocked = Absence(person: scene.ana.viewer, workout: seen, comment: comment, code: code)
        let isPrivate = Absence(
            person: absent.person, workout: hidden, comment: absent.comment, code: absent.code)
        for (name, call) in Absence.calls {
            let cost = try await scene.cost(of: call, absent, as: sam)
            #expect(try await scene.cost(of: call, blocked, as: sam) == cost, "\(name), blocked")
            #expect(try await scene.cost(of: call, isPrivate, as: sam) == cost, "\(name), private")
        }
    }

    /// What a reader does not see.
    private struct Absence: Sendable {
        let person: Person.ID
        let workout: Workout.ID
        let comment: Paceline.Comment.ID
        let code: FriendCode

        typealias Call = @Sendable (Session, Absence) async throws -> Void

        static let calls: [(name: String, call: Call)] = [
            ("workout", { _ = try await $0.workout($1.workout) }),
            ("photo", { _ = try await $0.photo(of: $1.workout) }),
            ("deletion", { try await $0.deleteWorkout($1.workout) }),
            ("item", { _ = try await $0.item($1.workout.item) }),
            ("kudos", { _ = try await $0.kudos(of: $1.workout.item, PageRequest()) }),
            ("giving kudos", { _ = try await $0.giveKudos(to: $1.workout.item, big: false) }),
            ("comments", { _ = try await $0.comments(on: $1.workout.item, PageRequest()) }),
            ("commenting", { _ = try await $0.comment(CommentDraft(text: "Hello"), on: $1.workout.item) }),
            ("hearts", { _ = try await $0.hearts(of: $1.comment, PageRequest()) }),
            ("giving a heart", { _ = try await $0.giveHeart(to: $1.comment) }),
            ("deleting a comment", { try await $0.deleteComment($1.comment) }),
            ("person", { _ = try await $0.person(.id($1.person)) }),
            ("picture", { _ = try await $0.avatar(of: .id($1.person)) }),
            ("friends", { _ = try await $0.friends(of: .id($1.person), PageRequest()) }),
            ("following", { _ = try await $0.follow(.id($1.person), notifications: nil) }),
            ("muting", { try await $0.mute(.id($1.person)) }),
            ("friend code", { _ = try await $0.person(withFriendCode: $1.code) }),
        ]
    }

    /// Ana, a friend of the others, has published three workouts. Each has kudos and a comment by Cem.
    private struct Scene {
        let database: MeasuredDatabase
        let ana, ben, cem, sam: Session
        let items: [FeedItem.ID]
        let start = TestClock.start.addingTimeInterval(-86_400)
        let unusedCode: FriendCode

        init() async throws {
            let clock = TestClock()
            var random = SeededRandom(seed: 7)
            unusedCode = FriendCode(using: &random)
            let database = MeasuredDatabase(try SQLiteDatabase.inMemory())
            let engine = try await TwinScene.engine(on: database, clock, seed: 1)
            let people = try await TwinScene.people(["ana", "ben", "cem", "sam"], in: engine, clock)
            let ana = people[0]
            for person in people.dropFirst() {
                clock.tick()
                let asked = try await person.request(
                    RequestDraft(kind: .friend, to: .person(.id(ana.viewer))))
                _ = try await ana.accept(asked.id)
            }
            var items: [FeedItem.ID] = []
            for hours in [2.0, 4, 6] {
                clock.tick()
                let draft = WorkoutDraft.sample(
                    "Row", startedAt: clock.now.addingTimeInterval(-hours * 3_600), duration: 900,
                    visibility: .friends)
                let item = try await ana.publish(draft, as: .random(), ifMatch: nil).workout.id.item
                _ = try await people[2].giveKudos(to: item, big: false)
                _ = try await people[2].comment(CommentDraft(text: "Nice"), on: item)
                items.append(item)
            }
            (self.database, self.ana, self.items) = (database, ana, items)
            (ben, cem, sam) = (people[1], people[2], people[3])
        }

        /// What a call costs that fails.
        func cost(
            of call: Absence.Call, _ absence: Absence, as reader: Session
        ) async throws -> DatabaseCost {
            _ = database.takeCost()
            await #expect(throws: SocialError.self) { try await call(reader, absence) }
            return database.takeCost()
        }

        /// What Ben's feed costs once it is cached.
        func costOfFeed() async throws -> DatabaseCost {
            _ = try await ben.feed(FeedQuery(), PageRequest())
            _ = database.takeCost()
            _ = try await ben.feed(FeedQuery(), PageRequest())
            return database.takeCost()
        }
    }
}
