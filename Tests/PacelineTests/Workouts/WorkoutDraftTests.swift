import Foundation
import Testing

@testable import Paceline

@Suite struct WorkoutDraftTests {
    static let now = Date(timeIntervalSince1970: 1_795_000_000.4567)

    static func draft(_ change: (inout WorkoutDraft) -> Void = { _ in }) -> WorkoutDraft {
        var draft = WorkoutDraft(type: .rowing, title: "2000m", startedAt: now, duration: 420)
        change(&draft)
        return draft
    }

    /// A numeric value of a draft, its valid range and its field.
    struct Limit: Sendable, CustomTestStringConvertible {
        let field: String
        let range: ClosedRange<Double>
        let set: @Sendable (inout WorkoutDraft, Double) -> Void
        var isWhole = false
        var testDescription: String { field }
    }

    typealias Range = WorkoutDraft.Range

    static let limits: [Limit] = [
        Limit(field: "duration", range: Range.duration) { $0.duration = $1 },
        Limit(field: "distance", range: Range.distance) { $0.distance = $1 },
        Limit(field: "energy", range: Range.energy) { $0.energy = $1 },
        Limit(field: "averageHeartRate", range: Range.heartRate) { $0.averageHeartRate = $1 },
        Limit(field: "averageSplit", range: Range.split) { $0.averageSplit = $1 },
        Limit(field: "averagePower", range: Range.power) { $0.averagePower = $1 },
        Limit(field: "strokeRate", range: Range.strokeRate) { $0.strokeRate = $1 },
        Limit(field: "volume", range: Range.volume) { $0.volume = $1 },
        Limit(field: "intensityZone", range: 1...5, set: { $0.intensityZone = Int($1) }, isWhole: true),
        Limit(field: "exerciseCount", range: 0...100_000, set: { $0.exerciseCount = Int($1) }, isWhole: true),
        Limit(field: "detail.ocrConfidence", range: 0...1) { $0.detail = WorkoutDetail(ocrConfidence: $1) },
        interval("duration", Range.duration) { $0.duration = $1 },
        interval("distance", Range.distance) { $0.distance = $1 },
        interval("split", Range.split) { $0.split = $1 },
        interval("strokeRate", Range.strokeRate) { $0.strokeRate = $1 },
        interval("heartRate", Range.heartRate) { $0.heartRate = $1 },
        interval("restDuration", Range.duration) { $0.restDuration = $1 },
        interval("confidence", Range.confidence) { $0.confidence = .init(duration: 0.5, heartRate: $1) },
        set("repetitions", 0...100_000, isWhole: true) { $0.repetitions = Int($1) },
        set("weight", Range.weight) { $0.weight = $1 },
        set("duration", Range.duration) { $0.duration = $1 },
        set("distance", Range.distance) { $0.distance = $1 },
    ]

    private static func interval(
        _ field: String, _ range: ClosedRange<Double>,
        _ change: @escaping @Sendable (inout Interval, Double) -> Void
    ) -> Limit {
        Limit(field: "detail.intervals.\(field)", range: range) { draft, value in
            var interval = Interval(index: 0)
            change(&interval, value)
            draft.detail = WorkoutDetail(intervals: [interval])
        }
    }

    private static func set(
        _ field: String, _ range: ClosedRange<Double>, isWhole: Bool = false,
        _ change: @escaping @Sendable (inout ExerciseSet, Double) -> Void
    ) -> Limit {
        Limit(
            field: "detail.sets.\(field)", range: range,
            set: { draft, value in
                var set = ExerciseSet(exercise: "Squat", index: 0)
                change(&set, value)
                draft.detail = WorkoutDetail(sets: [set])
            }, isWhole: isWhole)
    }

    @Test(arguments: limits) func `values at the limits are accepted, values beyond are rejected`(
        limit: Limit
    ) {
        for value in [limit.range.lowerBound, limit.range.upperBound] {
            #expect(Self.fault(of: Self.draft { limit.set(&$0, value) }) == nil, "\(value)")
        }
        let (below, above) = (limit.range.lowerBound, limit.range.upperBound)
        var beyond =
            limit.isWhole ? [below - 1, above + 1] : [below.nextDown, above.nextUp, .nan, .infinity]
        if !limit.isWhole { beyond.append(-.infinity) }
        for value in beyond {
            #expect(Self.fault(of: Self.draft { limit.set(&$0, value) }) == limit.field, "\(value)")
        }
    }

    @Test func `a title has 1 to 100 characters, a source 1 to 50`() {
        #expect(Self.fault(of: Self.draft { $0.title = String(repeating: "x", count: 100) }) == nil)
        #expect(Self.fault(of: Self.draft { $0.title = String(repeating: "x", count: 101) }) == "title")
        #expect(Self.fault(of: Self.draft { $0.title = " " }) == "title")
        #expect(Self.fault(of: Self.draft { $0.source = String(repeating: "x", count: 50) }) == nil)
        #expect(Self.fault(of: Self.draft { $0.source = String(repeating: "x", count: 51) }) == "source")
    }

