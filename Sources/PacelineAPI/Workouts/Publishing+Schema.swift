import Paceline

extension IdentifiedDraft: WireValue {
    public static let schemaName = "IdentifiedWorkoutDraft"
    /// Without the limits of single values: one that is beyond them refuses its own workout, not the whole batch.
    public static let schema = Schema.object([.required("id", .uuid)] + WorkoutDraft.properties).withoutLimits
}

/// Workouts that are published together.
public struct WorkoutBatch: WireValue, Equatable {
    public var workouts: [IdentifiedDraft]

    public static let schemaName = "WorkoutBatch"
    public static let largestByteCount = 16 * 1_024 * 1_024
    public static let schema = Schema.object(
        .required(
            "workouts", .array(of: .component(IdentifiedDraft.self), count: 1...IdentifiedDraft.batchLimit)))

    public init(workouts: [IdentifiedDraft]) {
        self.workouts = workouts
    }
}

/// What became of each workout of a batch, in its order.
public struct BatchResults: WireValue, Equatable {
    public var results: [BatchResult]

    public static let schemaName = "BatchResults"
    public static let schema = Schema.object(.required("results", .array(of: .component(BatchResult.self))))

    public init(results: [BatchResult]) {
        self.results = results
    }
}

extension BatchResult: WireValue {
    public static let schemaName = "BatchResult"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .required("status", .choice(of: PublishStatus.self)),
        .optional("error", .component(SocialError.self), "Why it was refused."))
}
