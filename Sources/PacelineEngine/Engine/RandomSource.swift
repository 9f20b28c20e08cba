import Paceline
import Synchronization

/// The source of random bits for an engine's identifiers, friend codes and join codes, and for the keys of a new
/// community.
///
/// Tokens, salts and recovery codes always come from the system.
public struct RandomSource: RandomNumberGenerator, Sendable {
    /// Nil for the system's source.
    private let seeded: Seeded?

    /// The system's secure source.
    public static let system = RandomSource(seeded: nil)

    /// A repeatable source: an engine that runs the same operations in the same order creates the same identifiers.
    ///
    /// Use it only for generated communities that no one else can reach, such as one in memory: its codes and keys can
    /// be guessed.
    public static func seeded(_ seed: UInt64) -> RandomSource { RandomSource(seeded: Seeded(seed)) }

    private init(seeded: Seeded?) {
        self.seeded = seeded
    }

    /// The next 64 bits. Copies of a seeded source share its sequence.
    public func next() -> UInt64 {
        if let seeded { return seeded.next() }
        var random = SystemRandomNumberGenerator()
        return random.next()
    }

    private final class Seeded: Sendable {
        private let random: Mutex<SeededRandom>

        init(_ seed: UInt64) {
            random = Mutex(SeededRandom(seed: seed))
        }

        func next() -> UInt64 { random.withLock { $0.next() } }
    }
}
