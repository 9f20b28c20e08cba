import Paceline
import PacelineDatabase

extension Connection {
    /// Updates the person's entries in the search index. People without a username or with a private profile have none.
    func updateSearch(of person: Person.ID) throws {
        try removeFromSearch(person)
        let names = try fetchFirst(
            """
            SELECT username, name_folded
            FROM people
            WHERE id = \(person) AND username IS NOT NULL AND privacy_level <> 'private'
            """
        ) { (username: $0[0] as String, folded: $0[1] as String) }
        guard let names else { return }
        for name in Set([names.username, names.folded]) {
            try send(
                "INSERT INTO search_names (name, person, username) VALUES (\(name), \(person), \(names.username))"
            )
        }
        // The line break keeps matches from spanning both names.
        let both = names.username + "\n" + names.folded
        try insertSearchParts(both, of: person, username: names.username)
    }

    private func removeFromSearch(_ person: Person.ID) throws {
        try send("DELETE FROM search_names WHERE person = \(person)")
        try deleteSearchParts(of: person)
    }
}
