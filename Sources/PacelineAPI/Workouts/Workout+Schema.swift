import Paceline

private typealias Range = WorkoutDraft.Range

extension Schema {
    static let workoutType = Schema.string(pattern: .workoutType)
}

extension Workout: WireValue {
    public static let schemaName = "Workout"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .required("owner", .uuid),
        .required("type", .workoutType),
        .required("title", .string),
        .required("startedAt", .instant),
        .required("endedAt", .instant),
        .required("duration", .number(Range.duration), "Seconds of work, without rest."),
        .optional("distance", .number(Range.distance), "Metres."),
        .optional("energy", .number(Range.energy), "Kilocalories."),
        .optional("averageHeartRate", .number(Range.heartRate), "Beats a minute."),
        .optional("averageSplit", .number(Range.split), "Seconds per 500 m."),
        .optional("strokeRate", .number(Range.strokeRate), "Strokes, steps or turns a minute."),
        .optional("intensityZone", .integer(Range.zone), "1 (easy) to 5 (maximal)."),
        .required("isErgTest", .boolean),
        .optional("volume", .number(Range.volume), "Kilograms lifted."),
        .optional("exerciseCount", .integer(Range.count)),
        .required("isCompleted", .boolean),
        .optional("source", .string, "What recorded it."),
        .required("visibility", .visibility),
        .required("xpEarned", .count),
        .required("createdAt", .instant),
        .required("updatedAt", .instant),
        .optional("detail", .component(WorkoutDetail.self), "With the single workout only."))
}

extension WorkoutDraft: WireValue {
    public static let schemaName = "WorkoutDraft"
    public static let schema = Schema.object(properties)

    static let properties: [Schema.Property] = [
        .required("type", .workoutType),
        .required("title", .text(.workoutTitle)),
        .required("startedAt", .instant),
        .optional("endedAt", .instant, "`startedAt` plus `duration` when absent."),
        .required("duration", .number(Range.duration), "Seconds of work, without rest."),
        .optional("distance", .number(Range.distance), "Metres."),
        .optional("energy", .number(Range.energy), "Kilocalories."),
        .optional("averageHeartRate", .number(Range.heartRate), "Beats a minute."),
        .optional("averageSplit", .number(Range.split), "Seconds per 500 m."),
        .optional("strokeRate", .number(Range.strokeRate), "Strokes, steps or turns a minute."),
        .optional("intensityZone", .integer(Range.zone), "1 (easy) to 5 (maximal)."),
        .optional("isErgTest", .boolean),
        .optional("volume", .number(Range.volume), "Kilograms lifted; computed from the sets when absent."),
        .optional("exerciseCount", .integer(Range.count), "Computed from the sets when absent."),
        .optional("isCompleted", .boolean),
        .optional("source", .text(.workoutSource), "What recorded it."),
        .optional("visibility", .visibility, "My setting when absent."),
        .optional("detail", .component(WorkoutDetail.self)),
    ]
}

extension WorkoutDetail: WireValue {
    public static let schemaName = "WorkoutDetail"
    public static let schema = Schema.object(
        .optional("intervals", .array(of: .component(Interval.self), count: 0...limit.intervals)),
        .optional("sets", .array(of: .component(ExerciseSet.self), count: 0...limit.sets)),
        .optional("ocrConfidence", .number(Range.confidence), "How sure text recognition was of the whole."),
        .optional("wasManuallyEdited", .boolean),
        .optional("notes", .text(.workoutNotes)),
        .optional("photoURL", .string, "Where the photo is read; ignored in what is sent."))
}

extension Interval: WireValue {
    public static let schemaName = "Interval"
    public static let schema = Schema.object(
        .required("index", .integer(Range.count), "Its place, from 0."),
        .optional("duration", .number(Range.duration), "Seconds."),
        .optional("distance", .number(Range.distance), "Metres."),
        .optional("split", .number(Range.split), "Seconds per 500 m."),
        .optional("strokeRate", .number(Range.strokeRate)),
        .optional("heartRate", .number(Range.heartRate), "Beats a minute."),
        .optional("restDuration", .number(Range.duration), "Seconds of rest after it."),
        .optional("confidence", confidence, "How sure text recognition was of each value."))

    private static let confidence = Schema.object(
        .optional("duration", .number(Range.confidence)),
        .optional("distance", .number(Range.confidence)),
        .optional("split", .number(Range.confidence)),
        .optional("strokeRate", .number(Range.confidence)),
        .optional("heartRate", .number(Range.confidence)))
}

extension ExerciseSet: WireValue {
    public static let schemaName = "ExerciseSet"
    public static let schema = Schema.object(
        .required("exercise", .text(.exercise)),
        .required("index", .integer(Range.count), "Its place, from 0."),
        .optional("repetitions", .integer(Range.count)),
        .optional("weight", .number(Range.weight), "Kilograms."),
        .optional("duration", .number(Range.duration), "Seconds."),
        .optional("distance", .number(Range.distance), "Metres."))
}
