import Paceline

private typealias Range = WorkoutDraft.Range

extension WorkoutType: JSONWritable {}

extension ItemVisibility: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension JSONSchema {
    static let workoutType = JSONSchema.string(pattern: .workoutType)
}

extension Workout: WireObject {
    public static let schemaName = "Workout"
    public static let schema = JSONSchema.object(of: Workout.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Workout>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field(
            "clientId", { $0.clientID }, .uuid,
            "The id that you chose, if the workout has another. Not in feeds and streams.")
        visitor.field("owner", { $0.owner }, .uuid)
        visitor.field("type", { $0.type }, .workoutType)
        visitor.field("title", { $0.title }, .string)
        visitor.field("startedAt", { $0.startedAt }, .instant)
        visitor.field("endedAt", { $0.endedAt }, .instant)
        visitor.field(
            "duration", { $0.duration }, .number(Range.duration), "Active time in seconds, without rest.")
        WorkoutMeasures.visit(visitor) { $0.measures }
        visitor.field("isErgTest", { $0.isErgTest }, .boolean)
        visitor.field("volume", { $0.volume }, .number(Range.volume), "Kilograms lifted.")
        visitor.field("exerciseCount", { $0.exerciseCount }, .integer(Range.count))
        visitor.field("isCompleted", { $0.isCompleted }, .boolean)
        visitor.field("source", { $0.source }, .string, "The app or device that recorded it.")
        visitor.field("visibility", { $0.visibility }, .visibility)
        visitor.field(
            "hidesDetails", { workout -> Bool? in workout.hidesDetails ? true : nil }, .boolean,
            "Present if the owner hides measures, volume, number of exercises and `detail` from you.")
        visitor.field(
            "isWaiting", { $0.isWaiting }, .boolean,
            "Present while the content filter holds the texts: others do not see them.")
        visitor.field(
            "xpEarned", { $0.xpEarned }, .count,
            "In your own workouts, what it earned you; in those of others, its worth, or 0 if that is hidden."
        )
        visitor.field(
            "experience", { $0.experience }, .component(WorkoutExperience.self),
            "Why it earned what it did. Only in your own workouts, and not in feeds.")
        visitor.field("createdAt", { $0.createdAt }, .instant)
        visitor.field("updatedAt", { $0.updatedAt }, .instant)
        visitor.field(
            "detail", { $0.detail }, .component(WorkoutDetail.self), "Only in the single workout.")
    }
}

extension WorkoutDraft: WireObject {
    public static let schemaName = "WorkoutDraft"
    public static let schema = JSONSchema.object(of: WorkoutDraft.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<WorkoutDraft>) {
        visit(visitor) { $0 }
    }

    /// Visits the draft's fields as fields of an object that contains the draft.
    @inline(__always) static func visit<Root>(
        _ visitor: some WireVisitor<Root>, of draft: (Root) -> WorkoutDraft
    ) {
        visitor.field("type", { draft($0).type }, .workoutType)
        visitor.field("title", { draft($0).title }, .text(.workoutTitle))
        visitor.field("startedAt", { draft($0).startedAt }, .instant)
        visitor.field("endedAt", { draft($0).endedAt }, .instant, "`startedAt` plus `duration` if absent.")
        visitor.field(
            "duration", { draft($0).duration }, .number(Range.duration),
            "Active time in seconds, without rest.")
        WorkoutMeasures.visit(visitor) { draft($0).measures }
        visitor.field("isErgTest", { draft($0).isErgTest }, .boolean)
        visitor.field(
            "volume", { draft($0).volume }, .number(Range.volume),
            "Kilograms lifted; computed from the sets if absent.")
        visitor.field(
            "exerciseCount", { draft($0).exerciseCount }, .integer(Range.count),
            "Computed from the sets if absent.")
        visitor.field("isCompleted", { draft($0).isCompleted }, .boolean)
        visitor.field(
            "source", { draft($0).source }, .text(.workoutSource), "The app or device that recorded it.")
        visitor.field(
            "visibility", { draft($0).visibility }, .visibility, "Your default visibility if absent.")
        visitor.field("detail", { draft($0).detail }, .component(WorkoutDetail.self))
    }
}

extension WorkoutChanges.Field: JSONWritable {}

