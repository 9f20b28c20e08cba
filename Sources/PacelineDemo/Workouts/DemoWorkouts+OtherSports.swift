import Foundation
import Paceline

extension DemoWorkouts {
    // MARK: - Running

    func run(_ random: inout DemoRandom) -> WorkoutDraft {
        switch session.role {
        case .test: race(&random)
        case .hard where session.week % 2 == 0: repeats(&random)
        case .hard:
            run(
                random.element(of: ["Tempo run", "Threshold, and it felt like it", "Progression run"]),
                metres: random.number(60...90) * 100, pace: 0.94, .hard, &random)
        case .long:
            run(
                random.element(of: ["Long run", "Long run, no music", "Long one round the lake"]),
                metres: progress([12, 14, 16, 18, 20, 13]) * 1_000 + random.number(0...60) * 10, pace: 1.07,
                .easy, &random)
        case .easy:
            run(easyTitle(&random), metres: random.number(450...900) * 10, pace: 1.06, .easy, &random)
        }
    }

    private func easyTitle(_ random: inout DemoRandom) -> String {
        let anyTime = [
            "Easy run along the canal", "Recovery jog", "Easy loop through the park",
            "Legs loose, head empty",
        ]
        let byTime =
            switch hour {
            case ..<10: ["Before breakfast", "Morning loop", "Sunrise jog"]
            case 11..<14: ["Lunch run"]
            case 16...: ["After-work loop", "Evening run", "One more lap of the park"]
            default: ["Easy run"]
            }
        return random.element(of: anyTime + byTime + byTime)
    }

    private func race(_ random: inout DemoRandom) -> WorkoutDraft {
        let kilometres = session.week % 16 < 8 ? 5 : 10
        return run(
            "\(kilometres)k", metres: kilometres * 1_000, pace: kilometres == 5 ? 0.86 : 0.9, .test, &random)
    }

    private func repeats(_ random: inout DemoRandom) -> WorkoutDraft {
        let (count, metres, rest, pace) =
            session.week / 6 % 2 == 0
            ? (progress([5, 6, 6, 7, 8, 5]), 800, 120, 0.9)
            : (progress([3, 4, 4, 5, 5, 3]), 1_000, 150, 0.92)
        let pieces = (0..<count).map { index in
            piece(
                index, metres: Double(metres), split: split * 1.22 * pace * random.number(0.985...1.01),
                rest: rest, heartRate: Double(min(184, 158 + index * 3 + random.number(0...3))))
        }
        return sum(.running, "\(count)x\(metres)m/\(Measure.clock(rest))r", pieces, effort: .hard, &random)
    }

    /// A run with a split each kilometre.
    private func run(
        _ title: String, metres: Int, pace: Double, _ effort: DemoEffort, _ random: inout DemoRandom
    ) -> WorkoutDraft {
        let base = effort.heartRate(&random)
        return splits(.running, title, metres: metres, each: 1_000, effort, &random) { random in
            (
                split: split * 1.22 * pace * random.number(0.97...1.03),
                heartRate: base + Double(random.number(-4...5))
            )
        }
    }

    /// A distance in splits of a length. What is left over is a split too, unless it is very short.
    private func splits(
        _ type: WorkoutType, _ title: String, metres: Int, each length: Int, _ effort: DemoEffort,
        _ random: inout DemoRandom, _ measure: (inout DemoRandom) -> (split: Double, heartRate: Double)
    ) -> WorkoutDraft {
        let count = max(1, (metres + length * 4 / 5) / length)
        let pieces = (0..<count).map { index in
            let (split, heartRate) = measure(&random)
            let own = index == count - 1 ? metres - length * index : length
            return piece(index, metres: Double(own), split: split, heartRate: heartRate)
        }
        return sum(type, title, pieces, effort: effort, &random)
    }

    // MARK: - Cycling

    func ride(_ random: inout DemoRandom) -> WorkoutDraft {
        let kilometres: Int
        let title: String
        switch session.role {
        case .long:
            let day = session.day.weekday == 6 ? "Sunday" : session.day.weekday == 5 ? "Saturday" : "Club"
            title = random.element(of: [
                "\(day) ride", "\(day) ride with the usual café stop", "Over the pass and home",
            ])
            kilometres = progress([55, 65, 75, 85, 95, 60]) + random.number(0...5)
        case .hard, .test:
            title = random.element(of: [
                "Hill repeats", "Sweet spot, three blocks", "Into the wind, then not",
            ])
            kilometres = random.number(26...36)
        case .easy where session.day.isWeekend:
            title = random.element(of: ["Coffee ride", "Easy spin, no rush"])
            kilometres = random.number(24...38)
        case .easy:
            let times = hour < 10 ? "Morning" : hour < 16 ? "Lunch" : "Evening"
            title = random.element(of: ["\(times) spin", "Commute, the long way", "Recovery spin"])
            kilometres = random.number(9...22)
        }
        let effort: DemoEffort = session.role == .easy ? .easy : session.role == .long ? .steady : .hard
        let base = effort.heartRate(&random)
        let pace = session.role == .hard ? 0.49 : session.role == .long ? 0.52 : 0.55
        var draft = splits(.cycling, title, metres: kilometres * 1_000, each: 5_000, effort, &random) {
            random in
            (
                split: split * pace * random.number(0.88...1.12),
                heartRate: base + Double(random.number(-8...9))
            )
        }
        let speed = (draft.distance ?? 0) / draft.duration
        // Rolling resistance, and air whose drag grows with the cube of speed.
        draft.averagePower = (5 * speed + 0.22 * speed * speed * speed).rounded()
        return draft
    }

    // MARK: - Other sports

    func swim(_ random: inout DemoRandom) -> WorkoutDraft {
        let easy = split * 4.5
        if random.chance(0.6) {
            let count = progress([10, 12, 14, 16, 16, 10])
            let pieces = (0..<count).map { index in
                piece(
                    index, metres: 100, split: easy * random.number(0.96...1.02), rest: 20,
                    heartRate: Double(138 + random.number(0...14)))
            }
            return sum(.swimming, "\(count)x100m/0:20r", pieces, effort: .steady, &random)
        }
        let metres = random.number(12...24) * 50
        return sum(
            .swimming,
            random.element(of: ["Lake swim, out to the buoy", "Easy laps", "Open water with the club"]),
            [piece(0, metres: Double(metres), split: easy * random.number(1.02...1.1))], effort: .easy,
            &random)
    }

    func hike(_ random: inout DemoRandom) -> WorkoutDraft {
        splits(
            .hiking,
            random.element(of: [
                "Up to the hut and back", "Ridge walk above the fog", "Wet socks, good soup",
                "The long way round the valley",
            ]), metres: random.number(80...150) * 100, each: 2_000, .easy, &random
        ) { random in (split: random.number(430.0...560), heartRate: Double(112 + random.number(0...18))) }
    }

    func walk(_ random: inout DemoRandom) -> WorkoutDraft {
        splits(
            .walking, random.element(of: ["Once round the pond", "Walk with the dog", "Errands on foot"]),
            metres: random.number(25...60) * 100, each: 1_000, .easy, &random
        ) { random in (split: random.number(320.0...390), heartRate: Double(96 + random.number(0...12))) }
    }

    func stretch(_ random: inout DemoRandom) -> WorkoutDraft {
        WorkoutDraft(
            type: .yoga,
            title: random.element(of: ["Yoga for tight hips", "Slow flow", "Stretching, finally"]),
            startedAt: start, duration: Double(random.number(4...9)) * 300,
            measures: WorkoutMeasures(averageHeartRate: Double(random.number(78...96)), intensityZone: 1))
    }
}
