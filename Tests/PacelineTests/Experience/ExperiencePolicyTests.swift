import Foundation
import Testing

@testable import Paceline

@Suite struct ExperiencePolicyTests {
    @Test func `a run of 10 km in an hour at 150 beats is worth 730`() {
        let measures = WorkoutMeasures(distance: 10_000, averageHeartRate: 150)
        #expect(Workout.sample(.running, measures: measures).worth == 730)
    }

    @Test(
        arguments: [
            (.running, 57, 60), (.walking, 29, 60), (.hiking, 40, 120), (.cycling, 16, 120),
            (.rowing, 36, 120),
            (.skiing, 36, 120), (.swimming, 130, 120), (.strength, 0, 240), (.yoga, 0, 120), (.other, 0, 180),
            (WorkoutType(rawValue: "kayaking") ?? .other, 0, 180),
        ] as [(WorkoutType, Int, Int)])
    func `each sport has its worth of a kilometre and of an hour`(
        type: WorkoutType, kilometre: Int, hour: Int
    ) {
        #expect(Workout.sample(type).worth == hour)
        #expect(
            Workout.sample(type, measures: WorkoutMeasures(distance: 1_000)).worth == hour + kilometre)
        #expect(Workout.sample(type, volume: 1_000).worth == hour + 12)
        #expect(Workout.sample(type, measures: WorkoutMeasures(averageHeartRate: 90)).worth == hour + 60)
    }

    @Test(
        arguments: [
            (nil, nil, 0), (90, nil, 60), (180, nil, 120), (181, nil, 120), (300, nil, 120), (nil, 1, 46),
            (nil, 2, 53), (nil, 3, 60), (nil, 4, 60), (nil, 5, 60), (45, 5, 30), (179.999, nil, 119),
        ] as [(Double?, Int?, Int)])
    func `a measured heart rate counts up to 180, otherwise the zone up to 3`(
        heartRate: Double?, zone: Int?, points: Int
    ) {
        let measures = WorkoutMeasures(averageHeartRate: heartRate, intensityZone: zone)
        #expect(Workout.sample(.yoga, measures: measures).worth == 120 + points)
    }

    @Test func `time counts as far as it was active, and within start and end`() {
        let start = Date(milliseconds: 1_790_000_000_000)
        #expect(Workout.sample(.other, from: start, to: start + 7_200, duration: 3_600).worth == 180)
        #expect(Workout.sample(.other, from: start, to: start + 3_600, duration: 3_660).worth == 180)
        #expect(Workout.sample(.other, from: start, to: start, duration: 60).worth == 0)
        #expect(Workout.sample(.other, from: start, to: start - 60, duration: 60).worth == 0)
    }

    @Test func `a workout that was not completed is worth nothing`() {
        let measures = WorkoutMeasures(distance: 10_000)
        #expect(Workout.sample(measures: measures, isCompleted: false).worth == 0)
    }

    @Test func `a draft is worth what its workout will be`() throws {
        let now = Date(milliseconds: 1_790_000_000_000)
        var random = SeededRandom(seed: 12)
        for _ in 0..<2_000 {
            var draft = WorkoutDraft(
                type: .strength, title: "Sets",
                startedAt: now - .random(in: 0...100_000, using: &random),
                duration: .random(in: 0...10_000, using: &random),
                measures: WorkoutMeasures(distance: .random(in: 0...5_000, using: &random)))
            if Bool.random(using: &random) {
                draft.endedAt = draft.startedAt + draft.duration + .random(in: -30...600, using: &random)
                draft.endedAt = max(draft.endedAt ?? now, draft.startedAt)
            }
            draft.detail = WorkoutDetail(sets: [
                ExerciseSet(
                    exercise: "Squat", index: 0, repetitions: 5, weight: .random(in: 0...200, using: &random))
            ])
            let checked = try draft.checked(now: now)
            let workout = Workout.sample(
                .strength, from: checked.startedAt, to: checked.endedAt, duration: checked.duration,
                measures: checked.measures, volume: checked.volume)
            #expect(ExperiencePolicy.current.worth(of: draft) == workout.worth, "\(draft)")
        }
    }

    @Test(arguments: [-Double.infinity, -1, .nan, .signalingNaN, 1e300, .infinity])
    func `a draft with impossible numbers has some worth`(number: Double) {
        var draft = WorkoutDraft(
            type: .running, title: "", startedAt: Date(timeIntervalSince1970: number), duration: number)
        (draft.distance, draft.averageHeartRate, draft.volume) = (number, number, number)
        #expect(ExperiencePolicy.current.worth(of: draft) >= 0)
        draft.startedAt = Date(milliseconds: 0)
        (draft.averageHeartRate, draft.intensityZone) = (nil, number > 0 ? .max : .min)
        #expect((0...2_000_000).contains(ExperiencePolicy.current.worth(of: draft)))
    }

    @Test func `numbers of any size overflow nothing`() {
        for number in [Int64.min, -1, 0, .max] {
            let effort = ExperiencePolicy.Effort(
                type: .running, millimetres: number, milliseconds: number, grams: number, centibeats: number,
                isCompleted: true)
            #expect((0...2_000_000).contains(ExperiencePolicy.current.worth(of: effort)))
            let rate = Int(clamping: number)
            let policy = ExperiencePolicy(
                number: 9, rates: [.init(type: nil, perKilometre: rate, perMinute: rate)])
            #expect((0..<1 << 31).contains(policy.worth(of: effort)))
        }
    }

    @Test func `worth grows with every input`() {
        var random = SeededRandom(seed: 13)
        for _ in 0..<2_000 {
            let effort = ExperiencePolicy.Effort.random(using: &random)
            let worth = ExperiencePolicy.current.worth(of: effort)
            for input in [\.millimetres, \.milliseconds, \.grams, \.centibeats]
                as [WritableKeyPath<ExperiencePolicy.Effort, Int64>]
            {
                var more = effort
                more[keyPath: input] += .random(in: 1...100_000, using: &random)
                #expect(ExperiencePolicy.current.worth(of: more) >= worth, "\(effort)")
            }
        }
    }

    /// The mean heart rate of the whole is that of its parts, weighted by time, not rounded down.
    @Test(arguments: [UInt64](1...4)) func `parts are never worth more than the whole`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let parts = (0..<Int.random(in: 2...5, using: &random)).map { _ in
                var part = ExperiencePolicy.Effort.random(using: &random)
                part.type = .running
                return part
            }
            let whole = ExperiencePolicy.Effort(joining: parts)
            let sum = parts.reduce(0) { $0 + ExperiencePolicy.current.worth(of: $1) }
            #expect(sum <= ExperiencePolicy.current.worth(of: whole), "seed \(seed): \(parts)")
        }
    }

    @Test func `a policy is found by its number, and has a rate for each sport and the others`() {
        #expect(ExperiencePolicy.numbered(1) == .current)
        #expect(ExperiencePolicy.numbered(0) == nil && ExperiencePolicy.numbered(2) == nil)
        let types = ExperiencePolicy.current.rates.map(\.type)
        #expect(types.last == .some(nil) && Set(types).count == types.count)
    }
}

extension ExperiencePolicy.Effort {
    /// An effort with heart rates that may be above the limit.
    static func random(using random: inout SeededRandom) -> Self {
        Self(
            type: [.running, .rowing, .strength, .other].randomElement(using: &random) ?? .other,
            millimetres: .random(in: 0...30_000_000, using: &random),
            milliseconds: .random(in: 0...10_000_000, using: &random),
            grams: .random(in: 0...10_000_000, using: &random),
            centibeats: .random(in: 0...25_000, using: &random), isCompleted: true)
    }

    /// The effort that was split into parts.
    init(joining parts: [Self]) {
        let time = parts.reduce(0) { $0 + $1.milliseconds }
        let beats = parts.reduce(0) { $0 + $1.milliseconds * $1.centibeats }
        self.init(
            type: parts[0].type, millimetres: parts.reduce(0) { $0 + $1.millimetres }, milliseconds: time,
            grams: parts.reduce(0) { $0 + $1.grams },
            centibeats: time > 0 ? (beats + time - 1) / time : 0, isCompleted: true)
    }
}
