/// The result of publishing a score.
///
/// ```swift
/// let published = try await session.publish(draft, in: game.id, on: today)
/// print(published.score.metric)  // 3 guesses
/// ```
public struct PublishedScore: Sendable, Equatable, Codable {
    /// The score as published.
    public var score: Score
    /// Whether publishing created, changed or kept the score.
    public var status: PublishStatus

    public init(score: Score, status: PublishStatus) {
        self.score = score
        self.status = status
    }
}

/// The result of publishing one of several scores. Scores succeed or fail independently.
///
/// ```swift
/// for result in try await session.importScores(sharedText) {
///     print(result.game, result.score?.metric ?? result.error?.message ?? "")
/// }
/// ```
public struct ScoreBatchResult: Sendable, Equatable, Codable {
    /// The game.
    public var game: Game.ID
    /// The effect of publishing it.
    public var status: PublishStatus
    /// The published score; nil when it was rejected.
    public var score: Score?
    /// Why it was rejected; nil if it was published.
    public var error: SocialError?

    public init(game: Game.ID, status: PublishStatus, score: Score? = nil, error: SocialError? = nil) {
        self.game = game
        self.status = status
        self.score = score
        self.error = error
    }
}

extension Score {
    /// A sum of points as text: `1 pt`, `12 pts`.
    public static func label(points: Int) -> String { ScoreUnit.points.label(points) }
}
