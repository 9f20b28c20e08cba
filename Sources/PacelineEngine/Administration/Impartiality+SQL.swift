import Paceline
import PacelineDatabase

// The staff serve neither themselves nor people whom they know: they decide neither about their workouts nor about
// their redeemed rewards. What they may not do is absent for them, without a reason, since that could be a block.

extension Transaction {
    /// Whether the viewer, as one of the staff, may act on the person.
    func isImpartial(towards person: Person.ID) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM people WHERE people.id = \(person) AND \(try isImpartial(towards: "people.id" as SQL))"
        )
    }

    /// The same as a condition: the person is another one, has neither the same nor a higher role, is neither a friend
    /// nor followed by the viewer, and shares neither a group with the viewer nor a block. Followers are no exception:
    /// anyone can follow one of the staff, and would be out of their reach.
    /// - Parameter person: the column of the person's id.
    func isImpartial(towards person: SQL) throws -> SQL {
        let me: SQL = "\(viewer.id)"
        let mine = try connection.role(of: viewer.id)
        let roles = StaffRole.allCases.filter { role in mine.map(role.includes) ?? true }
        return """
            (\(person) <> \(me)
                AND NOT EXISTS (
                    SELECT 1 FROM accounts WHERE accounts.person = \(person) AND accounts.role IN \(list: roles))
                AND NOT \(SQL.isBlocked(me, person))
                AND NOT EXISTS (SELECT 1 FROM edges WHERE follower = \(me) AND followee = \(person))
                AND NOT EXISTS (
                    SELECT 1
                    FROM group_members AS mine
                    JOIN group_members AS theirs ON theirs.group_id = mine.group_id
                    WHERE mine.person = \(me) AND theirs.person = \(person)))
            """
    }
}
