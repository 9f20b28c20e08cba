import Foundation
import Paceline

/// What a demo community leaves to chance; the same seed makes the same community everywhere.
struct DemoRandom: RandomNumberGenerator {
    private var source: SeededRandom

    init(seed: UInt64) {
        source = SeededRandom(seed: seed)
    }

    mutating func next() -> UInt64 { source.next() }

    /// Whether something happens that has this probability, 0 to 1.
    mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < probability
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

    /// - Parameter elements: at least one.
    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[number(0...elements.count - 1)]
    }

    /// One of the elements, each as often as its weight says.
    mutating func element<Element>(weighted elements: [(Element, weight: Double)]) -> Element {
        var rest = number(0...elements.reduce(0) { $0 + $1.weight })
        for (element, weight) in elements.dropLast() {
            rest -= weight
            if rest < 0 { return element }
        }
        return elements[elements.count - 1].0
    }

    /// So many of the elements, without repeats; those of more weight sooner. In their own order.
    ///
    /// Each element draws a key `u^(1/weight)` and the largest keys win (Efraimidis and Spirakis, 2006).
    mutating func sample<Element>(
        _ count: Int, of elements: [Element], weight: (Element) -> Double
    ) -> [Element] {
        let keys = elements.map { pow(number(0.000_001...1), 1 / max(weight($0), 0.000_001)) }
        let winners = elements.indices.sorted { (keys[$0], $0) > (keys[$1], $1) }.prefix(count)
        return winners.sorted().map { elements[$0] }
    }
}
