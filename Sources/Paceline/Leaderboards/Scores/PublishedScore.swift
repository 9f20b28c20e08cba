/// A score after it was published, and what that did.
public struct PublishedScore: Sendable, Equatable, Codable {
    public var score: Score
    public var status: PublishStatus

    public init(score: Score, status: PublishStatus) {
        self.score = score
        self.status = status
    }
}

/// What became of one score of a text; the others do not depend on it.
public struct ImportedScore: Sendable, Equatable, Codable {
    public var game: Game.ID
    public var status: PublishStatus
    /// The score as it is now; nil when it was refused.
    public var score: Score?
    /// Why it was refused.
    public var error: SocialError?

    public init(game: Game.ID, status: PublishStatus, score: Score? = nil, error: SocialError? = nil) {
        self.game = game
        self.status = status
        self.score = score
        self.error = error
    }
}

extension Score {
    /// Points as they read where they are a sum: `1 pt`, `12 pts`.
    public static func label(points: Int) -> String { ScoreUnit.points.label(points) }
}
