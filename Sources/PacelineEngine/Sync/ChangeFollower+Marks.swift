import Foundation
import Paceline
import PacelineDatabase

// What an event changed, as far as only the database tells.
extension Connection {
    /// What somebody did under an item of somebody whom they do not hear of, and what became of their comment there: it
    /// is told to themselves, on their other devices.
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

    /// The boards that a score moved, if others see it: those of the player's groups. Each player has a row of their own,
    /// which is not read for those from whom they are hidden.
    func boardMarks(of event: LoggedEvent) throws -> [ChangeMark] {
        guard event.kind.traits.changes == .score, let reach = event.reach, reach > .private else {
            return []
        }
        return try fetch("SELECT group_id FROM group_members WHERE person = \(event.person)") {
            ChangeMark.group($0[0], .board, event.person.uuid)
        }
    }

    /// Whether the person is told of what the other has published.
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
    /// Who must exist for a viewer who is told of it.
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
