import Paceline

// A measure in the form of a workout, in what was typed into it, and on the workout's page.

extension WorkoutMeasures {
    /// The fields of the form, beside the distance and the zone, which have places of their own.
    static let inputs = [
        FormInput(name: "energy", inputMode: "decimal"),
        FormInput(name: "averageHeartRate", inputMode: "decimal"),
        FormInput(name: "averagePower", inputMode: "decimal"),
    ]

    /// What the form shows, by the field's name.
    var texts: [String: String] {
        [
            "distance": WorkoutFormValues.number(distance), "energy": WorkoutFormValues.number(energy),
            "averageHeartRate": WorkoutFormValues.number(averageHeartRate),
            "averagePower": WorkoutFormValues.number(averagePower),
            "intensityZone": intensityZone.map(String.init) ?? "",
        ]
    }
}

extension WorkoutReader {
    /// What was typed; what the form does not show stays.
    mutating func measures() -> WorkoutMeasures {
        var measures = old?.measures ?? WorkoutMeasures()
        measures.distance = distance("distance", keeping: measures.distance)
        measures.energy = number("energy", keeping: measures.energy)
        measures.averageHeartRate = number("averageHeartRate", keeping: measures.averageHeartRate)
        measures.averagePower = number("averagePower", keeping: measures.averagePower)
        measures.intensityZone = whole("intensityZone", keeping: measures.intensityZone)
        return measures
    }
}

extension WorkoutView {
    /// What the page shows besides what cards show.
    var furtherMeasures: [View?] {
        [
            measure("heartRate", unit("bpm", workout.averageHeartRate)),
            measure("power", unit("watts", workout.averagePower)),
            measure("strokeRate", unit("perMinute", workout.strokeRate)),
            measure("energy", unit("kcal", workout.energy)),
        ]
    }
}
