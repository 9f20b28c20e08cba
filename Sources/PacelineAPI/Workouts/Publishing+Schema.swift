import Paceline

extension PublishedWorkout: EndpointOutput {
    /// The header that tells `updated` from `unchanged`, which share a status.
    public static let statusHeader = "Paceline-Status"

    public static func successes(_ status: Int) -> [Success] {
        let (content, headers) = (Success.Content.json(.component(Workout.self)), ["ETag", statusHeader])
        return [
            Success(200, "The workout, updated or as it was.", content, headers: headers),
            Success(201, "The workout, which is new.", content, headers: headers),
        ]
    }

    public func reply(_ status: Int) throws -> Reply {
        var reply = try workout.reply(self.status == .created ? 201 : 200)
        reply.headers[Self.statusHeader] = self.status.rawValue
        return reply
    }

    public static func read(_ reply: Reply) throws -> PublishedWorkout {
        let said = reply.header(statusHeader).flatMap(PublishStatus.init)
        return PublishedWorkout(
            workout: try Workout.read(reply), status: said ?? (reply.status == 201 ? .created : .updated))
    }
}

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
