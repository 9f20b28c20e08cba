import Paceline
import PacelineTestSupport
import Testing

@Suite("Copies that follow changes")
struct FollowingCopyTests {
    private static let seeds = 1...Repetitions.count(4 as UInt64, deep: 24)

    @Test(
        "a copy that follows from anywhere equals one that is loaded anew",
        arguments: Implementation.allCases, seeds)
    func equalsLoaded(_ implementation: Implementation, _ seed: UInt64) async throws {
        try await implementation.run { world in
            let people = try await world.crowd(5)
            var deeds = RandomDeeds(of: people, seed: seed)
            var random = SeededRandom(seed: seed &+ 1_000)
            for _ in 0..<Int.random(in: 0...60, using: &random) { _ = try await deeds.next() }
            var copy = try await Copy(of: people[0])
            for step in 1...120 {
                let before = copy.edges
                let deed = try await deeds.next()
                // Nothing tells of the block of somebody with whom one has nothing to do, nor of its end.
                if ["block", "unblock"].contains(deed.name), deed.other.id == copy.owner.id {
                    try await copy.follow()
                    if before[deed.actor.id] == nil || deed.name == "unblock" { try await copy.loadAnew() }
                }
                guard step == 120 || Int.random(in: 0..<8, using: &random) == 0 else { continue }
                try await copy.follow(inPagesOf: Int.random(in: 1...7, using: &random))
                let (held, fresh) = (copy.lines, try await Copy(of: people[0]).lines)
                #expect(
                    held.subtracting(fresh) == [], "too much at \(step), seed \(seed), after \(deed.name)")
                #expect(
                    fresh.subtracting(held) == [], "too little at \(step), seed \(seed), after \(deed.name)")
                guard held == fresh else { return }
            }
        }
    }
}
