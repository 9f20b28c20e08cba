import Paceline

/// The data for the page about the viewer's XP.
public struct ExperiencePage: Sendable {
    public let experience: Experience
    /// Newest first.
    public let achievements: [EarnedAchievement]
    /// Newest first.
    public let ledger: Page<LedgerEntry>
    /// The workouts of the entries, without those that were deleted.
    public let workouts: [Workout.ID: Workout]
    /// The redeemed rewards of the entries.
    public let redemptions: [Redemption.ID: Redemption]
}

/// The data for the page of all badges.
public struct BadgesPage: Sendable {
    /// What the viewer earned, newest first.
    public let earned: [EarnedAchievement]
    public let stats: PersonStats
}

extension Session {
    /// Reads the data for the page of all badges in one transaction.
    public func badgesPage() async throws -> BadgesPage {
        try await read { transaction in
            BadgesPage(
                earned: try Achievements(transaction).earned(by: viewer),
                stats: try transaction.stats(of: viewer, seenFrom: .me))
        }
    }

    /// Reads the data for the page about the viewer's XP in one transaction.
    public func experiencePage(_ page: PageRequest) async throws -> ExperiencePage {
        try await read { transaction in
            let ledger = ExperienceLedger(transaction)
            let entries = try ledger.entries(page)
            return ExperiencePage(
                experience: try ledger.experience(),
                achievements: try Achievements(transaction).earned(by: viewer), ledger: entries,
                workouts: try transaction.workouts(entries.items.compactMap(\.workout)),
                redemptions: try Rewards(transaction).redemptions(entries.items.compactMap(\.redemption)))
        }
    }
}
