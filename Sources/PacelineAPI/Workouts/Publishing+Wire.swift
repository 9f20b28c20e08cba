import Paceline

extension PublishStatus: JSONWritable {}

extension IdentifiedDraft: WireObject {
    public static let schemaName = "IdentifiedWorkoutDraft"
    /// Without value limits, so that an invalid value rejects its own workout and not the whole batch.
    public static let schema = JSONSchema.object(of: IdentifiedDraft.self).withoutLimits

    @inline(__always) static func visit(_ visitor: some WireVisitor<IdentifiedDraft>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field(
            "formerId", { $0.formerID }, .uuid,
            "An id that an earlier version chose for the same workout. Your workout with it is replaced.")
        WorkoutDraft.visit(visitor) { $0.draft }
    }
}

/// A batch of workouts to publish.
public struct WorkoutBatch: WireObject, Equatable {
    public var workouts: [IdentifiedDraft]

    public static let schemaName = "WorkoutBatch"
    public static let largestByteCount = 16 * 1_024 * 1_024
    public static let schema = JSONSchema.object(of: WorkoutBatch.self)

    public init(workouts: [IdentifiedDraft]) {
        self.workouts = workouts
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<WorkoutBatch>) {
        visitor.field(
            "workouts", { $0.workouts },
            .array(of: .component(IdentifiedDraft.self), count: 1...IdentifiedDraft.batchLimit))
    }
}

/// The results of a batch, in its order.
public struct BatchResults: WireObject, Equatable {
    public var results: [BatchResult]

    public static let schemaName = "BatchResults"
    public static let schema = JSONSchema.object(of: BatchResults.self)

    public init(results: [BatchResult]) {
        self.results = results
    }

    @inline(__always) static func visit(_ visitor: some WireVisitor<BatchResults>) {
        visitor.field("results", { $0.results }, .array(of: .component(BatchResult.self)))
    }

    public static func output(ofService value: Any) -> BatchResults? {
        value as? BatchResults ?? (value as? [BatchResult]).map(BatchResults.init)
    }
}

extension BatchResult: WireObject {
    public static let schemaName = "BatchResult"
    public static let schema = JSONSchema.object(of: BatchResult.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<BatchResult>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("clientId", { $0.clientID }, .uuid, "The id that you sent, if the workout has another.")
        visitor.field("status", { $0.status }, .choice(of: PublishStatus.self))
        visitor.field("error", { $0.error }, .component(SocialError.self), "Why it was rejected.")
    }
}
