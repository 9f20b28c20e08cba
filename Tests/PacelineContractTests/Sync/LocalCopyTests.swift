import Paceline
import PacelineTestSupport
import Testing

@Suite("Local copies")
struct LocalCopyTests {
    private static let seeds = 1...Repetitions.count(4 as UInt64, deep: 24)

    @Test(
        "a copy that applies changes equals a freshly loaded one",
        arguments: Implementation.allCases, seeds)
    func equalsLoaded(_ implementation: Implementation, _ seed: UInt64) async throws {
        try await implementation.run { world in
            let people = try await world.crowd(5)
            var actions = RandomActions(of: people, seed: seed)
            var random = SeededRandom(seed: seed &+ 1_000)
            for _ in 0..<Int.random(in: 0...60, using: &random) { _ = try await actions.next() }
            var copy = try await LocalCopy(of: people[0])
            for step in 1...120 {
                let before = copy.edges
                let action = try await actions.next()
                // Blocks by strangers, and their end, are not sent.
                if ["block", "unblock"].contains(action.name), action.other.id == copy.owner.id {
                    try await copy.follow()
                    if before[action.actor.id] == nil || action.name == "unblock" { try await copy.reload() }
                }
                guard step == 120 || Int.random(in: 0..<8, using: &random) == 0 else { continue }
                try await copy.follow(inPagesOf: Int.random(in: 1...7, using: &random))
                let (stored, fresh) = (copy.lines, try await LocalCopy(of: people[0]).lines)
                #expect(
                    stored.subtracting(fresh) == [], "too much at \(step), seed \(seed), after \(action.name)"
                )
                #expect(
                    fresh.subtracting(stored) == [],
                    "too little at \(step), seed \(seed), after \(action.name)")
                guard stored == fresh else { return }
            }
        }
    }
}
