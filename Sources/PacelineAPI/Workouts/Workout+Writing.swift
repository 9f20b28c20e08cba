import Paceline

extension WorkoutType: JSONWritable {}

extension Visibility: JSONWritable {
    func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension Workout: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("owner", owner)
        writer.field("type", type)
        writer.field("title", title)
        writer.field("startedAt", startedAt)
        writer.field("endedAt", endedAt)
        writer.field("duration", duration)
        writer.field("distance", distance)
        writer.field("energy", energy)
        writer.field("averageHeartRate", averageHeartRate)
        writer.field("averageSplit", averageSplit)
        writer.field("strokeRate", strokeRate)
        writer.field("intensityZone", intensityZone)
        writer.field("isErgTest", isErgTest)
        writer.field("volume", volume)
        writer.field("exerciseCount", exerciseCount)
        writer.field("isCompleted", isCompleted)
        writer.field("source", source)
        writer.field("visibility", visibility)
        writer.field("xpEarned", xpEarned)
        writer.field("createdAt", createdAt)
        writer.field("updatedAt", updatedAt)
        writer.field("detail", detail)
        writer.endObject()
    }

    public func json() throws -> [UInt8] { try writtenJSON() }
}

extension WorkoutDetail: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("intervals", intervals)
        writer.field("sets", sets)
        writer.field("ocrConfidence", ocrConfidence)
        writer.field("wasManuallyEdited", wasManuallyEdited)
        writer.field("notes", notes)
        writer.field("photoURL", photoURL)
        writer.endObject()
    }
}

extension Interval: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("index", index)
        writer.field("duration", duration)
        writer.field("distance", distance)
        writer.field("split", split)
        writer.field("strokeRate", strokeRate)
        writer.field("heartRate", heartRate)
        writer.field("restDuration", restDuration)
        writer.field("confidence", confidence)
        writer.endObject()
    }
}

extension Interval.Confidence: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("duration", duration)
        writer.field("distance", distance)
        writer.field("split", split)
        writer.field("strokeRate", strokeRate)
        writer.field("heartRate", heartRate)
        writer.endObject()
    }
}

extension ExerciseSet: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("exercise", exercise)
        writer.field("index", index)
        writer.field("repetitions", repetitions)
        writer.field("weight", weight)
        writer.field("duration", duration)
        writer.field("distance", distance)
        writer.endObject()
    }
}
