import Foundation

/// A published workout.
///
/// Measures such as ``WorkoutMeasures/distance`` are available directly:
///
/// ```swift
/// print(workout.title, workout.distance ?? 0, "m")
/// ```
@dynamicMemberLookup
public struct Workout: Sendable, Equatable, Identifiable {
    public typealias ID = Identifier<Workout>

    public var id: ID
    /// The id under which the viewer published it, if the workout has another: that happens when another person's item
    /// has or had the id. The viewer can use either in requests. Nil in feeds and streams, and for other people's
    /// workouts.
    public var clientID: ID?
    /// The person whose workout it is.
    public var owner: Person.ID
    /// The sport.
    public var type: WorkoutType
    /// Any text, or a pattern in the sport's notation, such as `2000m` or `3x4:00/3:00r`; see ``WorkoutPattern``. Show
    /// ``spokenTitle``.
    public var title: String
    /// When it started.
    public var startedAt: Date
    /// When it ended.
    public var endedAt: Date
    /// Seconds of work, without rest.
    public var duration: Double
    /// Distance, energy, heart rate and the other measured numbers.
    public var measures: WorkoutMeasures
    /// Whether this is a ranked test piece.
    public var isErgTest: Bool
    /// Kilograms lifted.
    public var volume: Double?
    /// The number of different exercises.
    public var exerciseCount: Int?
    /// Whether it was finished as planned.
    public var isCompleted: Bool
    /// The device or service that recorded it, such as `Concept2`.
    public var source: String?
    /// The people who can see it.
    public var visibility: ItemVisibility
    /// Whether the owner hides the details from the viewer: ``measures``, ``volume``, ``exerciseCount`` and ``detail``
    /// are then empty, and ``xpEarned`` is 0. Never true for the viewer's own workouts. See
    /// ``AccountSettings/showWorkoutDetails``.
    public var hidesDetails: Bool
    /// True while the texts of the viewer's own workout wait, because of a word or a link that the content filter holds
    /// for 72 hours: others see the workout without them. Nil otherwise.
    public var isWaiting: Bool?
    /// Experience points: what it earned for its owner, and what it is worth by itself for others. 0 if it cannot earn
    /// any, or if the owner hides totals or details from the viewer. See ``ExperiencePolicy``.
    public var xpEarned: Int
    /// When it was first published.
    public var createdAt: Date
    /// When it was last changed.
    public var updatedAt: Date
    /// Intervals, sets and notes; nil in lists and feeds.
    public var detail: WorkoutDetail?
    /// What it is worth and earned, and why. Nil in feeds and streams, and for other people's workouts.
    public var experience: WorkoutExperience?
    /// The rating of all texts together, until they are shown to a reader.
    package var rating = TextRating.harmless
    /// Not 0 if the reader sees the texts in other words than the owner, and other numbers for other words.
    package var variant: UInt16 = 0
    /// The XP that its owner sees, if it differs from ``xpEarned``, until the workout is shown to a reader.
    package var award: Int?

    public init(
        id: ID, owner: Person.ID, type: WorkoutType, title: String, startedAt: Date, endedAt: Date,
        duration: Double, measures: WorkoutMeasures, isErgTest: Bool, volume: Double?, exerciseCount: Int?,
        isCompleted: Bool, source: String?, visibility: ItemVisibility, xpEarned: Int, createdAt: Date,
        updatedAt: Date, detail: WorkoutDetail? = nil, clientID: ID? = nil, hidesDetails: Bool = false,
        isWaiting: Bool? = nil, experience: WorkoutExperience? = nil
    ) {
        self.id = id
        self.clientID = clientID
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
        self.hidesDetails = hidesDetails
        self.isWaiting = isWaiting
        self.xpEarned = xpEarned
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.detail = detail
        self.experience = experience
    }

    /// Accesses a measure directly, as in `workout.distance`.
    @inlinable
    public subscript<Value>(
        dynamicMember measure: WritableKeyPath<WorkoutMeasures, Value>
    ) -> Value {
        get { measures[keyPath: measure] }
        set { measures[keyPath: measure] = newValue }
    }
}

extension WorkoutDetail {
    /// All that the owner has written, exercises once.
    package var texts: [String] { [notes].compactMap(\.self) + Set(sets.map(\.exercise)).sorted() }
}

extension Workout {
    /// All that its owner has written.
    package var texts: [String] {
        [title] + [source].compactMap(\.self) + (detail?.texts ?? [])
    }

    /// The workout as other people see it while its owner hides the details. Its XP would reveal the distance.
    package var withoutDetails: Workout {
        var workout = self
        workout.measures = WorkoutMeasures()
        workout.volume = nil
        workout.exerciseCount = nil
        workout.detail = nil
        workout.xpEarned = 0
        workout.experience = nil
        workout.hidesDetails = true
        return workout
    }
}

/// A sport: one of the constants, or any other name in lower camel case, 1 to 32 ASCII letters and digits.
///
/// ```swift
/// draft.type = .rowing
/// draft.type = WorkoutType(rawValue: "kayaking") ?? .other
/// ```
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

    /// Rowing.
    public static let rowing = Self(known: "rowing")
    /// Skiing, on an ergometer or on snow.
    public static let skiing = Self(known: "skiing")
    /// Cycling.
    public static let cycling = Self(known: "cycling")
    /// Running.
    public static let running = Self(known: "running")
    /// Walking.
    public static let walking = Self(known: "walking")
    /// Hiking.
    public static let hiking = Self(known: "hiking")
    /// Swimming.
    public static let swimming = Self(known: "swimming")
    /// Strength training.
    public static let strength = Self(known: "strength")
    /// Yoga.
    public static let yoga = Self(known: "yoga")
    /// Any other sport.
    public static let other = Self(known: "other")

    /// The sports above. Apps can invent any number of others.
    package static let known: Set<WorkoutType> = [
        .rowing, .skiing, .cycling, .running, .walking, .hiking, .swimming, .strength, .yoga, .other,
    ]

    /// Whether the sport measures pace as seconds per 500 m.
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
