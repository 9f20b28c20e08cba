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
    private let answer: Answer<Facts?>
    private var hiddenPeople: Result<[Person.ID], any Error>?

    /// - Parameter isAlone: whether it hardly matters who stands between the viewer and others; whether anybody does is
    ///   then asked only when it does.
    init(_ id: Person.ID, isAlone: Bool = false, on connection: any Connection) throws {
        self.id = id
        self.connection = connection
        let question: SQL =
            isAlone
            ? "SELECT username, NULL, NULL FROM people WHERE id = \(id)"
            : """
            SELECT username,
                EXISTS (SELECT 1 FROM blocks WHERE blocker = people.id)
                OR EXISTS (SELECT 1 FROM blocks WHERE blocked = people.id),
                EXISTS (SELECT 1 FROM mutes WHERE muter = people.id)
            FROM people
            WHERE id = \(id)
            """
        answer = try connection.ask(question) {
            Facts(username: $0[0], hasBlocks: $0[1], hasMutes: $0[2])
        }
    }

    private lazy var facts = Result { try answer.get() }

    var username: String? { known(facts)??.username }

    /// People who blocked the viewer or whom the viewer blocked: to the viewer they do not exist.
    var hidden: [Person.ID] {
        let people = hiddenPeople ?? Result { try hasNoBlocks ? [] : connection.hidden(from: id) }
        hiddenPeople = people
        return known(people) ?? []
    }

    /// Whether there may be people whom the viewer wants to hear less of.
    var mayHaveMutes: Bool { known(facts)??.hasMutes ?? true }

    /// - Throws: what the method's requirement, or the database, refuses.
    func check(_ requirement: Session.Requirement) throws {
        guard let facts = try facts.get() else {
            throw SocialError(.unauthenticated, "This account no longer exists. Please sign in again.")
        }
        if requirement == .member, facts.username == nil {
            throw SocialError(
                .usernameRequired, "Choose a username first: people know you by it.", field: "username")
        }
        _ = try hiddenPeople?.get()
    }

    private var hasNoBlocks: Bool { get throws { try facts.get()?.hasBlocks == false } }

    /// Nothing is known when the database has failed; ``check(_:)`` tells of that.
    private func known<Value>(_ result: Result<Value, any Error>) -> Value? {
        if case .success(let value) = result { value } else { nil }
    }
}

extension Connection {
    fileprivate func hidden(from id: Person.ID) throws -> [Person.ID] {
        try fetch(
            """
            SELECT blocked FROM blocks WHERE blocker = \(id)
            UNION
            SELECT blocker FROM blocks WHERE blocked = \(id)
            """
        ) { $0[0] as Person.ID }
    }
}
