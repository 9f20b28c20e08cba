import Paceline
import PacelineDatabase

/// What a new member has done so far, beyond what their account says, and whom they may know.
public struct FirstSteps: Sendable {
    /// Whether the member can regain the account after losing the password.
    public let hasRecoveryCodes: Bool
    /// Whether the member has published a score.
    public let hasScore: Bool
    /// Whether the member is in a group.
    public let isInGroup: Bool
    public let suggestions: [Suggestion]
    /// What the people suggested don't accept.
    public let refused: RefusedRequests
}

extension Session {
    /// Reads a new member's progress in one transaction.
    public func firstSteps(suggestionLimit: Int) async throws -> FirstSteps {
        try await read { transaction in
            let (connection, me) = (transaction.connection, transaction.viewer.id)
            let done = try connection.fetchFirst(
                """
                SELECT
                    EXISTS (SELECT 1 FROM recovery_codes WHERE person = \(me) AND is_link = 0),
                    EXISTS (SELECT 1 FROM scores WHERE owner = \(me)),
                    EXISTS (SELECT 1 FROM group_members WHERE person = \(me))
                """
            ) { (codes: $0[0] as Bool, score: $0[1] as Bool, group: $0[2] as Bool) }
            let suggestions = suggestionLimit == 0 ? [] : try transaction.suggestions(limit: suggestionLimit)
            return FirstSteps(
                hasRecoveryCodes: done?.codes ?? false, hasScore: done?.score ?? false,
                isInGroup: done?.group ?? false,
                suggestions: suggestions,
                refused: try Graph(transaction).refusedRequests(of: suggestions.map(\.person)))
        }
    }
}
