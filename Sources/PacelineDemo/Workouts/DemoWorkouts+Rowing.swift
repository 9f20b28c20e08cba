import Foundation
import Paceline

extension DemoWorkouts {
    /// A session on an ergometer, or on the water at summer weekends.
    func row(_ type: WorkoutType, _ random: inout DemoRandom) -> WorkoutDraft {
        let month = session.day.number / 100 % 100
        switch session.role {
        case .test: return test(type, metres: [2_000, 2_000, 5_000, 6_000][session.week / 8 % 4], &random)
        case .hard: return intervals(type, &random)
        case .long where type == .rowing && (4...10).contains(month) && random.chance(0.4):
            return outing(&random)
        case .long:
            return steady(
                type, progress([10_000, 12_000, 10_000, 15_000, 12_000, 10_000]), pieces: 5, &random)
        case .easy where random.chance(0.5): return timed(type, random.element(of: [30, 40]), &random)
        case .easy: return steady(type, random.element(of: [5_000, 6_000, 8_000]), pieces: 5, &random)
        }
    }

    /// Intervals of four kinds, six weeks each, in which their number or length grows.
    private func intervals(_ type: WorkoutType, _ random: inout DemoRandom) -> WorkoutDraft {
        switch session.week / 6 % 4 {
        case 0: sets(type, progress([5, 6, 7, 8, 8, 5]), metres: 500, rest: 90, pace: 0.9, &random)
        case 1: sets(type, progress([3, 4, 4, 5, 5, 3]), metres: 1_000, rest: 180, pace: 0.93, &random)
        case 2: timedSets(type, 3, minutes: progress([8, 9, 10, 11, 12, 8]), rest: 120, pace: 0.96, &random)
        default: timedSets(type, progress([8, 9, 10, 11, 12, 8]), minutes: 1, rest: 60, pace: 0.86, &random)
        }
    }

    /// A test in splits of 500 m or 1,000 m, started fast and finished faster.
    private func test(_ type: WorkoutType, metres: Int, _ random: inout DemoRandom) -> WorkoutDraft {
        let length = metres == 2_000 ? 500 : 1_000
        let goal = split * (metres == 2_000 ? 0.875 : 0.935) * random.number(0.99...1.01)
        let count = metres / length
        let pieces = (0..<count).map { index in
            let share = index == 0 ? 0.992 : index == count - 1 ? 0.984 : 1.008
            return piece(
                index, metres: Double(length), split: goal * share * random.number(0.998...1.002),
                strokeRate: random.number(28...31) + (index == count - 1 ? 3 : 0),
                heartRate: Double(min(190, 164 + index * 20 / count + random.number(0...3))))
        }
        var draft = sum(type, "\(metres)m", pieces, effort: .test, &random)
        draft.isErgTest = true
        return draft
    }

    private func steady(
        _ type: WorkoutType, _ metres: Int, pieces count: Int, _ random: inout DemoRandom
    ) -> WorkoutDraft {
        let easy = split * random.number(0.985...1.025)
        let rate = random.number(18...21)
        let pieces = (0..<count).map { index in
            piece(
                index, metres: Double(metres / count), split: easy * random.number(0.994...1.008),
                strokeRate: rate + random.number(0...1), heartRate: heartRate(index, from: 132, &random))
        }
        return sum(type, "\(metres)m", pieces, effort: .easy, &random)
    }

    private func timed(_ type: WorkoutType, _ minutes: Int, _ random: inout DemoRandom) -> WorkoutDraft {
        let easy = split * random.number(0.985...1.025)
        let rate = random.number(18...20)
        let pieces = (0..<5).map { index in
            timedPiece(
                index, seconds: minutes * 12, split: easy * random.number(0.994...1.008), strokeRate: rate,
                heartRate: heartRate(index, from: 130, &random))
        }
        return sum(type, "\(minutes):00", pieces, effort: .easy, &random)
    }

    private func sets(
        _ type: WorkoutType, _ count: Int, metres: Int, rest: Int, pace: Double, _ random: inout DemoRandom
    ) -> WorkoutDraft {
        let pieces = (0..<count).map { index in
            piece(
                index, metres: Double(metres), split: split * pace * drift(index, of: count, &random),
                rest: rest, strokeRate: random.number(25...28),
                heartRate: heartRate(index, from: 156, &random))
        }
        return sum(type, "\(count)x\(metres)m/\(Measure.clock(rest))r", pieces, effort: .hard, &random)
    }

    private func timedSets(
        _ type: WorkoutType, _ count: Int, minutes: Int, rest: Int, pace: Double,
        _ random: inout DemoRandom
    ) -> WorkoutDraft {
        let pieces = (0..<count).map { index in
            var piece = timedPiece(
                index, seconds: minutes * 60, split: split * pace * drift(index, of: count, &random),
                strokeRate: minutes == 1 ? random.number(28...32) : random.number(22...25),
                heartRate: heartRate(index, from: 154, &random))
            piece.restDuration = Double(rest)
            return piece
        }
        return sum(type, "\(count)x\(minutes):00/\(Measure.clock(rest))r", pieces, effort: .hard, &random)
    }

    private func timedPiece(
        _ index: Int, seconds: Int, split: Double, strokeRate: Int, heartRate: Double
    ) -> Interval {
        let metres = (Double(seconds) / split * 500).rounded()
        return Interval(
            index: index, duration: Double(seconds), distance: metres,
            split: tenth(Double(seconds) / metres * 500), strokeRate: Double(strokeRate), heartRate: heartRate
        )
    }

    /// The pace of an interval: nearly even, and the last one is the fastest. It improves through a block of six weeks.
    private func drift(_ index: Int, of count: Int, _ random: inout DemoRandom) -> Double {
        (index == count - 1 ? 0.982 : 1) * (1.008 - 0.004 * Double(min(session.week % 6, 4)))
            * random.number(0.996...1.004)
    }

    /// The heart rate rises quickly and then levels off.
    private func heartRate(_ index: Int, from first: Int, _ random: inout DemoRandom) -> Double {
        Double(first) + (14 * (1 - exp(-Double(index) / 2))).rounded() + Double(random.number(0...3))
    }

    /// On the water, slower than on an ergometer.
    private func outing(_ random: inout DemoRandom) -> WorkoutDraft {
        let metres = Double(random.number(80...130) * 100)
        let duration = (metres / 500 * split * random.number(1.12...1.2)).rounded()
        var draft = sum(
            .rowing,
            random.element(of: [
                "Outing on the lake", "Steady in the four", "Early water, flat as glass",
                "Double to the weir and back",
            ]),
            [
                Interval(
                    index: 0, duration: duration, distance: metres, strokeRate: Double(random.number(18...21))
                )
            ],
            effort: .easy, &random)
        draft.source = "Watch"
        return draft
    }
}
