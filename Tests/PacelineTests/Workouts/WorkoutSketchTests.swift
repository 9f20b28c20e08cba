import Testing

@testable import Paceline

@Suite struct WorkoutSketchTests {
    @Test func `a piece without its speed or its time is not drawn as if it were known`() {
        let known = Interval(index: 0, duration: 100, distance: 500)
        let unknown = Interval(index: 1, distance: 500)
        #expect(WorkoutSketch(WorkoutDetail(intervals: [known, known])) != nil)
        #expect(WorkoutSketch(WorkoutDetail(intervals: [known, unknown])) == nil)
        #expect(WorkoutSketch(WorkoutDetail(intervals: [known])) == nil)
        #expect(WorkoutSketch(WorkoutDetail()) == nil)
    }

    @Test func `the split or the distance gives the speed, and the distance the time`() {
        let bySplit = Interval(index: 0, distance: 1_000, split: 100)
        #expect(bySplit.speed == 5)
        #expect(WorkoutSketch.Piece(bySplit)?.duration == 200)
        #expect(Interval(index: 0, duration: 100, distance: 400).speed == 4)
        #expect(Interval(index: 0, duration: 0, distance: 400).speed == nil)
        #expect(Interval(index: 0, duration: 100, distance: 0).speed == nil)
    }

    @Test(arguments: [45, 46]) func `a long session is not drawn`(count: Int) {
        let intervals = (0..<count).map { Interval(index: $0, duration: 100, distance: 500) }
        #expect(
            (WorkoutSketch(WorkoutDetail(intervals: intervals)) != nil)
                == (count <= WorkoutSketch.maximumBars))
    }

    @Test(arguments: [2, 250, 251, 500, 999, 1_000])
    func `condensed intervals keep the time, the distance and the beats`(count: Int) {
        let intervals = (0..<count).map {
            Interval(
                index: $0, duration: 60 + Double($0 % 7), distance: 200 + Double($0 % 3),
                heartRate: 140 + Double($0 % 11), restDuration: 30)
        }
        func sum(_ intervals: [Interval], _ value: (Interval) -> Double?) -> Double {
            intervals.reduce(0) { $0 + (value($1) ?? 0) }
        }
        let condensed = intervals.condensed(to: 250)
        #expect(condensed.count <= 250 && condensed.map(\.index) == Array(condensed.indices))
        #expect(count > 250 || condensed == intervals)
        let values: [(Interval) -> Double?] = [
            \.duration, \.distance, \.restDuration, { ($0.heartRate ?? 0) * ($0.duration ?? 0) },
        ]
        for value in values { #expect(abs(sum(condensed, value) / sum(intervals, value) - 1) < 1e-9) }
    }

    @Test func `condensed intervals are unknown where one of them is`() {
        let known = Interval(index: 0, duration: 100, distance: 500, heartRate: 150)
        let condensed = [known, Interval(index: 1, duration: 100), known, known].condensed(to: 2)
        #expect(
            condensed == [
                Interval(index: 0),
                Interval(index: 1, duration: 200, distance: 1_000, heartRate: 150, restDuration: 0),
            ])
    }

    @Test func `sets are summed by exercise, in the order of their first set`() {
        let sets = zip(["Squat", "Row", "Squat", "Plank"], [100.0, 60, 110, nil]).enumerated().map {
            ExerciseSet(exercise: $1.0, index: $0, repetitions: 5, weight: $1.1)
        }
        #expect(sets.byExercise.map(\.name) == ["Squat", "Row", "Plank"])
        #expect(
            WorkoutSketch(WorkoutDetail(sets: sets))?.content
                == .exercises([.init(name: "Squat", volume: 1_050), .init(name: "Row", volume: 300)]))
    }
}
