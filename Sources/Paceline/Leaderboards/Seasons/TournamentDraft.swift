/// A tournament to create.
///
/// ```swift
/// let today = Day(of: .now, in: .current)
/// let draft = TournamentDraft(
///     title: "Spring sprint", metric: .distance, firstDay: today, lastDay: today.adding(days: 6))
/// let tournament = try await session.createTournament(draft, in: group.id)
/// ```
public struct TournamentDraft: Sendable, Equatable, Codable {
    /// As long as the title of a group can be. The content filter must find nothing in it.
    public var title: String
    /// What people are ranked by: one of ``BoardMetric/tournamentMetrics``.
    public var metric: BoardMetric
    /// Today or later, at most a year ahead.
    public var firstDay: Day
    /// The last day, inclusive.
    public var lastDay: Day

    public init(title: String, metric: BoardMetric, firstDay: Day, lastDay: Day) {
        self.title = title
        self.metric = metric
        self.firstDay = firstDay
        self.lastDay = lastDay
    }

    /// The most days of a tournament.
    public static let maxDays = 92
    /// How many days ahead a tournament can begin.
    public static let maxDaysAhead = 366
    /// How many open tournaments a group can have.
    public static let maxOpenPerGroup = 3
    /// How many open tournaments there can be for everyone.
    public static let maxOpenForEveryone = 20
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
                .invalidValue, "A tournament begins today, or on a later day within a year.",
                field: "firstDay")
        }
        guard (0..<Self.maxDays).contains(lastDay.ordinal - firstDay.ordinal) else {
            throw SocialError(
                .invalidValue, "A tournament has 1 to \(Self.maxDays) days.", field: "lastDay")
        }
    }
}
