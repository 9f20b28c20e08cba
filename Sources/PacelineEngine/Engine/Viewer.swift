import Foundation
import Paceline
import PacelineDatabase

/// Who is looking, and what stands between them and others.
///
/// It is asked for with the transaction's first statement and not waited for alone. What is known of the viewer is
/// therefore held against what the method requires when the rest is done, before anything of it counts.
final class Viewer {
    private struct Facts {
        let username: String?
        /// Nil where it was not asked.
        let hasBlocks: Bool?
        let hasMutes: Bool?
    }

    let id: Person.ID
    private let connection: any Connection
    private let answer: Deferred<Facts?>
    private var hiddenPeople: [Person.ID]?

    /// - Parameter loadsBlocksLazily: whether it hardly matters who stands between the viewer and others; whether anybody does is
    ///   then asked only when it does.
    init(_ id: Person.ID, loadsBlocksLazily: Bool = false, on connection: any Connection) throws {
        self.id = id
        self.connection = connection
        let question: SQL =
            loadsBlocksLazily
            ? "SELECT username, NULL, NULL FROM people WHERE id = \(id)"
            : "SELECT username, \(SQL.mayHideSomeone), \(SQL.mutesSomeone) FROM people WHERE id = \(id)"
        answer = try connection.fetchLater(question) {
            Facts(username: $0[0], hasBlocks: $0[1], hasMutes: $0[2])
        }
    }

    private lazy var facts = Result { try answer.get() }

    var username: String? { get throws { try facts.get()?.username } }

    /// People who blocked the viewer or whom the viewer blocked: to the viewer they do not exist.
    ///
    /// - Throws: what the database fails with; a failure must not look like an empty list.
    var hidden: [Person.ID] {
        get throws {
            if let hiddenPeople { return hiddenPeople }
            let people = try hasNoBlocks ? [] : connection.people(hiddenFrom: id)
            hiddenPeople = people
            return people
        }
    }

    /// Whether there may be people whom the viewer wants to hear less of.
    var mayHaveMutes: Bool { get throws { try facts.get()?.hasMutes ?? true } }

    /// - Throws: what the method's requirement, or the database, refuses.
    func check(_ requirement: Session.Requirement) throws {
        guard let facts = try facts.get() else {
            throw SocialError(.unauthenticated, "This account no longer exists. Please sign in again.")
        }
        if requirement == .member, facts.username == nil {
            throw SocialError(
                .usernameRequired, "Choose a username first: people know you by it.", field: "username")
        }
    }

    private var hasNoBlocks: Bool { get throws { try facts.get()?.hasBlocks == false } }
}
