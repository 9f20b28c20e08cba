import Paceline
import PacelineDatabase

/// What a new member has done so far, beyond what their account says, and whom they may know.
public struct FirstSteps: Sendable {
    /// Whether the member can regain the account after losing the password.
    public let hasRecoveryCodes: Bool
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
                hasRecoveryCodes: try connection.exists(
                    "SELECT 1 FROM recovery_codes WHERE person = \(me) AND is_link = 0 LIMIT 1"),
                hasScore: try connection.exists("SELECT 1 FROM scores WHERE owner = \(me) LIMIT 1"),
                suggestions: suggestionLimit == 0 ? [] : try transaction.suggestions(limit: suggestionLimit))
        }
    }
}
