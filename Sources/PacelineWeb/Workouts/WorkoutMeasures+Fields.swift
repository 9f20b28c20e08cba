import Paceline

extension WorkoutMeasures {
    /// The fields of the form, except distance and zone, which are placed elsewhere.
    static let inputs = [
        FormInput(name: "averageHeartRate", inputMode: "decimal"),
        FormInput(name: "averagePower", inputMode: "decimal", field: .averagePower),
        FormInput(name: "strokeRate", inputMode: "decimal", field: .strokeRate),
        FormInput(name: "energy", inputMode: "decimal"),
    ]

    /// The values of the form by field name.
    var texts: [String: String] {
        [
            "distance": WorkoutFormValues.number(distance), "energy": WorkoutFormValues.number(energy),
            "averageHeartRate": WorkoutFormValues.number(averageHeartRate),
            "averagePower": WorkoutFormValues.number(averagePower),
            "strokeRate": WorkoutFormValues.number(strokeRate),
            "intensityZone": intensityZone.map(String.init) ?? "",
        ]
    }
}

extension WorkoutReader {
    /// Reads the measures. Those that the form doesn't show keep their values.
    mutating func measures() -> WorkoutMeasures {
        var measures = old?.measures ?? WorkoutMeasures()
        measures.distance = distance("distance", keeping: measures.distance)
        measures.energy = number("energy", keeping: measures.energy, in: Range.energy)
        measures.averageHeartRate = number(
            "averageHeartRate", keeping: measures.averageHeartRate, in: Range.heartRate)
        measures.averagePower = number(
            "averagePower", keeping: measures.averagePower, in: Range.power)
        measures.strokeRate = number("strokeRate", keeping: measures.strokeRate, in: Range.strokeRate)
        measures.intensityZone = wholeNumber(
            "intensityZone", keeping: measures.intensityZone, in: Range.zone)
        return measures
    }
}

extension WorkoutView {
    /// The measures shown only on the page.
    var furtherMeasures: [View?] {
        [
            measure("heartRate", unit("bpm", workout.averageHeartRate)),
            measure("power", unit("watts", workout.averagePower)),
            measure("strokeRate", unit("perMinute", workout.strokeRate)),
            measure("energy", unit("kcal", workout.energy)),
        ]
    }
}
