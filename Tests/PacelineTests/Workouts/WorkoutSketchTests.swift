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

    @Test(arguments: [2, 45, 46, 1_000])
    func `the intervals of a long session are joined, and the ends of their speeds kept`(count: Int) throws {
        let intervals = (0..<count).map {
            Interval(index: $0, duration: $0 == 1 ? 80 : 100, distance: 500, restDuration: 60)
        }
        let sketch = try #require(WorkoutSketch.Intervals(intervals))
        #expect(sketch.count == count && sketch.speeds == 5...6.25)
        #expect(sketch.pieces.count <= WorkoutSketch.maximumBars)
        #expect((sketch.pieces.count == count) == (count <= WorkoutSketch.maximumBars))
        let time = sketch.pieces.reduce(0) { $0 + $1.duration + $1.rest }
        #expect(abs(time - Double(count * 160 - 20)) < 1e-6)
        #expect(WorkoutSketch(WorkoutDetail(intervals: intervals))?.content == .intervals(sketch))
    }

    @Test(arguments: [nil, 30.0])
    func `the rest of a distance is no fastest split, but may be the fastest interval`(rest: Double?) throws {
        let intervals = (0..<6).map {
            Interval(
                index: $0, duration: $0 < 5 ? 312 : 40, distance: $0 < 5 ? 1_000 : 200, restDuration: rest)
        }
        let sketch = try #require(WorkoutSketch.Intervals(intervals))
        #expect(sketch.areSplits == (rest == nil) && sketch.count == 6)
        #expect(sketch.speeds == 1_000.0 / 312...(rest == nil ? 1_000.0 / 312 : 5))
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
