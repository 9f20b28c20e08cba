import Paceline
import PacelineDatabase

/// What a new member has done so far, beyond what their account says, and whom they may know.
public struct FirstSteps: Sendable {
    /// Whether the member has published a score.
    public let hasScore: Bool
    public let suggestions: [Suggestion]
}

extension Session {
    /// Reads a new member's progress in one transaction.
    public func firstSteps(suggestionLimit: Int) async throws -> FirstSteps {
        try await read { transaction in
            let (connection, me) = (transaction.connection, transaction.viewer.id)
            return FirstSteps(
                hasScore: try connection.exists("SELECT 1 FROM scores WHERE owner = \(me) LIMIT 1"),
                suggestions: suggestionLimit == 0 ? [] : try transaction.suggestions(limit: suggestionLimit))
        }
    }
}
