import Foundation
import Paceline

/// The random generator of demo communities. The same seed gives the same values on every platform.
struct DemoRandom: RandomNumberGenerator {
    private var source: SeededRandom

    init(seed: UInt64) {
        source = SeededRandom(seed: seed)
    }

    mutating func next() -> UInt64 { source.next() }

    /// Returns true with the given probability, 0 to 1.
    mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < probability
    }

    /// Returns a number in the range.
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

    /// Returns one of the elements.
    /// - Parameter elements: at least one element.
    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[number(0...elements.count - 1)]
    }

    /// Returns one of the elements, in proportion to their weights.
    mutating func element<Element>(weighted elements: [(Element, weight: Double)]) -> Element {
        var rest = number(0...elements.reduce(0) { $0 + $1.weight })
        for (element, weight) in elements.dropLast() {
            rest -= weight
            if rest < 0 { return element }
        }
        return elements[elements.count - 1].0
    }

    /// Returns a weighted sample without replacement, in the elements' order.
    ///
    /// Each element draws a key `u^(1/weight)` and the largest keys are chosen (Efraimidis and Spirakis, 2006).
    mutating func sample<Element>(
        _ count: Int, of elements: [Element], weight: (Element) -> Double
    ) -> [Element] {
        let keys = elements.map { pow(number(0.000_001...1), 1 / max(weight($0), 0.000_001)) }
        let chosen = elements.indices.sorted { (keys[$0], $0) > (keys[$1], $1) }.prefix(count)
        return chosen.sorted().map { elements[$0] }
    }
}
