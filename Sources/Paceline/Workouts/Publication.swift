/// The effect of publishing a workout or a score.
///
/// ```swift
/// let counts = Dictionary(grouping: results, by: \.status).mapValues(\.count)
/// print("\(counts[.created] ?? 0) new, \(counts[.rejected] ?? 0) rejected")
/// ```
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
///
/// ```swift
/// let published = try await session.publish(draft, as: Workout.ID(UUID()), ifMatch: nil)
/// if published.status == .created { show(published.workout) }
/// ```
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
    /// An id that an earlier version of the client chose for the same workout. If the viewer has a workout with it, but
    /// none with ``id``, that one is replaced, and the viewer can use both ids. A workout has at most ten besides its
    /// own.
    public var formerID: Workout.ID?
    /// The workout.
    public var draft: WorkoutDraft

    public init(id: Workout.ID, formerID: Workout.ID? = nil, draft: WorkoutDraft) {
        self.id = id
        self.formerID = formerID
        self.draft = draft
    }

    /// The most workouts in one batch.
    public static let batchLimit = 100
}

extension IdentifiedDraft: Codable {
    private enum CodingKeys: String, CodingKey {
        case id
        case formerID = "formerId"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Workout.ID.self, forKey: .id)
        formerID = try container.decodeIfPresent(Workout.ID.self, forKey: .formerID)
        draft = try WorkoutDraft(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try draft.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(formerID, forKey: .formerID)
    }
}

/// The result of publishing one workout of a batch.
///
/// ```swift
/// for result in try await session.publish(drafts) {
///     if let error = result.error { show(error.message) }
/// }
/// ```
public struct BatchResult: Sendable, Equatable, Codable {
    /// The workout's id: the one under which it was sent, unless another person's item has or had that id.
    public var id: Workout.ID
    /// The id under which it was sent, if the workout has another.
    public var clientID: Workout.ID?
    /// The effect of publishing it.
    public var status: PublishStatus
    /// Why it was rejected; nil if it was published.
    public var error: SocialError?

    public init(
        id: Workout.ID, clientID: Workout.ID? = nil, status: PublishStatus, error: SocialError? = nil
    ) {
        self.id = id
        self.clientID = clientID
        self.status = status
        self.error = error
    }

    private enum CodingKeys: String, CodingKey {
        case id, status, error
        case clientID = "clientId"
    }
}
