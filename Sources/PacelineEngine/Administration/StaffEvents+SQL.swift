import Foundation
import Paceline
import PacelineDatabase

/// A change of a role, as the events of administrators store it. People are stored by id, so that nothing of them stays
/// once they are erased.
private struct StaffChange {
    let person: Person.ID
    /// Nil for a member without a role.
    let role: StaffRole?
    /// Nil for the operator.
    let actor: Person.ID?

    init(of person: Person.ID, to role: StaffRole?, by actor: Person.ID?) {
        (self.person, self.role, self.actor) = (person, role, actor)
    }

    init?(stored: String) {
        let words = stored.split(separator: " ").map(String.init)
        guard words.count >= 2, let person = Person.ID(words[0]) else { return nil }
        self.init(
            of: person, to: StaffRole(rawValue: words[1]), by: words.count > 2 ? Person.ID(words[2]) : nil)
    }

    var stored: String { detail { $0.description } }

    var people: [Person.ID] { [person, actor].compactMap(\.self) }

    /// The words of ``SecurityEvent/detail``.
    func detail(naming name: (Person.ID) -> String) -> String {
        [name(person), SecurityEvent.detail(of: role), actor.map(name)].compactMap(\.self)
            .joined(separator: " ")
    }
}

extension SecurityEvent {
    /// The ``detail`` of a role.
    fileprivate static func detail(of role: StaffRole?) -> String { role?.rawValue ?? "member" }
}

extension Accounts {
    /// Records that the viewer got or lost a role: for them, for all administrators, and for the administrator who did
    /// it.
    /// - Parameters:
    ///   - actor: nil for the operator.
    ///   - origin: the client of the actor.
    func recordRole(_ role: StaffRole?, by actor: Person.ID?, from origin: SignInOrigin?) throws {
        try connection.record(
            .roleChanged, of: viewer.id, SecurityEvent.detail(of: role), from: nil, at: now,
            using: environment.random, notifies: true)
        let detail = StaffChange(of: viewer.id, to: role, by: actor).stored
        let administrators = try connection.staff().filter { $0.role == .administrator }.map(\.id)
        for administrator in administrators where administrator != viewer.id {
            try connection.record(
                .staffChanged, of: administrator, detail, from: administrator == actor ? origin : nil,
                at: now,
                using: environment.random, notifies: true)
        }
    }
}

extension Connection {
    /// The events, with usernames instead of the ids of people whose role changed.
    func naming(_ events: [SecurityEvent]) throws -> [SecurityEvent] {
        let changes = events.map { event in
            event.kind == .staffChanged ? event.detail.flatMap(StaffChange.init(stored:)) : nil
        }
        let people = Set(changes.compactMap(\.self).flatMap(\.people))
        guard !people.isEmpty else { return events }
        let rows = try fetch(
            "SELECT id, username FROM people WHERE id IN \(list: people.sorted()) AND username IS NOT NULL"
        ) { ($0[0] as Person.ID, $0[1] as String) }
        let names = Dictionary(uniqueKeysWithValues: rows)
        return zip(events, changes).map { event, change in
            guard let change else { return event }
            var named = event
            named.detail = change.detail { names[$0] ?? "–" }
            return named
        }
    }
}
