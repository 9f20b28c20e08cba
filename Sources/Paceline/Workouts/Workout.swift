import Foundation

/// A workout that its owner has published.
@dynamicMemberLookup
public struct Workout: Sendable, Equatable, Identifiable {
    public typealias ID = Identifier<Workout>

    public var id: ID
    public var owner: Person.ID
    public var type: WorkoutType
    /// What was done, in the field's own words: `2000m`, `3x4:00/3:00r`.
    public var title: String
    public var startedAt: Date
    public var endedAt: Date
    /// Seconds of work, without rest.
    public var duration: Double
    public var measures: WorkoutMeasures
    public var isErgTest: Bool
    /// Kilograms lifted.
    public var volume: Double?
    public var exerciseCount: Int?
    public var isCompleted: Bool
    /// What recorded it, such as `Concept2`.
    public var source: String?
    public var visibility: ItemVisibility
    public var xpEarned: Int
    public var createdAt: Date
    public var updatedAt: Date
    /// Read with the single workout only.
    public var detail: WorkoutDetail?

    public init(
        id: ID, owner: Person.ID, type: WorkoutType, title: String, startedAt: Date, endedAt: Date,
        duration: Double, measures: WorkoutMeasures, isErgTest: Bool, volume: Double?, exerciseCount: Int?,
        isCompleted: Bool, source: String?, visibility: ItemVisibility, xpEarned: Int, createdAt: Date,
        updatedAt: Date, detail: WorkoutDetail? = nil
    ) {
        self.id = id
        self.owner = owner
        self.type = type
        self.title = title
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.duration = duration
        self.measures = measures
        self.isErgTest = isErgTest
        self.volume = volume
        self.exerciseCount = exerciseCount
        self.isCompleted = isCompleted
        self.source = source
        self.visibility = visibility
        self.xpEarned = xpEarned
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.detail = detail
    }

    @inlinable
    public subscript<Value>(
        dynamicMember measure: WritableKeyPath<WorkoutMeasures, Value>
    ) -> Value {
        get { measures[keyPath: measure] }
        set { measures[keyPath: measure] = newValue }
    }
}

/// A sport. Open, since people train in more ways than any list knows: a lower-case word in camel case.
public struct WorkoutType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init?(rawValue: String) {
        let bytes = rawValue.utf8
        guard (1...32).contains(bytes.count), let first = bytes.first, (97...122).contains(first),
            bytes.allSatisfy({ (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    private init(known: String) { rawValue = known }

    public static let rowing = Self(known: "rowing")
    public static let skiing = Self(known: "skiing")
    public static let cycling = Self(known: "cycling")
    public static let running = Self(known: "running")
    public static let walking = Self(known: "walking")
    public static let hiking = Self(known: "hiking")
    public static let swimming = Self(known: "swimming")
    public static let strength = Self(known: "strength")
    public static let yoga = Self(known: "yoga")
    public static let other = Self(known: "other")

    /// Whether its speed is told as a split: seconds per 500 m.
    public var usesSplit: Bool { self == .rowing || self == .skiing }
}

extension WorkoutType: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let type = Self(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a workout type")
        }
        self = type
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
