import Testing

@testable import Paceline

@Suite struct LevelTests {
    @Test(arguments: [(0, 1), (499, 1), (500, 2), (1_499, 2), (1_500, 3), (3_000, 4), (22_500, 10)])
    func `levels start at 250 × L × (L − 1)`(lifetime: Int, number: Int) {
        #expect(Level(lifetime: lifetime).number == number)
    }

    @Test func `each threshold up to 2^31 starts its level`() {
        var level = Level(lifetime: 0)
        var count = 0
        while level.start <= 1 << 31 {
            count += 1
            #expect(level.number == count && Level(lifetime: level.start) == level)
            #expect(Level(lifetime: level.start + 1) == level)
            #expect(Level(lifetime: level.next.start - 1) == level && level < level.next)
            level = level.next
        }
        #expect(count == 2_931)
    }

    @Test func `a lifetime lies within its level`() {
        var random = SeededRandom(seed: 14)
        for _ in 0..<20_000 {
            let lifetime = Int.random(in: 0...1 << Int.random(in: 0...40, using: &random), using: &random)
            let level = Level(lifetime: lifetime)
            #expect(level.start <= lifetime && lifetime < level.next.start, "\(lifetime)")
        }
    }

    @Test func `any number has a level`() {
        #expect(Level(lifetime: -1).number == 1 && Level(lifetime: .min).number == 1)
        #expect(Level(lifetime: .max).number > 1_000_000)
        #expect(Level(lifetime: .max).next.start > 0)
    }

    @Test func `the levels of XP follow from its lifetime`() {
        #expect(
            Experience(lifetime: 730, balance: 700, today: 30)
                == Experience(lifetime: 730, balance: 700, level: 2, nextLevel: 1_500, today: 30))
    }
}
