import Paceline
import PacelineDatabase

extension PeriodicJob {
    /// Separates children from strangers whom earlier versions let into their groups, followers and requests.
    static let separatingChildren = PeriodicJob("separating children", pause: .seconds(600)) { engine in
        try await engine.separateChildren()
        return Outcome()
    }
}

extension Engine {
    /// Separates all children in the table `child_backlog` from strangers, in a transaction each. Without any, it costs
    /// one query.
    /// - Throws: the first error, after it has separated all others.
    func separateChildren() async throws {
        var last: Person.ID?
        var failure: (any Error)?
        while let person = try await read({ [last] in try $0.personInChildBacklog(after: last) }) {
            do {
                try await separateChild(person)
            } catch {
                failure = failure ?? error
            }
            try Task.checkCancellation()
            last = person
        }
        if let failure { throw failure }
    }

    private func separateChild(_ person: Person.ID) async throws {
        let now = environment.now()
        try await write { connection in
            let transaction = try Transaction(connection, of: session(for: person), now: now)
            if try transaction.isChild(person) {
                try Accounts(transaction).separateChildFromStrangers()
            }
            try connection.send("DELETE FROM child_backlog WHERE person = \(person)")
        }
    }
}

extension Connection {
    fileprivate func personInChildBacklog(after last: Person.ID?) throws -> Person.ID? {
        try fetchFirst(
            """
            SELECT person
            FROM child_backlog
            \(last.map { "WHERE person > \($0)" } ?? .empty)
            ORDER BY person
            LIMIT 1
            """
        ) { $0[0] as Person.ID }
    }
}
