import Paceline
import PacelineTestSupport
import Testing

@Suite("Kept copies")
struct KeptCopyTests {
    private static let seeds = 1...Repetitions.count(20 as UInt64, deep: 400)

    @Test("what a device keeps is taken back when its owner may no longer read it", arguments: seeds)
    func takenBack(_ seed: UInt64) async throws {
        try await Self.follow(.engineInMemory, seed)
    }

    @Test("the same holds on every implementation", arguments: Implementation.allCases)
    func everywhere(_ implementation: Implementation) async throws {
        try await Self.follow(implementation, 1_000)
    }

    private static func follow(_ implementation: Implementation, _ seed: UInt64) async throws {
        try await implementation.run { world in
            // An adult, a child and a teenager among adults, as the device's owner in turn.
            let people = [
                try await world.person("adult"), try await world.person("teenager", born: 2010_01_01),
                try await world.person("child", born: 2016_01_01), try await world.person("other"),
                try await world.person("another"),
            ]
            var random = SeededRandom(seed: seed &+ 9_000)
            for (index, one) in people.enumerated() {
                for other in people[(index + 1)...] where Bool.random(using: &random) {
                    try await world.befriend(one, other)
                }
            }
            var actions = KeptCopyActions(of: people, in: world, seed: seed)
            for _ in 0..<30 { _ = try await actions.next() }
            var copy = try await KeptCopy(of: people[[0, 0, 3, 1, 2][Int(seed % 5)]])
            for step in 1...60 {
                let action = try await actions.next()
                try await copy.follow(inPagesOf: Int.random(in: 1...7, using: &random))
                // Blocks by strangers are not reported.
                if action.name == "block", action.other.id == copy.owner.id { try await copy.reload() }
                let surplus = try await copy.surplus()
                #expect(surplus == [], "step \(step) of seed \(seed), after \(action.name)")
                guard surplus.isEmpty else { return }
            }
        }
    }
}
