/// A tournament to create.
///
/// ```swift
/// let today = Day(of: .now, in: .current)
/// let draft = TournamentDraft(
///     title: "Spring sprint", metric: .distance, firstDay: today, lastDay: today.adding(days: 6))
/// let tournament = try await session.createTournament(draft, in: group.id)
/// ```
public struct TournamentDraft: Sendable, Equatable, Codable {
    /// 1 to 50 characters, without a link and without words that the content filter holds or masks.
    public var title: String
    /// What people are ranked by: one of ``BoardMetric/tournamentMetrics``.
    public var metric: BoardMetric
    /// The first day: today, in the creator's time zone, or up to ``maxDaysAhead`` days later.
    public var firstDay: Day
    /// The last day, inclusive. The tournament has 1 to ``maxDays`` days.
    public var lastDay: Day

    public init(title: String, metric: BoardMetric, firstDay: Day, lastDay: Day) {
        self.title = title
        self.metric = metric
        self.firstDay = firstDay
        self.lastDay = lastDay
    }

    /// The most days of a tournament: 92.
    public static let maxDays = 92
    /// How many days ahead a tournament can begin: 366.
    public static let maxDaysAhead = 366
    /// How many open tournaments a group can have: 3, created by its owner and administrators.
    public static let maxOpenPerGroup = 3
    /// How many open global tournaments there can be: 20, created by administrators of the community.
    public static let maxOpenGlobally = 20
}

extension TournamentDraft {
    /// Checks the metric and the days.
    /// - Parameter today: in the time zone of the person who creates it.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    package func check(on today: Day) throws(SocialError) {
        guard BoardMetric.tournamentMetrics.contains(metric) else {
            let names = BoardMetric.tournamentMetrics.map(\.rawValue).joined(separator: ", ")
            throw SocialError(.invalidValue, "Choose one of \(names).", field: "metric")
        }
        guard (today...today.adding(days: Self.maxDaysAhead)).contains(firstDay) else {
            throw SocialError(
                .invalidValue, "A tournament begins today, or up to \(Self.maxDaysAhead) days later.",
                field: "firstDay")
        }
        guard (0..<Self.maxDays).contains(lastDay.ordinal - firstDay.ordinal) else {
            throw SocialError(
                .invalidValue, "A tournament has 1 to \(Self.maxDays) days.", field: "lastDay")
        }
    }
}
