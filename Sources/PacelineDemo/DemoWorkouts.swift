import Foundation
import Paceline

/// Creates a person's workout of one day, with typical titles and numbers.
struct DemoWorkouts {
    let habits: DemoHabits
    /// The easy rowing split on that day, in seconds per 500 m.
    let split: Double
    let start: Date
    /// Whether rowers do a test, every eight weeks.
    let isTestDay: Bool

    func draft(using random: inout DemoRandom) -> WorkoutDraft {
        let sport = isTestDay || random.chance(0.8) ? habits.sport : habits.otherSport
        switch sport {
        case .rowing: return row(&random)
        case .running: return run(&random)
        case .cycling: return ride(&random)
        default: return lift(&random)
        }
    }

    // MARK: - Rowing

    private func row(_ random: inout DemoRandom) -> WorkoutDraft {
        if isTestDay { return test(random.element(weighted: [(2_000, 4), (6_000, 2), (5_000, 1)]), &random) }
        switch random.number(0...9) {
        case 0...1:
            return sets(
                random.element(of: [(8, 500, 90), (6, 500, 60), (4, 1_000, 180), (5, 1_500, 300)]), &random)
        case 2...3:
            return timedSets(random.element(of: [(3, 600, 120), (10, 60, 60), (4, 240, 180)]), &random)
        case 4...5: return byTime(random.element(of: [1_800, 2_400, 3_600]), &random)
        default: return steady(random.element(of: [5_000, 6_000, 8_000, 10_000]), &random)
        }
    }

    /// A test with intervals for its quarters, the last one fastest.
    private func test(_ metres: Int, _ random: inout DemoRandom) -> WorkoutDraft {
        let goal = split * (metres == 2_000 ? 0.875 : 0.935) * random.number(0.99...1.012)
        let quarters = [0.994, 1.006, 1.010, 0.988].enumerated().map { index, share in
            interval(
                index, metres: Double(metres) / 4, split: goal * share, rate: random.number(28...34), &random)
        }
        var draft = rowing("\(metres)m", quarters, heartRate: random.number(172...188), zone: 5)
        draft.isErgTest = true
        return draft
    }

    private func steady(_ metres: Int, _ random: inout DemoRandom) -> WorkoutDraft {
        let piece = interval(
            0, metres: Double(metres), split: easy(&random), rate: random.number(18...22), &random)
        return single(rowing("\(metres)m", [piece], heartRate: random.number(132...150), zone: 2))
    }

    private func byTime(_ seconds: Int, _ random: inout DemoRandom) -> WorkoutDraft {
        let piece = interval(
            0, seconds: Double(seconds), split: easy(&random), rate: random.number(18...21), &random)
        let title = ClockTime(seconds: Double(seconds))?.description ?? "\(seconds) s"
        return single(rowing(title, [piece], heartRate: random.number(128...148), zone: 2))
    }

    private func sets(_ plan: (count: Int, metres: Int, rest: Int), _ random: inout DemoRandom)
        -> WorkoutDraft
    {
        let goal = split * (plan.metres == 500 ? 0.90 : 0.93)
        let pieces = (0..<plan.count).map { index in
            var piece = interval(
                index, metres: Double(plan.metres), split: goal * random.number(0.985...1.012),
                rate: random.number(25...30), &random)
            piece.restDuration = Double(plan.rest)
            return piece
        }
        let rest = ClockTime(seconds: Double(plan.rest))?.description ?? ""
        return rowing(
            "\(plan.count)x\(plan.metres)m/\(rest)r", pieces, heartRate: random.number(158...174), zone: 4)
    }

    private func timedSets(
        _ plan: (count: Int, seconds: Int, rest: Int), _ random: inout DemoRandom
    ) -> WorkoutDraft {
        let goal = split * (plan.seconds <= 60 ? 0.86 : 0.95)
        let pieces = (0..<plan.count).map { index in
            var piece = interval(
                index, seconds: Double(plan.seconds), split: goal * random.number(0.985...1.012),
                rate: random.number(22...30), &random)
            piece.restDuration = Double(plan.rest)
            return piece
        }
        let (time, rest) = (ClockTime(seconds: Double(plan.seconds)), ClockTime(seconds: Double(plan.rest)))
        return rowing(
            "\(plan.count)x\(time?.description ?? "")/\(rest?.description ?? "")r", pieces,
            heartRate: random.number(155...172), zone: 4)
    }

    private func easy(_ random: inout DemoRandom) -> Double { split * random.number(0.985...1.025) }

    private func interval(
        _ index: Int, metres: Double, split: Double, rate: Int, _ random: inout DemoRandom
    ) -> Interval {
        let duration = tenth(split * metres / 500)
        return Interval(
            index: index, duration: duration, distance: metres, split: tenth(duration / metres * 500),
            strokeRate: Double(rate), heartRate: Double(min(190, 140 + index * 4 + random.number(0...8))))
    }

    private func interval(
        _ index: Int, seconds: Double, split: Double, rate: Int, _ random: inout DemoRandom
    ) -> Interval {
        let metres = (seconds / split * 500).rounded()
        return Interval(
            index: index, duration: seconds, distance: metres, split: tenth(seconds / metres * 500),
            strokeRate: Double(rate), heartRate: Double(min(190, 140 + index * 4 + random.number(0...8))))
    }

    /// Sums up the pieces as a monitor does.
    private func rowing(_ title: String, _ pieces: [Interval], heartRate: Int, zone: Int) -> WorkoutDraft {
        let duration = tenth(pieces.compactMap(\.duration).reduce(0, +))
        let metres = pieces.compactMap(\.distance).reduce(0, +)
        let rest = pieces.compactMap(\.restDuration).reduce(0, +)
        let rates = pieces.compactMap(\.strokeRate)
        return WorkoutDraft(
            type: .rowing, title: title, startedAt: start, endedAt: start.addingTimeInterval(duration + rest),
            duration: duration,
            measures: WorkoutMeasures(
                distance: metres, energy: (duration / 60 * Double(7 + zone)).rounded(),
                averageHeartRate: Double(heartRate), averageSplit: tenth(duration / metres * 500),
                averagePower: watts(metres / duration),
                strokeRate: (rates.reduce(0, +) / Double(max(1, rates.count))).rounded(),
                intensityZone: zone),
            source: "Concept2", detail: WorkoutDetail(intervals: pieces))
    }

    /// The power in watts at a speed in metres per second: 2.80 × speed³ (Concept2).
    private func watts(_ speed: Double) -> Double { (2.8 * speed * speed * speed).rounded() }

    /// Removes the intervals, since a single piece has none.
    private func single(_ draft: WorkoutDraft) -> WorkoutDraft {
        var draft = draft
        draft.detail = nil
        return draft
    }

    /// Rounds to tenths, as monitors do.
    func tenth(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
