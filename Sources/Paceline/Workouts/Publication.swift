/// The effect of publishing a workout or a score.
public enum PublishStatus: String, Sendable, Codable, CaseIterable {
    /// It is new.
    case created
    /// It replaced other values.
    case updated
    /// The same values were already published.
    case unchanged
    /// Publishing failed with an error.
    case rejected
}

/// The result of publishing a workout.
public struct PublishedWorkout: Sendable, Equatable, Codable {
    /// The workout as published.
    public var workout: Workout
    /// The effect of publishing it.
    public var status: PublishStatus

    public init(workout: Workout, status: PublishStatus) {
        self.workout = workout
        self.status = status
    }
}

/// A workout to publish in a batch, with the id chosen by the client.
///
/// ```swift
/// let drafts = [IdentifiedDraft(id: Workout.ID(UUID()), draft: draft)]
/// for result in try await session.publish(drafts) where result.status == .rejected {
///     show(result.error?.message ?? "")
/// }
/// ```
public struct IdentifiedDraft: Sendable, Equatable {
    public var id: Workout.ID
    /// The workout.
    public var draft: WorkoutDraft

    public init(id: Workout.ID, draft: WorkoutDraft) {
        self.id = id
        self.draft = draft
    }

    /// The most workouts in one batch.
    public static let batchLimit = 100
}

extension IdentifiedDraft: Codable {
    private enum CodingKeys: String, CodingKey { case id }

    public init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: CodingKeys.self).decode(Workout.ID.self, forKey: .id)
        draft = try WorkoutDraft(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try draft.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
    }
}

/// The result of publishing one workout of a batch.
public struct BatchResult: Sendable, Equatable, Codable {
    public var id: Workout.ID
    /// The effect of publishing it.
    public var status: PublishStatus
    /// Why it was rejected; nil if it was published.
    public var error: SocialError?

    public init(id: Workout.ID, status: PublishStatus, error: SocialError? = nil) {
        self.id = id
        self.status = status
        self.error = error
    }
}
