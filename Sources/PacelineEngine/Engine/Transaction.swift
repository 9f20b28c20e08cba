import Foundation
import Paceline
import PacelineDatabase

/// One transaction of one person: the connection, who is looking, and when.
struct Transaction {
    let connection: any Connection
    let viewer: Viewer
    let now: Date
    let environment: Environment
    let cursors: CursorSeal

    init(
        _ connection: any Connection, of session: Session, requiring requirement: Session.Requirement,
        now: Date
    ) throws {
        guard let viewer = try connection.viewer(session.viewer) else {
            throw SocialError(.unauthenticated, "This account no longer exists. Please sign in again.")
        }
        if requirement == .member, viewer.username == nil {
            throw SocialError(
                .usernameRequired, "Choose a username first: people know you by it.", field: "username")
        }
        self.connection = connection
        self.viewer = viewer
        self.now = now
        environment = session.engine.environment
        cursors = session.engine.cursors
    }

    /// A new identifier.
    func newID<Subject>() -> Identifier<Subject> {
        var random = SystemRandomNumberGenerator()
        return Identifier(UUID.version7(at: now, using: &random))
    }
}

/// Who is looking, and what stands between them and others.
struct Viewer: Sendable {
    let id: Person.ID
    let username: String?
    /// People who blocked the viewer or whom the viewer blocked: to the viewer they do not exist.
    let hidden: [Person.ID]
    /// Whether there are people whom the viewer wants to hear less of.
    let hasMutes: Bool
}

extension Connection {
    fileprivate func viewer(_ id: Person.ID) throws -> Viewer? {
        let found = try fetchFirst(
            """
            SELECT username,
                EXISTS (SELECT 1 FROM blocks WHERE blocker = people.id)
                OR EXISTS (SELECT 1 FROM blocks WHERE blocked = people.id),
                EXISTS (SELECT 1 FROM mutes WHERE muter = people.id)
            FROM people
            WHERE id = \(id)
            """
        ) { (username: $0[0] as String?, hasBlocks: $0[1] as Bool, hasMutes: $0[2] as Bool) }
        guard let found else { return nil }
        return Viewer(
            id: id, username: found.username, hidden: found.hasBlocks ? try hidden(from: id) : [],
            hasMutes: found.hasMutes)
    }

    private func hidden(from id: Person.ID) throws -> [Person.ID] {
        try fetch(
            """
            SELECT blocked FROM blocks WHERE blocker = \(id)
            UNION
            SELECT blocker FROM blocks WHERE blocked = \(id)
            """
        ) { $0[0] as Person.ID }
    }
}