    @Test func `a workout starts after 1950 and at most 15 minutes from now`() {
        let earliest = Date(timeIntervalSince1970: -631_152_000)
        #expect(Self.fault(of: Self.draft { $0.startedAt = earliest }) == nil)
        #expect(Self.fault(of: Self.draft { $0.startedAt = earliest - 1 }) == "startedAt")
        #expect(Self.fault(of: Self.draft { $0.startedAt = Self.now + 899 }) == nil)
        #expect(Self.fault(of: Self.draft { $0.startedAt = Self.now + 901 }) == "startedAt")
        for date in [Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: -1e300)] {
            #expect(Self.fault(of: Self.draft { $0.startedAt = date }) == "startedAt")
        }
    }

    @Test func `a workout ends after it starts, within thirty days`() throws {
        let earliest = Date(timeIntervalSince1970: -631_152_000)
        #expect(Self.fault(of: Self.draft { ($0.endedAt, $0.duration) = ($0.startedAt, 60) }) == nil)
        #expect(Self.fault(of: Self.draft { $0.endedAt = $0.startedAt - 1 }) == "endedAt")
        #expect(Self.fault(of: Self.draft { $0.endedAt = $0.startedAt + 2_592_001 }) == "endedAt")
        #expect(
            Self.fault(of: Self.draft { ($0.startedAt, $0.endedAt) = (earliest, Date(milliseconds: .max)) })
                == "endedAt")
        let checked = try Self.draft().checked(now: Self.now)
        #expect(checked.endedAt == Date(milliseconds: Self.now.milliseconds + 420_000))
        var random = SeededRandom(seed: 9)
        for _ in 0..<2_000 {
            let start = Date(timeIntervalSince1970: .random(in: 0...1_790_000_000, using: &random))
            #expect(
                Self.fault(of: Self.draft { ($0.startedAt, $0.endedAt) = (start, start + 2_592_000) }) == nil)
            #expect(Self.fault(of: Self.draft { ($0.startedAt, $0.duration) = (start, 2_592_000) }) == nil)
        }
    }

    @Test func `the duration is at most the time from start to end, and a minute for rounding`() {
        #expect(Self.fault(of: Self.draft { $0.endedAt = $0.startedAt + 360 }) == nil)
        #expect(Self.fault(of: Self.draft { $0.endedAt = $0.startedAt + 359 }) == "duration")
        #expect(
            Self.fault(of: Self.draft { ($0.duration, $0.endedAt) = (7_200, $0.startedAt + 480) })
                == "duration")
        // Pauses make the duration shorter.
        #expect(Self.fault(of: Self.draft { $0.endedAt = $0.startedAt + 86_400 }) == nil)
    }

    @Test func `missing volume and exercise count are calculated from the sets`() throws {
        let sets = [
            ExerciseSet(exercise: "Squat", index: 0, repetitions: 5, weight: 100),
            ExerciseSet(exercise: " Squat ", index: 1, repetitions: 3, weight: 110.5),
            ExerciseSet(exercise: "Plank", index: 0, duration: 60),
        ]
        let checked = try Self.draft { $0.detail = WorkoutDetail(sets: sets) }.checked(now: Self.now)
        #expect(checked.volume == 831.5)
        #expect(checked.exerciseCount == 2)
        let given = try Self.draft { ($0.detail, $0.volume) = (WorkoutDetail(sets: sets), 1) }.checked(
            now: Self.now)
        #expect(given.volume == 1)
    }

    @Test func `a calculated volume has the same limit`() {
        let set = ExerciseSet(exercise: "Squat", index: 0, repetitions: 100_000, weight: 100)
        #expect(Self.fault(of: Self.draft { $0.detail = WorkoutDetail(sets: [set]) }) == nil)
        #expect(Self.fault(of: Self.draft { $0.detail = WorkoutDetail(sets: [set, set]) }) == "volume")
    }

    @Test func `up to a thousand intervals and sets are accepted and sorted by index`() throws {
        let intervals = (0..<1_000).reversed().map { Interval(index: $0) }
        let checked = try Self.draft { $0.detail = WorkoutDetail(intervals: intervals) }.checked(
            now: Self.now)
        #expect(checked.detail?.intervals.map(\.index) == Array(0..<1_000))
        let more = WorkoutDetail(intervals: intervals + [Interval(index: 1_000)])
        #expect(Self.fault(of: Self.draft { $0.detail = more }) == "detail.intervals")
        #expect(
            Self.fault(of: Self.draft { $0.detail = WorkoutDetail(intervals: [Interval(index: -1)]) })
                == "detail.intervals.index")
    }

    @Test func `checking is idempotent`() throws {
        let draft = Self.draft {
            ($0.title, $0.source, $0.distance) = ("  3x4:00 ", "Concept2", 2_000)
            $0.detail = WorkoutDetail(
                intervals: [Interval(index: 1), Interval(index: 0)], notes: " good ", photoURL: "http://x")
        }
        let checked = try draft.checked(now: Self.now)
        #expect(try checked.checked(now: Self.now) == checked)
        #expect(checked.detail?.photoURL == nil)
    }

    private static func fault(of draft: WorkoutDraft) -> String? {
        do {
            _ = try draft.checked(now: now)
            return nil
        } catch {
            return error.code == .invalidValue ? error.field : error.code.rawValue
        }
    }
}
