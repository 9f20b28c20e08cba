import Paceline

/// A thing that a command acts upon. Commands on the same thing keep their order.
package struct CommandTarget: Sendable, Hashable {
    package let kind: Kind
    /// The id, or the game and day of a score; empty for things that a viewer has only one of, such as the account.
    package let id: String

    package enum Kind: String, Sendable, CaseIterable {
        case item, kudos, comment, heart, score, shareText
        case person, request
        case account, settings, notificationSettings, activeGroup, group, inbox
    }

    package init(_ kind: Kind, _ id: String = "") {
        self.kind = kind
        self.id = id
    }

    init<Subject>(_ kind: Kind, _ id: Identifier<Subject>) { self.init(kind, id.description) }

    init(score game: Game.ID, on day: Day) { self.init(.score, "\(game)/\(day)") }
}
