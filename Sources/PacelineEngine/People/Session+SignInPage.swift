import Paceline

/// What the page about signing in shows.
public struct SignInPage: Sendable {
    public let identities: [LinkedIdentity]
    public let sessions: Page<ActiveSession>
}

extension Session {
    /// Reads how the viewer can sign in and where they are signed in, as it stands at one moment.
    public func signInPage(_ page: PageRequest) async throws -> SignInPage {
        let noted = engine.sessionUse.noted
        return try await read(as: .account) { transaction in
            SignInPage(
                identities: try transaction.connection.identities(of: transaction.viewer.id),
                sessions: try sessions(page, noted, in: transaction))
        }
    }
}
