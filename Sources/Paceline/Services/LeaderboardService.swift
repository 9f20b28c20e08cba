/// Daily puzzle scores, leaderboards and streaks.
///
/// ```swift
/// let draft = ScoreDraft(score: 3, isCompleted: true)
/// _ = try await session.publish(draft, in: Game.ID("wordle")!, on: Day(of: .now, in: .current))
/// let query = LeaderboardQuery(scope: .friends, range: .week)
/// let best = try await session.leaderboard(query, PageRequest(limit: 10)).rows
/// ```
public protocol LeaderboardService: Sendable {
    /// Publishes the viewer's score in a game on a day, or replaces it.
    /// - Parameter day: the day in the viewer's time zone.
    /// - Throws: ``SocialError/Code/gameNotFound``, ``SocialError/Code/birthDateRequired`` if a person of unknown age
    ///   would show it to more than friends, ``SocialError/Code/ageRestricted`` if a child would, or
    ///   ``SocialError/Code/invalidValue`` naming the field.
    func publish(_ draft: ScoreDraft, in game: Game.ID, on day: Day) async throws -> PublishedScore
    /// Publishes or replaces the viewer's scores in several games on one day. Each succeeds or fails independently.
    /// Repeating the call changes nothing.
    /// - Parameters:
    ///   - scores: 1 to ``DailyScore/batchLimit``.
    ///   - day: the day in the viewer's time zone.
    /// - Returns: one result per score, in the same order.
    /// - Throws: ``SocialError/Code/invalidValue`` for an empty list or too many scores.
    func publishDailyScores(_ scores: [DailyScore], on day: Day) async throws -> [ScoreBatchResult]
    /// Deletes the viewer's score with its kudos and comments.
    /// - Throws: ``SocialError/Code/scoreNotFound``.
    func deleteScore(in game: Game.ID, on day: Day) async throws
    /// A person's scores, newest day first.
    /// - Parameters:
    ///   - from: the first day; nil for no limit.
    ///   - to: the last day; nil for no limit.
    /// - Throws: ``SocialError/Code/personNotFound``.
    func scores(
        of person: PersonReference, from: Day?, to: Day?, _ page: PageRequest
    ) async throws -> Page<Score>
    /// Parses the scores in a share text and publishes them for the viewer.
    /// - Parameters:
    ///   - text: at most ``ShareText/limit`` bytes of UTF-8.
    ///   - day: the day to assume when the text gives none; nil for today. Scores for which the text gives another day
    ///     are rejected.
    /// - Returns: one result per score in the text; see ``ShareText``.
    /// - Throws: ``SocialError/Code/tooLarge`` when the text is longer.
    func importScores(_ text: String, on day: Day?) async throws -> [ScoreBatchResult]

    /// A person's streaks.
    /// - Throws: ``SocialError/Code/personNotFound``.
    func streaks(of person: PersonReference) async throws -> Streaks
    /// A page of a leaderboard.
    /// - Throws: ``SocialError/Code/groupNotFound`` when the viewer is not in the group,
    ///   ``SocialError/Code/gameNotFound``, or ``SocialError/Code/invalidValue`` for a range that the board does not
    ///   have.
    func leaderboard(_ query: LeaderboardQuery, _ page: PageRequest) async throws -> Leaderboard
}

extension LeaderboardService {
    /// Publishes the scores in a share text, for today when the text gives no day.
    /// - Throws: ``SocialError/Code/tooLarge`` when the text is longer than ``ShareText/limit``.
    public func importScores(_ text: String) async throws -> [ScoreBatchResult] {
        try await importScores(text, on: nil)
    }
}

/// The community's games, and parsing their share texts.
///
/// ```swift
/// let names = try await session.games().map(\.name)
/// for result in try await session.readScores(in: sharedText, on: nil) {
///     print(result.game, result.day ?? today, result.isCompleted ? "solved" : "not solved")
/// }
/// ```
public protocol GameService: Sendable {
    /// The games, in display order.
    func games() async throws -> [Game]
    /// The results in a share text, without saving them; empty when there are none.
    /// - Parameters:
    ///   - text: at most ``ShareText/limit`` bytes of UTF-8.
    ///   - day: the day to assume when the text gives none.
    /// - Throws: ``SocialError/Code/tooLarge`` when the text is longer.
    func readScores(in text: String, on day: Day?) async throws -> [SharedScore]
}

/// The stored results of weeks, months and tournaments, of groups and global ones.
///
/// ```swift
/// let weeks = try await session.seasons(of: group.id, kind: .week, PageRequest())
/// if let last = weeks.items.first, let winner = try await session.season(last.id).rows.first {
///     print("\(winner.person.displayName) won with \(winner.points) points")
/// }
/// ```
public protocol SeasonService: Sendable {
    /// The finished weeks and months with results, and all tournaments, of a group or global ones. Those that end last
    /// come first.
    /// - Parameters:
    ///   - group: nil for global seasons, whose weeks and months rank by XP.
    ///   - kind: nil for all kinds.
    /// - Throws: ``SocialError/Code/groupNotFound`` when the viewer is not in the group.
    func seasons(
        of group: LeaderboardGroup.ID?, kind: Season.Kind?, _ page: PageRequest
    ) async throws -> Page<Season>
    /// The results of a global season or of one of the viewer's groups. Those of an open tournament are the results of
    /// now.
    /// - Throws: ``SocialError/Code/seasonNotFound``.
    func season(_ id: Season.ID) async throws -> SeasonResults
    /// Creates a tournament in a group, for its owner and administrators.
    /// - Throws: ``SocialError/Code/groupNotFound``, ``SocialError/Code/notAllowed``,
    ///   ``SocialError/Code/limitReached`` with ``TournamentDraft/maxOpenPerGroup`` open ones in the group,
    ///   ``SocialError/Code/nameReserved``, or ``SocialError/Code/invalidValue`` naming the field.
    func createTournament(_ draft: TournamentDraft, in group: LeaderboardGroup.ID) async throws -> Season
    /// Deletes a group's tournament that has not ended, for the group's owner and administrators.
    /// - Throws: ``SocialError/Code/seasonNotFound``, or ``SocialError/Code/notAllowed``, also for other seasons and
    ///   for global tournaments.
    func cancelTournament(_ id: Season.ID) async throws
}
