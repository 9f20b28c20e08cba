import Paceline
import PacelineDatabase

extension PeriodicJob {
    /// Separates children from strangers whom earlier versions let into their groups, followers and requests, and
    /// replaces their short friend codes.
    static let separatingChildren = PeriodicJob("separating children", pause: .seconds(600)) { engine in
        try await engine.separateChildren()
        return Outcome()
    }
}

extension Engine {
    /// Separates all children in the table `child_backlog` from strangers, in a transaction each.
    /// - Throws: the first error, after it has separated all others.
    func separateChildren() async throws {
        try await forEachPerson(inBacklog: "child_backlog") { try await separateChild($0) }
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
