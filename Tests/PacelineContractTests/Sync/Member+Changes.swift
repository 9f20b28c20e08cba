import Paceline

/// Reads a member's changes since the previous read.
struct ChangeReader {
    let member: Member
    private var token: ChangeToken

    init(_ member: Member) async throws {
        self.member = member
        token = try await member.services.changes(since: nil).next
    }

    /// The changes since the previous read, except those of the inbox, which come with many others.
    mutating func changes() async throws -> [Change] { try await allChanges().filter { $0.kind != .inbox } }

    /// The changes since the previous read.
    mutating func allChanges() async throws -> [Change] {
        let page = try await member.services.changes(since: token)
        token = page.next
        return page.changes
    }

    /// The inbox, if it changed since the previous read.
    mutating func inbox() async throws -> NotificationInbox? {
        try await allChanges().compactMap(\.inbox).last
    }

    /// The changes since the previous read, in short form: `item 2000m`, `comment gone`.
    mutating func summaries() async throws -> [String] { try await changes().map(\.summary) }
}

extension Change {
    /// The kind, and the current state of the object.
    var summary: String { "\(kindName) \(words)" }

    private var words: String {
        switch content {
        case .account(let account): account.displayName
        case .settings, .notificationSettings: "mine"
        case .board: "moved"
        case .person(let person), .mute(let person): person.displayName
        case .edge(let person, let relationship): "\(person.username) \(relationship.rawValue)"
        case .request(let request): "\(request.from.username) \(request.to.username)"
        case .item(let item): item.workout?.title ?? item.score?.metric ?? "?"
        case .comment(let comment): comment.text
        case .group(let group): group.title
        case .invitation(let invitation): invitation.title
        case .season(let season): season.kind.rawValue
        case .inbox(let inbox): "\(inbox.items.count)"
        case .deleted: "gone"
        case .unknown: "?"
        }
    }
}

extension Change {
    var item: FeedItem? { if case .item(let item) = content { item } else { nil } }
    var comment: Paceline.Comment? { if case .comment(let comment) = content { comment } else { nil } }
    var group: LeaderboardGroup? { if case .group(let group) = content { group } else { nil } }
    var inbox: NotificationInbox? { if case .inbox(let inbox) = content { inbox } else { nil } }
    var season: Season? { if case .season(let season) = content { season } else { nil } }
    var notificationSettings: NotificationSettings? {
        if case .notificationSettings(let settings) = content { settings } else { nil }
    }

    /// The person contained in the change.
    var person: Person? {
        switch content {
        case .person(let person), .mute(let person), .edge(let person, _): person
        default: nil
        }
    }
}
