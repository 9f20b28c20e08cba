import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

/// Whether a block could be measured by the time that a search takes.
@Suite("Costs of blocks in searches")
struct BlockCostOfSearchTests {
    @Test("searching for a person who blocked the reader costs what searching for no one costs")
    func absence() async throws {
        let (blocked, absent) = (try await Scene(last: "dan"), try await Scene(last: "eva"))
        for scene in [blocked, absent] {
            try await scene.others[Scene.crowd - 1].block(.id(scene.reader.viewer))
        }
        let searches: [Scene.Read] = [
            { _ = try await $0.people(matching: "dan", PageRequest()) },
            { _ = try await $0.people(matching: "Dan", PageRequest()) },
            { reader in
                await expectError(.personNotFound) { _ = try await reader.person(.username("dan")) }
            },
        ]
        let (cost, none) = (try await blocked.costs(of: searches), try await absent.costs(of: searches))
        #expect(cost.map(\.statements) == none.map(\.statements))
        // The name's row is read before it is known to be hidden.
        #expect(zip(cost, none).allSatisfy { $0.rows - $1.rows <= 1 }, "\(cost), \(none)")
        let shown = try await absent.others[0].people(matching: "eva", PageRequest()).items
        #expect(shown.count == 1)
    }

    /// Ana, a friend of all, owns a group in which all are, and has published a workout to which all reacted, as they
    /// did to Ben's. Ben, the reader, is a friend of all, too.
    private struct Scene {
        typealias Read = @Sendable (Session) async throws -> Void

        /// How many people there are besides Ana and the reader.
        static let crowd = 6

        let database: MeasuredDatabase
        let reader: Session
        let others: [Session]

        /// - Parameter last: the name of the last of the others.
        init(last: String = "dan") async throws {
            let clock = TestClock()
            let database = MeasuredDatabase(try SQLiteDatabase.inMemory())
            let engine = try await TwinScene.engine(on: database, clock, seed: 3)
            var people: [Session] = []
            for name in ["ana", "ben"] + (1..<Self.crowd).map({ "cem\($0)" }) + [last] {
                clock.tick()
                let signUp = SignUp(
                    username: name, password: "correct horse battery", displayName: name.capitalized,
                    birthDate: try day(1990_05_17))
                people.append(engine.session(for: try await engine.signUp(signUp).person.id))
            }
            let (ana, ben, cems) = (people[0], people[1], Array(people.dropFirst(2)))
            let group = try await ana.createGroup(title: "Crew").id
            let code = try await ana.joinCode(of: group).code
            let draft = WorkoutDraft.sample(
                "Row", startedAt: clock.now.addingTimeInterval(-7_200), duration: 900, visibility: .friends)
            let item = try await ana.publish(draft, as: .random(), ifMatch: nil).workout.id.item
            let today = try day(2026_03_01)
            for person in people.dropFirst() {
                clock.tick()
                let asked = try await person.request(
                    RequestDraft(kind: .friend, to: .person(.id(ana.viewer))))
                _ = try await ana.accept(asked.id)
                _ = try await person.joinGroup(code: code)
            }
            for person in cems {
                clock.tick()
                let asked = try await person.request(
                    RequestDraft(kind: .friend, to: .person(.id(ben.viewer))))
                _ = try await ben.accept(asked.id)
            }
            let mine = try await ben.publish(draft, as: .random(), ifMatch: nil).workout.id.item
            let comment = try await ana.comment(CommentDraft(text: "Nice"), on: item).id
            for person in cems {
                clock.tick()
                _ = try await person.giveKudos(to: mine, big: false)
                _ = try await person.giveKudos(to: item, big: false)
                _ = try await person.comment(CommentDraft(text: "Strong"), on: mine)
                let own = try await person.comment(CommentDraft(text: "Wow"), on: item).id
                _ = try await person.giveHeart(to: comment)
                _ = try await person.giveHeart(to: own)
                _ = try await person.publish(
                    ScoreDraft(score: 3, isCompleted: true), in: .wordle, on: today)
            }
            (self.database, reader, others) = (database, ben, cems)
        }

        func costs(of reads: [Read]) async throws -> [DatabaseCost] {
            var costs: [DatabaseCost] = []
            for read in reads { costs.append(try await cost(of: read)) }
            return costs
        }

        /// What the reader's read costs once its caches are filled.
        func cost(of read: Read) async throws -> DatabaseCost {
            try await read(reader)
            _ = database.takeCost()
            try await read(reader)
            return database.takeCost()
        }
    }
}
