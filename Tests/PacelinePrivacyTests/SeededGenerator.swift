import Foundation
import Synchronization

/// SplitMix64: the same seed makes the same world everywhere.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A clock that goes on by a millisecond whenever it is read.
final class Ticks: Sendable {
    private let milliseconds: Mutex<Int64>

    init(_ start: Date) {
        milliseconds = Mutex(Int64(start.timeIntervalSince1970 * 1_000))
    }

    func next() -> Date {
        milliseconds.withLock { milliseconds in
            milliseconds += 1
            return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        }
    }
}
