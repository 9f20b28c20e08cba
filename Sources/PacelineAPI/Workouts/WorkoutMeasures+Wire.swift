import Paceline

extension WorkoutMeasures: WireFields {
    @inline(__always) static func visit(_ visitor: some WireVisitor<WorkoutMeasures>) {
        visit(visitor) { $0 }
    }

    /// Visits the measures as fields of an object that contains them.
    @inline(__always) static func visit<Root>(
        _ visitor: some WireVisitor<Root>, of measures: (Root) -> WorkoutMeasures
    ) {
        typealias Range = WorkoutDraft.Range
        visitor.field("distance", { measures($0).distance }, .number(Range.distance), "Metres.")
        visitor.field("energy", { measures($0).energy }, .number(Range.energy), "Kilocalories.")
        visitor.field(
            "averageHeartRate", { measures($0).averageHeartRate }, .number(Range.heartRate),
            "Beats per minute."
        )
        visitor.field(
            "averageSplit", { measures($0).averageSplit }, .number(Range.split), "Seconds per 500 m.")
        visitor.field("averagePower", { measures($0).averagePower }, .number(Range.power), "Watts.")
        visitor.field(
            "strokeRate", { measures($0).strokeRate }, .number(Range.strokeRate),
            "Strokes, steps or revolutions per minute.")
        visitor.field(
            "intensityZone", { measures($0).intensityZone }, .integer(Range.zone), "1 (easy) to 5 (maximal).")
    }
}
