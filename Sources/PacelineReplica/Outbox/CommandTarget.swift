import Paceline

/// What a command acts upon. Commands on one thing keep their order.
package struct CommandTarget: Sendable, Hashable {
    package let kind: Kind
    /// The id, or the game and day of a score; empty where the viewer has only one.
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
}
