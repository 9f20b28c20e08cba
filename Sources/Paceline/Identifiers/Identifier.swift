import Foundation

/// A UUID typed by what it identifies.
///
/// New identifiers are version 7 UUIDs (RFC 9562) and sort by creation time, except those of people and comments, which
/// are random: a time would reveal when a person signed up, or that a comment was held. Clients may create identifiers:
/// sending a workout twice under the same identifier publishes it once. They belong to their owner: see
/// ``Workout/clientID``.
///
/// ```swift
/// let id = Workout.ID("0190163d-8694-739b-aea5-966c26f8ad91")
/// ```
public struct Identifier<Subject>: Hashable, Sendable, Codable, LosslessStringConvertible {
    /// The untyped value.
    public let uuid: UUID

    /// Creates an identifier from a UUID of the app, such as that of a recording.
    @inlinable public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// Parses the canonical form, `0190163d-8694-739b-aea5-966c26f8ad91`, in either case.
    public init?(_ description: String) {
        guard description.utf8.count == 36, let uuid = UUID(uuidString: description) else { return nil }
        self.uuid = uuid
    }

    /// The canonical form in lower case.
    public var description: String { uuid.uuidString.lowercased() }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let identifier = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
        }
        self = identifier
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

// Hashing and comparing byte by byte would dominate the cost of a dictionary lookup.
extension Identifier: Comparable {
    @inlinable public func hash(into hasher: inout Hasher) {
        hasher.combine(halves.high)
        hasher.combine(halves.low)
    }

    @inlinable public static func == (left: Self, right: Self) -> Bool { left.halves == right.halves }

    /// Compares bytes, as both databases do.
    @inlinable public static func < (left: Self, right: Self) -> Bool { left.halves < right.halves }

    @inlinable var halves: (high: UInt64, low: UInt64) {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}

extension UUID {
    /// Creates a version 7 UUID (RFC 9562, section 5.7): 48 bits of milliseconds, then 74 random bits.
    /// - Parameters:
    ///   - now: the creation time, which the identifier sorts by.
    ///   - random: the source of the random bits.
    package static func version7(at now: Date, using random: inout some RandomNumberGenerator) -> UUID {
        let milliseconds = UInt64(max(0, now.milliseconds))
        let high = (milliseconds << 16) | 0x7000 | (random.next() & 0x0FFF)
        return UUID(high: high, low: variant | (random.next() >> 2))
    }

    /// Creates a version 4 UUID (RFC 9562, section 5.4): 122 random bits.
    package static func version4(using random: inout some RandomNumberGenerator) -> UUID {
        let high = (random.next() & ~0xF000) | 0x4000
        return UUID(high: high, low: variant | (random.next() >> 2))
    }

    /// Sorts before every other.
    package static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The two bits that all UUIDs of RFC 9562 have at the start of their lower half.
    private static let variant: UInt64 = 0x8000_0000_0000_0000

    private init(high: UInt64, low: UInt64) {
        let uuid = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { $0.loadUnaligned(as: uuid_t.self) }
        self.init(uuid: uuid)
    }
}
