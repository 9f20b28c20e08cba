import Paceline

/// Somebody who asks again and again what has changed.
struct Follower {
    let member: Member
    private var token: ChangeToken

    init(_ member: Member) async throws {
        self.member = member
        token = try await member.services.changes(since: nil).next
    }

    /// What changed since the last time.
    mutating func changes() async throws -> [Change] {
        let page = try await member.services.changes(since: token)
        token = page.next
        return page.changes
    }

    /// What changed since the last time, in short: `item 2000m`, `comment gone`.
    mutating func news() async throws -> [String] { try await changes().map(\.inShort) }
}

extension Change {
    /// The kind, and what the thing is now.
    var inShort: String { "\(kind.rawValue) \(isDeleted ? "gone" : content)" }

    private var content: String {
        switch kind {
        case .account: account?.displayName ?? "?"
        case .settings: settings == nil ? "?" : "mine"
        case .notificationSettings: notificationSettings == nil ? "?" : "mine"
        case .board: "moved"
        case .person, .mute: person?.displayName ?? "?"
        case .edge: "\(person?.username ?? "?") \(relationship?.rawValue ?? "?")"
        case .request: "\(request?.from.username ?? "?") \(request?.to.username ?? "?")"
        case .item: item.map { $0.workout?.title ?? $0.score?.metric ?? "?" } ?? "?"
        case .comment: comment?.text ?? "?"
        case .group: group?.title ?? "?"
        case .invitation: invitation?.title ?? "?"
        case .season: season?.kind.rawValue ?? "?"
        }
    }
}
