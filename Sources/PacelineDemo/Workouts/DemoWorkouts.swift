import Foundation
import Paceline

/// Creates a person's workout of one session, with typical titles and numbers.
struct DemoWorkouts {
    let habits: DemoHabits
    let session: DemoSession
    /// The easy rowing split on that day, in seconds per 500 m.
    let split: Double
    let start: Date
    /// The local hour of the start.
    let hour: Int

    func draft(using random: inout DemoRandom) -> WorkoutDraft {
        var draft = workout(in: sport(using: &random), using: &random)
        if random.chance(0.12),
            let note = DemoNote.notes(on: draft, session.role).randomElement(using: &random)
        {
            draft.detail = draft.detail ?? WorkoutDetail()
            draft.detail?.notes = note.text
        }
        return draft
    }

    /// Easy sessions are often in the other sport. Hikes take hours, so they are the long sessions of weekends.
    private func sport(using random: inout DemoRandom) -> WorkoutType {
        let isHike = habits.otherSport == .hiking
        let isPossible = isHike ? session.role == .long && session.day.isWeekend : session.role == .easy
        let isOther = isPossible && random.chance(session.isSecond ? 0.7 : 0.4)
        return isOther ? habits.otherSport : habits.sport
    }

    private func workout(in sport: WorkoutType, using random: inout DemoRandom) -> WorkoutDraft {
        switch sport {
        case .rowing, .skiing: row(sport, &random)
        case .running: run(&random)
        case .cycling: ride(&random)
        case .swimming: swim(&random)
        case .hiking: hike(&random)
        case .walking: walk(&random)
        case .yoga: stretch(&random)
        default: lift(&random)
        }
    }

    /// A number that grows from week to week through a block of six weeks, whose last week is easier.
    func progress(_ numbers: [Int]) -> Int { numbers[session.week % numbers.count] }

    /// Rounds to tenths, as monitors do.
    func tenth(_ number: Double) -> Double { (number * 10).rounded() / 10 }

    /// An interval or a split of a distance.
    /// - Parameter split: seconds per 500 m.
    func piece(
        _ index: Int, metres: Double, split: Double, rest: Int? = nil, strokeRate: Int? = nil,
        heartRate: Double? = nil
    ) -> Interval {
        let duration = tenth(split * metres / 500)
        return Interval(
            index: index, duration: duration, distance: metres, split: tenth(duration / metres * 500),
            strokeRate: strokeRate.map(Double.init), heartRate: heartRate,
            restDuration: rest.map(Double.init))
    }

    /// Sums up intervals or splits as a monitor does.
    func sum(
        _ type: WorkoutType, _ title: String, _ pieces: [Interval], effort: DemoEffort,
        _ random: inout DemoRandom
    ) -> WorkoutDraft {
        let duration = tenth(pieces.compactMap(\.duration).reduce(0, +))
        let metres = pieces.compactMap(\.distance).reduce(0, +)
        let rest = pieces.compactMap(\.restDuration).reduce(0, +)
        let rates = pieces.compactMap(\.strokeRate)
        let hearts = pieces.compactMap(\.heartRate)
        var measures = WorkoutMeasures(
            distance: metres, energy: (duration / 60 * (7.5 + Double(effort.zone))).rounded(),
            averageHeartRate: hearts.isEmpty
                ? effort.heartRate(&random) : (hearts.reduce(0, +) / Double(hearts.count)).rounded(),
            intensityZone: effort.zone)
        if !rates.isEmpty { measures.strokeRate = (rates.reduce(0, +) / Double(rates.count)).rounded() }
        if type.usesSplit {
            measures.averageSplit = tenth(duration / metres * 500)
            measures.averagePower = watts(metres / duration)
        }
        return WorkoutDraft(
            type: type, title: title, startedAt: start,
            endedAt: start.addingTimeInterval(duration + rest), duration: duration, measures: measures,
            source: source(of: type), detail: pieces.count > 1 ? WorkoutDetail(intervals: pieces) : nil)
    }

    private func source(of type: WorkoutType) -> String? {
        switch type {
        case .rowing, .skiing: "Concept2"
        case .strength, .yoga: nil
        default: "Watch"
        }
    }

    /// The power in watts at a speed in metres per second: 2.80 × speed³ (Concept2).
    private func watts(_ speed: Double) -> Double { (2.8 * speed * speed * speed).rounded() }
}

/// How hard a session is.
enum DemoEffort: Int {
    case easy = 2
    case steady = 3
    case hard = 4
    case test = 5

    var zone: Int { rawValue }

    /// A plausible average in beats per minute.
    func heartRate(_ random: inout DemoRandom) -> Double {
        Double([2: 138, 3: 150, 4: 163, 5: 176][zone, default: 138] + random.number(-7...7))
    }
}
