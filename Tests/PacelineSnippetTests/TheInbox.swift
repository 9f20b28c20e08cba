import PacelineLocal
import Testing

/// The newest notifications as sentences, with a dot in front of unread ones, and the text of the badge.
func readInbox(as services: some SocialServices) async throws -> (lines: [String], badge: String) {
    let inbox = try await services.notifications(PageRequest())
    let lines = inbox.items.map { ($0.isRead ? "" : "● ") + $0.sentence }
    return (lines, UnreadCount.label(inbox.unreadCount))
}

/// Marks the notifications of a page as read once they have been on the screen.
/// - Returns: how many other notifications are unread.
func markAsRead(_ shown: NotificationInbox, as services: some SocialServices) async throws -> Int {
    guard let newest = shown.items.first else { return shown.unreadCount }
    return try await services.readNotifications(upTo: newest.at, ids: shown.items.map(\.id))
}

func turnOffKudos(as services: some SocialServices) async throws -> NotificationSettings {
    try await services.update(NotificationSettings([.kudos: false, .bigKudos: false]))
}

@Suite("Snippets: the inbox") struct TheInboxTests {
    @Test("What was on the screen is read; what comes later is not")
    func reading() async throws {
        let community = try await LocalCommunity.preview()
        let maya = try await community.session(named: "maya")
        let before = try await readInbox(as: maya)
        #expect(before.lines.contains("● Chiara Rossi invited you to Sunday Scullers"))
        let shown = try await maya.notifications(PageRequest(limit: 3))
        #expect(before.badge == UnreadCount.label(shown.unreadCount))
        let unread = try await markAsRead(shown, as: maya)
        #expect(unread == shown.unreadCount - shown.items.filter { !$0.isRead }.count)
        #expect(try await maya.notifications(PageRequest(limit: 3)).items.allSatisfy(\.isRead))

        let item = try #require(
            try await maya.feed(FeedQuery(person: .me, kinds: [.workout]), PageRequest()).items.first)
        let tomaz = try await community.session(named: "tomaz")
        _ = try await tomaz.comment(CommentDraft(text: "Again on Monday?"), on: item.id)
        let after = try await readInbox(as: maya)
        #expect(after.lines.first?.hasPrefix("● Tomaž Zupan commented on your ") == true)
        #expect(after.badge == UnreadCount.label(unread + 1))
    }

    @Test("Kinds are turned off one by one")
    func settings() async throws {
        let maya = try await LocalCommunity.preview().session(named: "maya")
        let settings = try await turnOffKudos(as: maya)
        #expect(!settings.wants(.kudos) && !settings.wants(.bigKudos) && settings.wants(.comment))
    }
}
