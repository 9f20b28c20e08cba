import Paceline
import Testing

@testable import PacelineWeb

@Suite("Scales") struct ScaleTests {
    private static let paces = [1.0, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200]

    @Test("A scale covers its values with a few evenly spaced ticks", arguments: [UInt64](1...200))
    func covers(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let middle = Double.random(in: 40...1_200, using: &random)
        let spread = Double.random(in: 0...0.8, using: &random)
        let values = (0..<Int.random(in: 1...40, using: &random)).map { _ in
            middle * Double.random(in: 1 - spread...1 + spread, using: &random)
        }
        let isFalling = Bool.random(using: &random)
        let scale = try #require(Scale(around: values, steps: Self.paces, isFalling: isFalling))
        let parts = values.map(scale.part)
        #expect(parts.allSatisfy { $0 > 0.06 && $0 <= 1 }, "seed \(seed)")
        #expect((2...5).contains(scale.ticks.count))
        #expect(scale.ticks.first == scale.bottom && scale.ticks.last == scale.top)
        #expect((scale.bottom > scale.top) == isFalling)
        let gaps = zip(scale.ticks, scale.ticks.dropFirst()).map { abs($1 - $0) }
        #expect(
            gaps.allSatisfy { abs($0 - gaps[0]) < 1e-6 } && Self.paces.contains { abs($0 - gaps[0]) < 1e-6 })
        for (left, right) in zip(values, values.dropFirst()) where left != right {
            let isHigher = isFalling ? left < right : left > right
            #expect((scale.part(of: left) > scale.part(of: right)) == isHigher)
        }
    }

    @Test(
        "A scale from zero starts there and reaches its largest value",
        arguments: [0, 0.03, 1, 7.2, 31, 100, 12_340])
    func fromZero(most: Double) {
        let scale = Scale(fromZeroTo: most)
        #expect(scale.bottom == 0 && scale.top >= most && scale.ticks.count <= 5)
        #expect(scale.part(of: 0) == 0 && scale.part(of: scale.top) == 1)
    }

    @Test(
        "Paces are labelled in the sport's unit, and less is higher",
        arguments: [
            (WorkoutType.rowing, 500.0 / 105, "Pace, /500m. The scale starts at 1:46."),
            (.running, 1_000.0 / 299, "Pace, /km. The scale starts at 5:00."),
            (.swimming, 100.0 / 119, "Pace, /100m. The scale starts at 2:00."),
        ])
    func paces(type: WorkoutType, speed: Double, caption: String) throws {
        let axis = SpeedAxis(type: type)
        let scale = try #require(axis.scale(for: [speed, speed * 1.01]))
        let localizer = try Localizer.sample()
        #expect(axis.caption(scale, localizer) == caption)
        #expect(axis.part(of: speed * 1.01, on: scale) > axis.part(of: speed, on: scale))
    }

    @Test("Cycling speeds start at zero")
    func speeds() throws {
        let scale = try #require(SpeedAxis(type: .cycling).scale(for: [8, 10]))
        #expect(scale.bottom == 0 && scale.top >= 36)
        #expect(SpeedAxis(type: .cycling).caption(scale, try .sample()) == "Speed, km/h")
    }

    @Test("The chart of even splits with a sprint to the end says that they are even, and draws the sprint")
    func lastSplit() throws {
        let intervals = (0..<6).map {
            Interval(index: $0, duration: $0 < 5 ? 312 : 40, distance: $0 < 5 ? 1_000 : 200)
        }
        let drawn = IntervalChart(
            intervals: try #require(WorkoutSketch.Intervals(intervals)), type: .running,
            localizer: try .sample())
        let chart = try #require(drawn.chart)
        #expect(chart.summary.contains("6 splits") && chart.summary.contains("5:12"))
        #expect(!chart.summary.contains("3:20"))
        #expect(chart.bars.map(\.isEmphasised) == [true, true, true, true, true, false])
        #expect(chart.bars[5].height > chart.bars[0].height && chart.bars[5].height < 1)
    }

    @Test("The intervals of a chart fill its width, without the last rest", arguments: [UInt64](1...100))
    func places(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let intervals = (0..<Int.random(in: 2...WorkoutSketch.maximumBars, using: &random)).map { index in
            Interval(
                index: index, duration: .random(in: 10...900, using: &random),
                distance: .random(in: 50...4_000, using: &random),
                restDuration: Bool.random(using: &random) ? .random(in: 0...300, using: &random) : nil)
        }
        let pieces = try #require(WorkoutSketch.Intervals(intervals)).pieces
        let places = IntervalChart.places(of: pieces)
        #expect(places[0].x == 0 && places.count == pieces.count)
        let last = try #require(places.last)
        #expect(abs(last.x + last.width - 1) < 1e-9, "seed \(seed)")
        for (place, next) in zip(places, places.dropFirst()) {
            #expect(place.x + place.width <= next.x + 1e-9)
        }
    }
}

extension Localizer {
    /// The English texts, at the epoch.
    fileprivate static func sample() throws -> Localizer {
        Localizer(
            texts: try PageRenderer().texts, games: .standard, now: .init(timeIntervalSince1970: 0),
            timeZone: .gmt, usernameLengths: 3...20)
    }
}