extension WorkoutChanges: WireObject {
    public static let schemaName = "WorkoutChanges"
    public static let schema = JSONSchema.object(of: WorkoutChanges.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<WorkoutChanges>) {
        visitor.field("type", { $0.type }, .workoutType)
        visitor.field("title", { $0.title }, .text(.workoutTitle))
        visitor.field("startedAt", { $0.startedAt }, .instant)
        visitor.field("endedAt", { $0.endedAt }, .instant)
        visitor.field(
            "duration", { $0.duration }, .number(Range.duration),
            "Active time in seconds, without rest.")
        WorkoutMeasures.visit(visitor) { $0.measures }
        visitor.field("isErgTest", { $0.isErgTest }, .boolean)
        visitor.field(
            "volume", { $0.volume }, .number(Range.volume),
            "Kilograms lifted. Computed from new sets if absent.")
        visitor.field(
            "exerciseCount", { $0.exerciseCount }, .integer(Range.count),
            "Computed from new sets if absent.")
        visitor.field("isCompleted", { $0.isCompleted }, .boolean)
        visitor.field("source", { $0.source }, .text(.workoutSource))
        visitor.field("visibility", { $0.visibility }, .visibility)
        visitor.field(
            "detail", { $0.detail }, .component(WorkoutDetail.self), "Replaces all intervals, sets and notes."
        )
        visitor.defaulted(
            "cleared", { $0.cleared },
            .array(of: .choice(of: Field.self), count: 0...Field.allCases.count), "The fields to clear.")
    }
}

extension WorkoutDetail: WireObject {
    public static let schemaName = "WorkoutDetail"
    public static let schema = JSONSchema.object(of: WorkoutDetail.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<WorkoutDetail>) {
        visitor.defaulted(
            "intervals", { $0.intervals }, .array(of: .component(Interval.self), count: 0...limit.intervals))
        visitor.defaulted(
            "sets", { $0.sets }, .array(of: .component(ExerciseSet.self), count: 0...limit.sets))
        visitor.field(
            "ocrConfidence", { $0.ocrConfidence }, .number(Range.confidence),
            "The confidence of text recognition, 0 to 1.")
        visitor.defaulted("wasManuallyEdited", { $0.wasManuallyEdited }, .boolean)
        visitor.field("notes", { $0.notes }, .text(.workoutNotes))
        visitor.field(
            "photoURL", { $0.photoURL }, .string, "The photo's URL; ignored in requests.")
    }
}

extension Interval: WireObject {
    public static let schemaName = "Interval"
    public static let schema = JSONSchema.object(of: Interval.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Interval>) {
        visitor.field("index", { $0.index }, .integer(Range.count), "Zero-based.")
        visitor.field("duration", { $0.duration }, .number(Range.duration), "Seconds.")
        visitor.field("distance", { $0.distance }, .number(Range.distance), "Metres.")
        visitor.field("split", { $0.split }, .number(Range.split), "Seconds per 500 m.")
        visitor.field("strokeRate", { $0.strokeRate }, .number(Range.strokeRate))
        visitor.field("heartRate", { $0.heartRate }, .number(Range.heartRate), "Beats per minute.")
        visitor.field(
            "restDuration", { $0.restDuration }, .number(Range.duration), "Rest after it, in seconds.")
        visitor.field(
            "confidence", { $0.confidence }, .object(of: Interval.Confidence.self),
            "The confidence of text recognition per value, 0 to 1.")
    }
}

extension Interval.Confidence: WireFields {
    @inline(__always) static func visit(_ visitor: some WireVisitor<Interval.Confidence>) {
        visitor.field("duration", { $0.duration }, .number(Range.confidence))
        visitor.field("distance", { $0.distance }, .number(Range.confidence))
        visitor.field("split", { $0.split }, .number(Range.confidence))
        visitor.field("strokeRate", { $0.strokeRate }, .number(Range.confidence))
        visitor.field("heartRate", { $0.heartRate }, .number(Range.confidence))
    }
}

extension ExerciseSet: WireObject {
    public static let schemaName = "ExerciseSet"
    public static let schema = JSONSchema.object(of: ExerciseSet.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<ExerciseSet>) {
        visitor.field("exercise", { $0.exercise }, .text(.exercise))
        visitor.field("index", { $0.index }, .integer(Range.count), "Zero-based.")
        visitor.field("repetitions", { $0.repetitions }, .integer(Range.count))
        visitor.field("weight", { $0.weight }, .number(Range.weight), "Kilograms.")
        visitor.field("duration", { $0.duration }, .number(Range.duration), "Seconds.")
        visitor.field("distance", { $0.distance }, .number(Range.distance), "Metres.")
    }
}
