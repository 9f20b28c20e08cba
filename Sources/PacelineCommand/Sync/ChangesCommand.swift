import ArgumentParser
import Foundation
import Paceline

struct ChangesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes", abstract: "List what changed since the last call, in its current state.",
        discussion: """
            The first call, without --since, lists nothing and returns a token. Pass the token to the next call \
            as --since. With --json the token is in “next”.
            """)

    @Option(help: ArgumentHelp("The token of the previous call.", valueName: "token"))
    var since: String?

    @Option(help: "The maximum number of changes.")
    var limit = ChangePage.defaultLimit

    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError("--limit must be 1 to 100000.") }
    }

    func run() async throws {
        let page = try await gather(from: try await context.services())
        try output.show(page, page.changes.isEmpty ? Table() : page.changes.table)
        guard !output.json else { return }
        if page.changes.isEmpty {
            Console.note(since == nil ? "Changes are tracked from now on." : "Nothing changed.")
        }
        if page.hasMore { Console.note("There are more changes.") }
        Console.note("Continue with: paceline changes --since \(page.next)")
    }

    /// Reads pages up to the limit and joins them.
    private func gather(from services: any SocialServices) async throws -> ChangePage {
        var gathered = ChangePage(changes: [], next: ChangeToken(since ?? ""), hasMore: true)
        var token = since.map { ChangeToken($0) }
        while gathered.hasMore, gathered.changes.count < limit {
            let count = min(ChangePage.limits.upperBound, limit - gathered.changes.count)
            let page = try await services.changes(since: token, limit: count)
            gathered = ChangePage(
                changes: gathered.changes + page.changes, next: page.next, hasMore: page.hasMore)
            token = page.next
        }
        return gathered
    }
}

extension [Change] {
    /// The changes, one per line.
    var table: Table {
        var table = Table(.left("KIND"), .left("ID", dropPriority: 1), .truncated("STATE", minWidth: 16))
        for change in self {
            table.add(
                .init(change.kindName, .accent), .init(change.id.short, .faint),
                change.isDeleted ? .init("deleted", .faint) : .init(change.label))
        }
        return table
    }
}

extension Change {
    /// The changed object in a few words.
    fileprivate var label: String {
        switch content {
        case .account(let account): "@" + (account.username ?? "")
        case .settings: "your settings"
        case .notificationSettings: "your notification settings"
        case .board: "the group's leaderboard"
        case .person(let person), .mute(let person): "@" + person.username
        case .edge(let person, let relationship): "@\(person.username), \(relationship.label)"
        case .request(let request):
            "@\(request.from.username) to @\(request.to.username): \(request.kind.rawValue)"
        case .item(let item): "@\(item.author.username): \(item.itemTitle)"
        case .comment(let comment): "@\(comment.author?.username ?? "…"): \(comment.text)"
        case .group(let group): group.title
        case .invitation(let invitation): "to \(invitation.title), by @\(invitation.inviter.username)"
        case .season(let season):
            season.title ?? "the \(season.kind.rawValue) from \(HumanTime.text(of: season.firstDay))"
        case .inbox(let inbox):
            inbox.unreadCount == 0 ? "nothing unread" : "\(UnreadCount.label(inbox.unreadCount)) unread"
        case .deleted, .unknown: ""
        }
    }
}

extension FeedItem {
    fileprivate var itemTitle: String {
        switch content {
        case .workout(let workout): workout.spokenTitle
        case .score(let score): "\(score.game), \(score.metric)"
        case .levelUp, .achievement, .milestone: content.earnedTitle ?? content.kindName
        case .unknown(let kind): kind
        }
    }
}
