import Paceline

/// What the page of the viewer's scores shows.
public struct ScoresPage: Sendable {
    public let scores: Page<Score>
    public let streaks: Streaks
}

extension Session {
    /// Reads the viewer's scores and streaks, as they stand at one moment.
    public func scoresPage(_ page: PageRequest) async throws -> ScoresPage {
        try await readCounted { transaction in
            let me = transaction.viewer.id
            return ScoresPage(
                scores: try transaction.scores(of: me, from: nil, to: nil, page),
                streaks: try transaction.streaks(of: me))
        }
    }
}
