import Paceline

/// What a command acts upon. Commands on one thing keep their order.
package struct Thing: Sendable, Hashable {
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

extension Thing: LosslessStringConvertible {
    /// Parses `comment/0190163d-8694-739b-aea5-966c26f8ad91`.
    package init?(_ description: String) {
        let parts = description.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        self.init(kind, String(parts[1]))
    }

    package var description: String { "\(kind.rawValue)/\(id)" }
}
