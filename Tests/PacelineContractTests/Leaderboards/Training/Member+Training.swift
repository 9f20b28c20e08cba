import Foundation
import Paceline
import Testing

extension LeaderboardRange {
    /// All ranges that contain today, in the order of their lengths.
    static let allOfToday: [LeaderboardRange] = [.today, .sevenDays, .week, .month, .all]
}

extension BoardMetric {
    static let training = allCases.filter { $0 != .points }
    static let globalTraining = training.filter { $0 != .currentStreak }
}

extension Member {
    func trainingBoard(
        _ metric: BoardMetric, _ scope: LeaderboardScope = .friends, _ range: LeaderboardRange = .today,
        on number: Int? = nil
    ) async throws -> Leaderboard {
        let query = LeaderboardQuery(scope: scope, range: range, day: try number.map(day), metric: metric)
        return try await services.leaderboard(query, .whole)
    }

    /// The rows of a board by training in the form `1 ana 10000`: rank, username, amount.
    func training(
        _ metric: BoardMetric, _ scope: LeaderboardScope = .friends, _ range: LeaderboardRange = .today,
        on number: Int? = nil
    ) async throws -> [String] {
        try await trainingBoard(metric, scope, range, on: number).rows.map(\.inShort)
    }

    /// All boards by training of friends and everyone.
    func allTraining(
        _ scopes: [LeaderboardScope] = [.friends, .global]
    ) async throws -> [String] {
        var lines: [String] = []
        for scope in scopes {
            for metric in scope == .global ? BoardMetric.globalTraining : BoardMetric.training {
                for range in LeaderboardRange.allOfToday {
                    let board = try await trainingBoard(metric, scope, range)
                    let rows = board.rows.map { "\($0.inShort) \($0.delta.map(String.init) ?? "")" }
                    lines.append("\(scope) \(metric) \(range): \(rows), me \(board.me?.inShort ?? "none")")
                }
            }
        }
        return lines
    }

    @discardableResult
    func lifts(
        _ kilograms: Double, minutes: Double = 30, endingMinutesAgo ago: Double = 0,
        _ visibility: ItemVisibility = .public
    ) async throws -> Workout {
        try await trains(.strength, minutes: minutes, endingMinutesAgo: ago, volume: kilograms, visibility)
    }

    @discardableResult
    func trains(
        _ type: WorkoutType, minutes: Double = 30, endingMinutesAgo ago: Double = 0, metres: Double? = nil,
        volume: Double? = nil, _ visibility: ItemVisibility = .public
    ) async throws -> Workout {
        clock.tick()
        let end = clock.now.addingTimeInterval(-ago * 60)
        let draft = WorkoutDraft(
            type: type, title: type.rawValue, startedAt: end.addingTimeInterval(-minutes * 60),
            duration: minutes * 60, measures: WorkoutMeasures(distance: metres), volume: volume,
            visibility: visibility)
        return try await services.publish(draft, as: .random(), ifMatch: nil).workout
    }
}
