import Foundation
import Testing

@testable import Paceline

@Suite struct IdentifierTests {
    @Test func `new identifiers sort by creation time`() {
        var random = SeededRandom(seed: 3)
        let instants = (0..<2_000).map { _ in Int64.random(in: 0...4_102_444_800_000, using: &random) }
        let made = Set(instants).shuffled(using: &random).map { instant in
            (instant, Workout.ID(.version7(at: Date(milliseconds: instant), using: &random)))
        }
        let byTime = made.sorted { $0.0 < $1.0 }.map(\.1)
        #expect(made.map(\.1).sorted() == byTime)
        #expect(byTime.map(\.description).sorted() == byTime.map(\.description))
    }

    @Test func `identifiers are version 7 UUIDs that contain their creation time`() throws {
        var random = SeededRandom(seed: 4)
        for instant in [0, 1, 1_700_000_000_000, 281_474_976_710_655] as [Int64] {
            let text = Workout.ID(.version7(at: Date(milliseconds: instant), using: &random)).description
            let digits = Array(text.replacing("-", with: ""))
            #expect(Int64(String(digits[..<12]), radix: 16) == instant)
            #expect(digits[12] == "7")
            #expect("89ab".contains(digits[16]))
        }
        #expect(
            UUID.version7(at: Date(milliseconds: -5), using: &random).uuidString.hasPrefix("00000000-0000-7"))
    }

    @Test func `random identifiers are version 4 UUIDs in which every other bit varies`() {
        var random = SeededRandom(seed: 5)
        var (always, ever): (UUIDHalves, UUIDHalves) = ((.max, .max), (0, 0))
        for _ in 0..<200 {
            let made = Person.ID(.version4(using: &random)).halves
            always = (always.high & made.high, always.low & made.low)
            ever = (ever.high | made.high, ever.low | made.low)
        }
        #expect(always == (0x4000, 0x8000_0000_0000_0000))
        #expect(ever == (0xFFFF_FFFF_FFFF_4FFF, 0xBFFF_FFFF_FFFF_FFFF))
    }

    @Test func `random identifiers are repeatable`() {
        var (one, other) = (SeededRandom(seed: 6), SeededRandom(seed: 6))
        #expect(UUID.version4(using: &one) == UUID.version4(using: &other))
        #expect(UUID.version4(using: &one) != UUID.version4(using: &one))
    }

    private typealias UUIDHalves = (high: UInt64, low: UInt64)

    @Test func `only the canonical form parses, in either case`() {
        let text = "0190163d-8694-739b-aea5-966c26f8ad91"
        #expect(Person.ID(text)?.description == text)
        #expect(Person.ID(text.uppercased())?.description == text)
        for text in [
            "", "me", text + "0", "{\(text)}", text.replacing("-", with: ""), text.replacing("a", with: "g"),
        ] {
            #expect(Person.ID(text) == nil)
        }
    }
}
