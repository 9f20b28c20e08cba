import Paceline

/// A level or an achievement on the card of its item.
struct EarnedView: Sendable {
    private let content: FeedItem.Content
    private let localizer: Localizer

    init(_ content: FeedItem.Content, _ localizer: Localizer) {
        self.content = content
        self.localizer = localizer
    }

    var title: String {
        switch content {
        case .levelUp(let levelUp): localizer("experience.level", ["level": "\(levelUp.level)"])
        case .achievement(let achievement), .milestone(let achievement): localizer.name(of: achievement)
        case .workout, .score, .unknown: content.kindName
        }
    }

    /// The values that only these cards have.
    var card: View {
        ["sport": .text(icon), "type": .text(localizer("achievements.item.\(content.kindName)"))]
    }

    /// The name of its icon.
    var icon: String {
        switch content {
        case .achievement(let achievement), .milestone(let achievement): achievement.icon
        case .levelUp, .workout, .score, .unknown: "level"
        }
    }
}
