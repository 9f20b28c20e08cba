/// What publishing a workout did.
public enum PublishStatus: String, Sendable, Codable, CaseIterable {
    case created, updated, unchanged, refused
}

/// A workout after it was published, and what that did.
public struct PublishedWorkout: Sendable, Equatable, Codable {
    public var workout: Workout
    public var status: PublishStatus

    public init(workout: Workout, status: PublishStatus) {
        self.workout = workout
        self.status = status
    }
}

/// One workout of a batch: the client's id and what it holds.
public struct IdentifiedDraft: Sendable, Equatable {
    public var id: Workout.ID
    public var draft: WorkoutDraft

    public init(id: Workout.ID, draft: WorkoutDraft) {
        self.id = id
        self.draft = draft
    }

    /// The most that one batch may hold.
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

/// What became of one workout of a batch; the others do not depend on it.
public struct BatchResult: Sendable, Equatable, Codable {
    public var id: Workout.ID
    public var status: PublishStatus
    /// Why it was refused.
    public var error: SocialError?

    public init(id: Workout.ID, status: PublishStatus, error: SocialError? = nil) {
        self.id = id
        self.status = status
        self.error = error
    }
}
