import Paceline
import PacelineDatabase

extension Engine {
    /// Calls the body for each person in a table of people with work left to do, in the order of their ids. The body
    /// deletes the person from the table. A person for whom it fails does not hold up the others. An empty table costs
    /// one query.
    /// - Throws: the first error, after the body was called for all others.
    func forEachPerson(inBacklog table: SQL, _ body: (Person.ID) async throws -> Void) async throws {
        var last: Person.ID?
        var failure: (any Error)?
        while let person = try await read({ [last] in try $0.person(inBacklog: table, after: last) }) {
            do {
                try await body(person)
            } catch {
                failure = failure ?? error
            }
            try Task.checkCancellation()
            last = person
        }
        if let failure { throw failure }
    }
}

extension Connection {
    fileprivate func person(inBacklog table: SQL, after last: Person.ID?) throws -> Person.ID? {
        try fetchFirst(
            """
            SELECT person
            FROM \(table)
            \(last.map { "WHERE person > \($0)" } ?? .empty)
            ORDER BY person
            LIMIT 1
            """
        ) { $0[0] as Person.ID }
    }
}
