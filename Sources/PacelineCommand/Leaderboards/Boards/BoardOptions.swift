import ArgumentParser
import Paceline

/// Which board is wanted, as somebody types it.
struct BoardOptions: ParsableArguments {
    @Option(
        help: "Among whom: friends, global, or group for your active one; friends without an active group.")
    var scope: Scope?
    @Option(help: "Among the members of this group: its title, or its id.") var group: GroupArgument?
    @Option(help: "Over which days: today, 7d, week, month or all.") var range: Range?
    @Option(
        help: ArgumentHelp("The last of these days, as 2026-05-03; today when left out.", valueName: "day"))
    var day: Day?
    @Option(help: ArgumentHelp("From this day on, instead of a range.", valueName: "day")) var from: Day?
    @Option(help: ArgumentHelp("With --from: up to this day, with it.", valueName: "day")) var to: Day?
    @Option(help: "Only this game; all added up when left out.") var game: GameArgument?
    @Flag(help: "Those just above and below you.") var aroundMe = false

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
            throw ValidationError("Give --scope or --group, not both.")
        }
        if to != nil, from == nil { throw ValidationError("--to goes with --from.") }
        if from != nil, range != nil || day != nil {
            throw ValidationError("Give --from and --to, or --range and --day.")
        }
        if let from, let to, to < from { throw ValidationError("--to is before --from.") }
    }
}

extension BoardOptions {
    func query(in services: any SocialServices, _ games: Games) async throws -> LeaderboardQuery {
        LeaderboardQuery(
            scope: try await scope(in: services), range: try await range(in: services), day: day,
            game: try game?.game(in: games).id, isAroundMe: aroundMe)
    }

    private func scope(in services: any SocialServices) async throws -> LeaderboardScope {
        if let group { return .group(try await group.id(in: services)) }
        switch scope {
        case .friends: return .friends
        case .global: return .global
        case .group:
            guard let active = try await services.activeGroup() else {
                throw Failure(
                    .refused, "None of your groups is active.",
                    advice: "Name one with --group TITLE, or choose one with: paceline groups use TITLE")
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
        // Nobody is in more groups than a page holds.
        try await groups(PageRequest(limit: 100)).items.first(where: \.isActive)
    }
}
