/// A random number generator that gives the same sequence for the same seed on every platform.
///
/// Uses SplitMix64 (Steele, Lea and Flood, 2014). For demo data and reproducible tests, not for secrets.
///
/// ```swift
/// var random = SeededRandom(seed: 1)
/// let code = FriendCode(using: &random)
/// ```
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator. Equal seeds give equal sequences.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
