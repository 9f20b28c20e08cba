extension SocialNotification {
    /// The notification as an English sentence without a period: `Ana and 4 others gave you kudos`.
    public var sentence: String {
        let who = Self.names(of: people, count: count)
        return switch kind {
        case .requestReceived:
            request?.kind == .follow ? "\(who) wants to follow you" : "\(who) wants to be friends"
        case .requestAccepted:
            request?.kind == .follow
                ? "\(who) accepted your follow request" : "\(who) accepted your friend request"
        case .newFollower: "\(who) started following you"
        case .kudos: "\(who) gave you kudos"
        case .bigKudos: "\(who) gave you big kudos"
        case .comment: "\(who) commented\(quotation)"
        case .reply: "\(who) replied to you\(quotation)"
        case .mention: "\(who) mentioned you\(quotation)"
        case .heart: "\(who) gave your comment a heart\(quotation)"
        case .groupInvitation: "\(who) invited you to \(group?.title ?? "a group")"
        case .groupJoined: "\(who) joined \(group?.title ?? "your group")"
        case .overtaken: "\(who) overtook you \(group.map { "in \($0.title)" } ?? "among your friends")"
        case .newWorkout: "\(who) published a workout"
        case .newScore: "\(who) published a score"
        case .unknown: "\(who) sent a notification that this version can't show"
        }
    }

    /// Names the first people and counts the rest: `Ana`, `Ana and Bor`, `Ana and 4 others`.
    /// - Parameter count: the total number of people, `people` included.
    public static func names(of people: [Person], count: Int) -> String {
        guard let first = people.first?.displayName else { return "Someone" }
        switch count {
        case ...1: return first
        case 2: return "\(first) and \(people.dropFirst().first?.displayName ?? "1 other")"
        default: return "\(first) and \(count - 1) others"
        }
    }

    /// The comment's text after a colon, on one line and truncated.
    private var quotation: String {
        guard let text = comment?.text, !text.isEmpty else { return "" }
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return ": "
            + (line.count > Self.maxQuotationLength ? line.prefix(Self.maxQuotationLength - 1) + "…" : line)
    }

    /// Characters.
    private static let maxQuotationLength = 80
}
