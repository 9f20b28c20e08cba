import ArgumentParser
import Foundation
import Paceline

struct NotificationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notifications", abstract: "List notifications and change their settings.",
        subcommands: [List.self, NotificationSettingsCommand.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List your notifications, newest first. ● marks unread ones.")

        @Flag(help: "Mark these and all older notifications as read.") var read = false
        @OptionGroup var page: PageOptions
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            var inbox = try await inbox(of: services)
            if read, let newest = inbox.items.first {
                inbox.unreadCount = try await services.readNotifications(upTo: newest.at)
            }
            try output.show(inbox, inbox.items.isEmpty ? Table() : inbox.items.table(now: Date()))
            Console.note(Self.closing(inbox))
            if inbox.items.contains(where: { $0.kind == .security && !$0.isRead }) {
                Console.note(Self.securing)
            }
        }

        private static let securing = """
            If a change to your account was not yours, choose a new password with “paceline password”. Then remove ways to \
            sign in that you did not add, with “paceline identities” and “paceline passkeys”, and sign out everywhere \
            with “paceline sign-out --everywhere”. “paceline security” lists all changes.
            """

        /// Reads pages up to the limit and joins them.
        private func inbox(of services: any SocialServices) async throws -> NotificationInbox {
            var unreadCount = 0
            let found = try await page.gather { request in
                let inbox = try await services.notifications(request)
                unreadCount = inbox.unreadCount
                return inbox.page
            }
            return NotificationInbox(items: found.items, next: found.next, unreadCount: unreadCount)
        }

        private static func closing(_ inbox: NotificationInbox) -> String {
            if inbox.items.isEmpty { return "You have no notifications yet." }
            let unread =
                inbox.unreadCount == 0
                ? "There are no unread notifications." : "\(UnreadCount.label(inbox.unreadCount)) unread."
            return unread + (inbox.next == nil ? "" : " " + SharedTexts.moreResults)
        }
    }
}

extension [SocialNotification] {
    func table(now: Date) -> Table {
        var table = Table(
            .left(""), .left("WHEN"), .wrapped("WHAT"), .left("ABOUT", dropPriority: 1),
            .left("KIND", dropPriority: 2))
        for notification in self {
            table.add(
                .init(notification.isRead ? "" : "●", .good),
                .init(HumanTime.text(for: notification.at, now: now)),
                .init(notification.sentence, notification.isRead ? .plain : .strong),
                .init(notification.about, .faint), .init(notification.kind.rawValue, .faint))
        }
        return table
    }
}

extension SocialNotification {
    /// The id or username to use with other commands, or the day of a leaderboard.
    fileprivate var about: String {
        if let boardRank { return HumanTime.text(of: boardRank.day) }
        return request?.id.short ?? group?.id.short ?? item?.id.short ?? people.first.map {
            "@\($0.username)"
        }
            ?? ""
    }
}
