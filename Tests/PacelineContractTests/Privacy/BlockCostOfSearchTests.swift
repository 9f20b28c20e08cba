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
        #expect(zip(cost, none).allSatisfy { (0...1).contains($0.rows - $1.rows) }, "\(cost), \(none)")
        let shown = try await absent.others[0].people(matching: "eva", PageRequest()).items
        #expect(shown.count == 1)
    }

    /// Ben, the reader, is a friend of all others.
    private struct Scene {
        typealias Read = @Sendable (Session) async throws -> Void

        /// How many people there are besides the reader.
        static let crowd = 6

        let database: MeasuredDatabase
        let reader: Session
        let others: [Session]

        /// - Parameter last: the name of the last of the others.
        init(last: String) async throws {
            let clock = TestClock()
            let database = MeasuredDatabase(try SQLiteDatabase.inMemory())
            let engine = try await TwinScene.engine(on: database, clock, seed: 3)
            let names = ["ben"] + (1..<Self.crowd).map { "cem\($0)" } + [last]
            let people = try await TwinScene.people(names, in: engine, clock)
            (self.database, reader, others) = (database, people[0], Array(people.dropFirst()))
            for person in others {
                clock.tick()
                let asked = try await person.request(
                    RequestDraft(kind: .friend, to: .person(.id(reader.viewer))))
                _ = try await reader.accept(asked.id)
            }
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
