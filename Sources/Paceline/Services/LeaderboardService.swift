/// Publishing daily scores and comparing them (L2, L5–L8).
public protocol LeaderboardService: Sendable {
    /// Publishes the viewer's score of the day in the game, or changes it.
    /// - Throws: ``SocialError/Code/gameNotFound``, ``SocialError/Code/invalidValue`` naming the field.
    func publish(_ draft: ScoreDraft, in game: Game.ID, on day: Day) async throws -> PublishedScore
    /// Deletes the viewer's score with its kudos and comments.
    func deleteScore(in game: Game.ID, on day: Day) async throws
    /// Newest day first.
    /// - Parameters:
    ///   - from: nil for the first day there is.
    ///   - to: nil for the last.
    func scores(
        of person: PersonReference, from: Day?, to: Day?, _ page: PageRequest
    ) async throws -> Page<Score>
    /// Reads the scores in a text as people share it, and publishes each as the viewer's.
    /// - Parameter day: when they were played, where the text does not tell; nil for today. A score whose text tells of
    ///   another day is refused.
    func importScores(_ text: String, on day: Day?) async throws -> [ImportedScore]

    func streaks(of person: PersonReference) async throws -> Streaks
    /// - Throws: ``SocialError/Code/groupNotFound`` when the viewer is not in the group.
    func leaderboard(_ query: LeaderboardQuery, _ page: PageRequest) async throws -> Leaderboard
}

extension LeaderboardService {
    /// Publishes the scores of a text as of today, where it does not tell their day.
    public func importScores(_ text: String) async throws -> [ImportedScore] {
        try await importScores(text, on: nil)
    }
}

/// The games that the community plays, and reading their share texts (L1, L7).
public protocol GameService: Sendable {
    /// In the order in which they are shown.
    func games() async throws -> [Game]
    /// The results that a share text tells, saving nothing; none when it tells none.
    /// - Parameters:
    ///   - text: at most ``ShareText/limit`` bytes of UTF-8.
    ///   - day: the player's day, on which the text is taken to be played when it does not tell.
    /// - Throws: ``SocialError/Code/tooLarge`` when the text is longer.
    func readScores(in text: String, on day: Day?) async throws -> [SharedScore]
}

/// The results of a group's weeks and months (L9).
public protocol SeasonService: Sendable {
    /// A group's seasons with results, newest first. Seasons without a score are left out.
    /// - Parameter kind: nil for weeks and months.
    /// - Throws: ``SocialError/Code/groupNotFound`` when the viewer is not in the group.
    func seasons(
        of group: LeaderboardGroup.ID, kind: Season.Kind?, _ page: PageRequest
    ) async throws -> Page<Season>
    /// The results of a season of one of the viewer's groups.
    /// - Throws: ``SocialError/Code/seasonNotFound``.
    func season(_ id: Season.ID) async throws -> SeasonResults
}
