import ArgumentParser
import Paceline

/// The options that select a board.
struct BoardOptions: ParsableArguments {
    @Option(
        help: """
            Who is ranked: friends, global for everyone, or group for your active group; by default the active group, \
            else friends.
            """)
    var scope: Scope?
    @Option(help: "Rank the members of this group, by title or id.") var group: GroupArgument?
    @Option(
        help: """
            The days that count: today, 7d, week, month or all; by default today, or 7d while today's board is empty.
            """)
    var range: Range?
    @Option(
        help: ArgumentHelp(
            "The last day of the range, such as 2026-05-03; by default today.", valueName: "day"))
    var day: Day?
    @Option(help: ArgumentHelp("The first day, instead of --range.", valueName: "day")) var from: Day?
    @Option(help: ArgumentHelp("With --from: the last day, inclusive; by default today.", valueName: "day"))
    var to: Day?
    @Option(help: "Only this game; by default the total of all games.") var game: GameArgument?
    @Option(
        help: """
            Rank by training instead of games: xp, distance, duration, volume, workouts, days, or the current streak.
            """)
    var metric: BoardMetric?
    @Flag(help: "Only the ranks around your own.") var aroundMe = false

    enum Scope: String, ExpressibleByArgument, CaseIterable {
        case friends, global, group
    }

    enum Range: String, ExpressibleByArgument, CaseIterable {
        case today
        case sevenDays = "7d"
        case week, month, all
    }

    func validate() throws {
        if group != nil, scope != nil, scope != .group {
            throw ValidationError("Use either --scope or --group.")
        }
        if let metric, metric.isTraining, game != nil {
            throw ValidationError("Use either --metric or --game.")
        }
        if metric == .currentStreak, scope == .global {
            throw ValidationError(SocialError.streaksHaveNoGlobalBoard.message)
        }
        if to != nil, from == nil { throw ValidationError("--to requires --from.") }
        if from != nil, range != nil || day != nil {
            throw ValidationError("Use either --from and --to, or --range and --day.")
        }
        if let from, let to, to < from { throw ValidationError("--to is before --from.") }
    }
}

extension BoardOptions {
    /// The boards to choose from: the first that has rows, or else the last. Only one if days were chosen.
    func queries(in services: any SocialServices, _ games: Games) async throws -> [LeaderboardQuery] {
        let query = LeaderboardQuery(
            scope: try await scope(in: services), range: try await range(in: services), day: day,
            game: try game?.game(in: games).id, metric: metric ?? .points, isCentredOnViewer: aroundMe)
        guard range == nil, day == nil, from == nil, query.metric != .currentStreak else { return [query] }
        var fallback = query
        fallback.range = .sevenDays
        return [query, fallback]
    }

    private func scope(in services: any SocialServices) async throws -> LeaderboardScope {
        if let group { return .group(try await group.id(in: services)) }
        switch scope {
        case .friends: return .friends
        case .global: return .global
        case .group:
            guard let active = try await services.activeGroup() else {
                throw Failure(
                    .rejected, SharedTexts.noActiveGroup,
                    advice: "Use --group TITLE, or choose an active group with: paceline groups use TITLE")
            }
            return .group(active.id)
        case nil:
            return try await services.activeGroup().map { .group($0.id) } ?? .friends
        }
    }

    private func range(in services: any SocialServices) async throws -> LeaderboardRange {
        guard let from else { return range?.days ?? .today }
        let last = if let to { to } else { try await services.today() }
        guard from <= last else { throw Failure(.usage, "--from is after today.") }
        return .custom(from...last)
    }
}

extension BoardMetric: ExpressibleByArgument {}

extension BoardOptions.Range {
    fileprivate var days: LeaderboardRange {
        switch self {
        case .today: .today
        case .sevenDays: .sevenDays
        case .week: .week
        case .month: .month
        case .all: .all
        }
    }
}

extension GroupService {
    fileprivate func activeGroup() async throws -> LeaderboardGroup? {
        // A person's groups always fit on one page.
        try await groups(PageRequest(limit: 100)).items.first(where: \.isActive)
    }
}
