import Foundation
import Paceline
import PacelineDatabase

// Marks that need the database.
extension Connection {
    /// Marks for reactions to an item whose owner the person does not follow. They notify the person's own devices of
    /// their reactions, and of changes to their comments.
    func ownDeviceMarks(of event: LoggedEvent) throws -> [ChangeMark] {
        let rule = event.kind.traits.changes
        guard let item = event.item, rule.isReaction else { return [] }
        let owner = Person.ID(event.topic)
        let people = try Set([event.person, event.entry.author].compactMap(\.self)).filter {
            try $0 != owner && !receivesUpdates($0, of: owner)
        }
        return people.flatMap { person -> [ChangeMark] in
            let mark = ChangeMark.only(person, .item, item.uuid)
            return rule.isAboutComment ? [mark, .only(person, .comment, event.subject)] : [mark]
        }
    }

    /// Marks for the boards of the player's groups, when they count a score. Each player has a separate mark, which is
    /// skipped for people from whom the player is hidden.
    func boardMarks(of event: LoggedEvent) throws -> [ChangeMark] {
        guard event.changesGroupBoards else { return [] }
        return try fetch("SELECT group_id FROM group_members WHERE person = \(event.person)") {
            ChangeMark.group($0[0], .board, event.person.uuid)
        }
    }

    /// Whether the person receives changes of what the other publishes.
    private func receivesUpdates(_ person: Person.ID, of other: Person.ID) throws -> Bool {
        try exists(
            """
            SELECT 1
            FROM edges
            WHERE follower = \(person) AND followee = \(other)
                AND NOT \(SQL.hasMuted("\(person)", "\(other)"))
            """)
    }
}

extension ChangeMark {
    /// The person who must be visible to a viewer who receives the mark.
    func author(in event: LoggedEvent) -> Person.ID? {
        switch kind {
        case .comment: event.entry.author
        case .board: event.person
        default: nil
        }
    }
}

extension ChangeRule {
    fileprivate var isAboutComment: Bool { self == .comment || self == .commentByOther }

    fileprivate var isReaction: Bool { isAboutComment || self == .reaction }
}
