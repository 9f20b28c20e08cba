import Foundation
import PacelineLocal

/// A text of another person without what a terminal would obey: control characters, and those that reverse the
/// direction of what follows.
func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        // Joins the parts of an emoji.
        case .format where scalar == "\u{200D}": result.unicodeScalars.append(scalar)
        case .control, .format, .lineSeparator, .paragraphSeparator: result += scalar == "\n" ? " " : "�"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

extension FeedItem.ID {
    /// The end of the id, which a person can type.
    var short: String { String(description.suffix(8)) }
}

extension FeedItem {
    var shortID: String { id.short }

    /// `Ben · 5 × 500 m · rowing · 12:03`
    var headline: String {
        let parts = [author.displayName, title, workout?.type.rawValue, at.dayOrTime]
        return printable(parts.compactMap { $0 }.joined(separator: " · "))
    }

    private var title: String {
        switch content {
        case .workout(let workout): workout.spokenTitle
        case .score(let score): "\(score.game): \(score.metric)"
        case .levelUp(let levelUp): "reached level \(levelUp.level)"
        case .achievement(let achievement), .milestone(let achievement): "earned “\(achievement.name)”"
        case .unknown(let kind): kind
        }
    }

    /// `2 kudos ♥ · 1 comment · Ana: Well rowed`, where the heart stands for one's own.
    var reactions: String {
        var parts = ["\(kudosCount) kudos\(hasKudos ? " ♥" : "")"]
        parts.append(commentCount == 1 ? "1 comment" : "\(commentCount) comments")
        if let comment = latestComment {
            parts.append("\(comment.author?.displayName ?? "Someone"): \(comment.text)")
        }
        return printable(parts.joined(separator: " · "))
    }
}

extension SyncStatus {
    /// `offline since 12:03 · 2 waiting`
    var line: String {
        var parts: [String] =
            switch phase {
            case .syncing: ["syncing…"]
            case .synced(let time): ["synced \(time.clock)"]
            case .offline(let time): ["offline since \(time.clock)"]
            case .stopped(let error): [printable(error.message)]
            }
        if waiting > 0 { parts.append("\(waiting) waiting") }
        if refused > 0 { parts.append("\(refused) refused: pocket refusals") }
        return parts.joined(separator: " · ")
    }
}

/// `Comment “Well rowed”`
func summary(of kind: QueuedChangeKind, _ content: Data?) -> String {
    struct Content: Decodable {
        var text: String?
        var title: String?
    }
    let content = content.flatMap { try? JSONDecoder().decode(Content.self, from: $0) }
    guard let text = content?.text ?? content?.title else { return kind.title }
    return "\(kind.title) “\(printable(text))”"
}

extension Date {
    /// `12:03`
    var clock: String {
        let style = Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false)
        return String(formatted(style).prefix(5))
    }

    /// The time of today, the day of others.
    var dayOrTime: String {
        if Calendar.current.isDateInToday(self) { return clock }
        return formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }
}
