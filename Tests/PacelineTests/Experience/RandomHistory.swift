import Foundation

@testable import Paceline

/// Generates training histories that earn a lot. Few different times and sports make ties frequent.
struct RandomHistory {
    static let start = Date(milliseconds: 1_790_000_000_000)
    var random: SeededRandom
    /// The days of the history.
    let days: Int

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        days = [3, 10, 45, 120].randomElement(using: &random) ?? 10
    }

    mutating func records(_ count: Int) -> [TrainingRecord] { (0..<count).map { _ in record() } }

    mutating func record() -> TrainingRecord {
        let day = Int.random(in: 0..<days, using: &random)
        let start = Self.start.after(
            Int64(day) * 86_400_000 + Int64.random(in: 0..<48, using: &random) * 1_800_000)
        let minutes = Int64([10, 30, 60, 240].randomElement(using: &random) ?? 10)
        let types: [WorkoutType] = [.running, .cycling, .swimming, .rowing, .strength, .yoga]
        let kilometres: [Int64] = [0, 2, 5, 12, 43, 110]
        return TrainingRecord(
            id: Workout.ID(.version4(using: &random)),
            visibility: ItemVisibility.allCases.randomElement(using: &random) ?? .private, startedAt: start,
            endedAt: start.after(minutes * 60_000), publishedAt: start.after(minutes * 60_000 + 1),
            day: Day(of: start, in: .gmt), hour: LocalTime(of: start, in: .gmt).second / 3_600,
            type: types.randomElement(using: &random) ?? .running,
            millimetres: (kilometres.randomElement(using: &random) ?? 0) * 1_000_000,
            milliseconds: minutes * 60_000,
            grams: (kilometres.randomElement(using: &random) ?? 0) * 100_000,
            isErgTest: Bool.random(using: &random), isCompleted: true,
            isCounted: Int.random(in: 0..<10, using: &random) > 0,
            worth: Int.random(in: 0...900, using: &random))
    }
}

extension TrainingRecord {
    /// A run on a day of January 2027, at noon.
    static func run(
        _ kilometres: Double = 1, onDay day: Int = 1, hour: Int = 12, minutes: Int64 = 30,
        type: WorkoutType = .running, worth: Int = 100, visibility: ItemVisibility = .public
    ) -> TrainingRecord {
        let start =
            Day(number: 2027_01_00 + day)?.startInUTC.addingTimeInterval(Double(hour) * 3_600)
            ?? RandomHistory.start
        return TrainingRecord(
            id: Workout.ID(UUID()), visibility: visibility, startedAt: start,
            endedAt: start.after(minutes * 60_000), publishedAt: start.after(minutes * 60_000),
            day: Day(of: start, in: .gmt), hour: hour, type: type,
            millimetres: Int64((kilometres * 1_000_000).rounded()), milliseconds: minutes * 60_000, grams: 0,
            isErgTest: false, isCompleted: true, isCounted: true, worth: worth)
    }

    /// The same workout at another time.
    func moved(by seconds: TimeInterval) -> TrainingRecord {
        let start = startedAt.addingTimeInterval(seconds)
        var moved = self
        moved.startedAt = start
        moved.endedAt = endedAt.addingTimeInterval(seconds)
        moved.day = Day(of: start, in: .gmt)
        moved.hour = LocalTime(of: start, in: .gmt).second / 3_600
        return moved
    }
}
