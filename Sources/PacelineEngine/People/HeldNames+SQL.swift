import Paceline
import PacelineDatabase

/// A username that someone has or had, as a keyed hash. It is never given to others, so that no one can take the place of
/// a person whom others remember by it; its owner may return to it.
struct HeldName: Sendable {
    let username: String
    fileprivate let hash: [UInt8]
}

extension Engine {
    func heldName(_ username: Username) -> HeldName {
        HeldName(
            username: username.description, hash: clients.hash("username held", username.description))
    }
}

extension Connection {
    /// Whether another person has the username, or had it.
    /// - Parameter person: who asks; nil for a person without an account.
    func isTaken(_ name: HeldName, for person: Person.ID?) throws -> Bool {
        let owner = try self.person(named: name.username)
        guard owner == nil else { return owner != person }
        let holders = try fetch("SELECT owner FROM held_names WHERE hash = \(name.hash)") {
            $0[0] as Person.ID?
        }
        return holders.contains { $0 == nil || $0 != person }
    }

    /// Holds the username for the person from now on.
    func hold(_ name: HeldName, for person: Person.ID) throws {
        try send(
            """
            INSERT INTO held_names (hash, owner) VALUES (\(name.hash), \(person))
            ON CONFLICT (hash) DO NOTHING
            """)
    }
}
