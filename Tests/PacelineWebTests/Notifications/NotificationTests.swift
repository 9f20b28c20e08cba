import Foundation
import HTTPTypes
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Notifications on pages") struct NotificationTests {
    @Test("Notifications of the same kind are grouped, unread until marked, and link to their subject")
    func grouped() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana")
            let workout = try await site.publish(by: "ana", visibility: .public)
            for name in ["ben", "cleo", "dan"] {
                _ = try await site.member(name, name: name.capitalized)
                _ = try await site.session(name).giveKudos(to: workout.id.item, big: false)
            }
            let page = try await ana.open("/notifications")
            #expect(page.text.contains("Dan, Cleo and Ben gave kudos to your 4 × 500 m"))
            #expect(page.text.contains(#"name="return" value="/items/\#(workout.id)""#))
            #expect(page.text.contains(#"<li class="unread""#) && page.text.contains(">New</b>"))
            #expect(try await ana.open("/notifications").text.contains(#"<li class="unread""#))
            let upTo = try #require(page.text.firstMatch(of: /name="upTo" value="(\d+)"/)).1
            let read = try await ana.submit("/notifications/read", ["upTo": String(upTo)])
            #expect(read.location == "/notifications")
            let after = try await ana.open("/notifications")
            #expect(
                after.text.contains("All notifications read.") && !after.text.contains(#"class="unread""#))
            #expect(after.text.contains(#"href="/items/\#(workout.id)""#))
        }
    }

    @Test("Opening a notification marks only that one as read")
    func opened() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana", visibility: .public)
            _ = try await site.member("ben")
            let ben = try await site.session("ben")
            _ = try await ben.giveKudos(to: workout.id.item, big: false)
            _ = try await ben.follow(.username("ana"), notifications: nil)
            let page = try await ana.open("/notifications").text
            let fields = page.matches(
                of: /name="ids" value="([^"]+)"><input type="hidden" name="upTo" value="(\d+)"/)
            try #require(fields.count == 2)
            let opened = try await ana.submit(
                "/notifications/read",
                ["ids": String(fields[1].1), "upTo": String(fields[1].2), "return": "/items/\(workout.id)"])
            #expect(opened.location == "/items/\(workout.id)")
            let after = try await ana.open("/notifications").text
            #expect(
                after.contains("1 unread notification") && after.contains(#"href="/items/\#(workout.id)""#))
            #expect(!after.contains("All notifications read."))
            let invalid = ["ids": "all", "upTo": "99999999999999"]
            #expect(try await ana.submit("/notifications/read", invalid).status == 400)
        }
    }

    @Test("The script marks what it saw on the screen")
    func seen() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            try await ben.submit("/@ana/follow")
            let inbox = try await site.session("ana").notifications(PageRequest())
            try await ana.open("/notifications")
            let ids = inbox.items.map(\.id.description).joined(separator: ",")
            let marked = try await ana.submit(
                "/notifications/read", ["ids": ids, "upTo": "99999999999999"], headers: [.fragment: "1"])
            #expect(marked.text.contains(#"data-unread="0""#))
        }
    }

    @Test("Every page shows the number of unread notifications")
    func bell() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            #expect(try await ana.open("/friends").text.contains(#"aria-label="Notifications""#))
            try await ben.submit("/@ana/follow")
            try await site.engine.followLog()
            #expect(try await ana.open("/notifications/waiting").text.contains("1 unread notification"))
            #expect(try await ana.open("/friends").text.contains(#"aria-label="1 unread notification""#))
            let marked = try await ana.submit(
                "/notifications/read", ["upTo": "99999999999999"], headers: [.fragment: "1"])
            #expect(marked.text.contains(#"aria-label="Notifications""#))
        }
    }

    @Test("Notifications that arrive after the page was rendered stay unread")
    func later() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            try await ben.submit("/@ana/follow")
            try await ana.open("/notifications")
            try await ana.submit("/notifications/read", ["upTo": "1000"])
            #expect(try await ana.open("/notifications").text.contains("1 unread notification"))
            #expect(try await ana.submit("/notifications/read", ["upTo": "now"]).status == 400)
        }
    }

    @Test("A request can be accepted in the inbox, and shows its message")
    func request() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben", name: "Ben")
            _ = try await site.session("ben").request(
                RequestDraft(to: .person(.username("ana")), message: "From the <club>"))
            let page = try await ana.open("/notifications")
            #expect(page.text.contains("Ben wants to be friends"))
            #expect(page.text.contains("From the &lt;club&gt;"))
            let accept = try #require(page.text.firstMatch(of: /action="(\/requests\/[^"]*\/accept)"/)).1
            #expect(
                try await ana.submit(String(accept), ["return": "/notifications"]).location
                    == "/notifications")
            #expect(try await ana.open("/notifications").text.contains("You are friends now."))
            #expect(try await ana.open("/friends").text.contains("Ben"))
        }
    }

    @Test("The script confirms an answer in place, and a request that was cancelled since is described")
    func answeredInPlace() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for name in ["ben", "eva"] { _ = try await site.member(name) }
            let draft = RequestDraft(to: .person(.username("ana")))
            let accepted = try await site.session("ben").request(draft)
            let cancelled = try await site.session("eva").request(draft)
            try await site.session("eva").cancel(cancelled.id)
            try await ana.open("/notifications")
            let response = try await ana.submit("/requests/\(accepted.id)/accept", headers: [.fragment: "1"])
            #expect(response.text.contains(#"data-says="You are friends now.""#))
            let late = try await ana.submit("/requests/\(cancelled.id)/accept", headers: [.fragment: "1"])
            #expect(late.status == 200 && late.text.contains("This request is no longer open."))
            let plain = try await ana.submit("/requests/\(cancelled.id)/decline")
            #expect(plain.location == "/friends")
            #expect(try await ana.open("/friends").text.contains("This request is no longer open."))
        }
    }

    @Test("An invitation can be accepted and declined in the inbox")
    func invitation() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben", name: "Ben")
            let ben = try await site.session("ben")
            var groups: [LeaderboardGroup] = []
            for title in ["Crew", "Gang"] {
                groups.append(try await ben.createGroup(title: title))
                try await ben.invite(.username("ana"), to: groups[groups.count - 1].id)
            }
            let page = try await ana.open("/notifications").text
            #expect(page.contains("Ben invited you to Crew"))
            #expect(page.contains("Accept the invitation to Crew"))
            let back = ["return": "/notifications"]
            let accepted = try await ana.submit("/groups/\(groups[0].id)/accept", back)
            #expect(accepted.location == "/notifications")
            #expect(try await ana.open("/notifications").text.contains("You joined the group."))
            let declined = try await ana.submit(
                "/groups/\(groups[1].id)/decline", back, headers: [.fragment: "1"])
            #expect(declined.text.contains("Declined."))
            #expect(try await !ana.open("/notifications").text.contains("invited you"))
            let late = try await ana.submit("/groups/\(groups[1].id)/accept", back)
            #expect(late.location == "/notifications")
            #expect(try await ana.open("/notifications").text.contains("revoked or has expired"))
        }
    }

    @Test("A comment can be answered and hearted in the inbox")
    func replying() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben", name: "Ben")
            let item = try await site.publish(by: "ana", visibility: .public).id.item
            let comment = try await site.session("ben").comment(CommentDraft(text: "Well rowed"), on: item)
            let page = try await ana.open("/notifications").text
            #expect(page.contains("Ben commented on your 4 × 500 m") && page.contains("Well rowed"))
            #expect(page.contains("Reply to Ben") && page.contains("/comments/\(comment.id)/heart"))
            let path = String(try #require(page.firstMatch(of: /action="(\/notifications\/[^"]+\/reply)"/)).1)
            let fields = [
                "item": "\(item)", "comment": "\(comment.id)", "upTo": "99999999999999", "text": "Thank you",
                "return": "/notifications",
            ]
            #expect(try await ana.submit(path, fields).location == "/notifications")
            let after = try await ana.open("/notifications").text
            #expect(after.contains("Reply sent.") && !after.contains(#"class="unread""#))
            let thread = try await site.session("ana").comments(on: item, PageRequest()).items
            #expect(thread.map(\.text) == ["Well rowed", "Thank you"])
            let rejected = try await ana.submit(path, fields.merging(["text": " "]) { $1 })
            #expect(rejected.status == 422 && rejected.text.contains("reply-\(comment.id)"))
            let inPlace = try await ana.submit(path, fields, headers: [.fragment: "1"])
            #expect(inPlace.text.contains("/items/\(item)#comment-"))
            #expect(try await ana.submit(path, ["text": "Thank you"]).status == 404)
        }
    }

    @Test("The inbox says the same as the sentence that apps and the command line show")
    func sameParts() throws {
        let localizer = Localizer(
            texts: try PageRenderer().texts, games: .standard, now: .init(timeIntervalSince1970: 0),
            timeZone: .gmt, usernameLengths: 3...20)
        for notification in Self.everyKind {
            let view = NotificationView(
                notification: notification, path: "/notifications", localizer: localizer
            ).view
            var shown = ""
            if case .text(let sentence)? = view["sentence"] {
                shown = sentence.replacing("\u{A0}", with: " ")
            }
            if case .text(let quotation)? = view["quotation"] { shown += ": “\(quotation)”" }
            #expect(shown == notification.sentence)
        }
    }

    /// A notification of each kind with everything that can be said of it.
    private static let everyKind = NotificationKind.allCases.flatMap { kind in
        AnomalyState.allCases.flatMap { state in
            [nil, "Well rowed"].map { text in notification(kind, text, state) }
        }
    }

    private static func notification(
        _ kind: NotificationKind, _ text: String?, _ state: AnomalyState
    ) -> SocialNotification {
        let ben = Person(id: Person.ID(UUID()), username: "ben", displayName: "Ben", friendCount: 0)
        let item = NotifiedItem(
            id: FeedItem.ID(UUID()), kind: .workout, title: "4x500m", review: state)
        let isRequest = [.requestReceived, .requestAccepted].contains(kind)
        let isComment = [.comment, .reply, .mention, .heart].contains(kind)
        return SocialNotification(
            id: SocialNotification.ID(UUID()), kind: kind, at: Date(), isRead: false, count: 1,
            people: [ben], item: item,
            comment: isComment
                ? Comment(
                    id: Comment.ID(UUID()), item: item.id, author: ben, text: text ?? "", parent: nil,
                    createdAt: Date(), editedAt: nil, heartCount: 0, hasHeart: false, isDeleted: false) : nil,
            request: isRequest
                ? ConnectionRequest(
                    id: ConnectionRequest.ID(UUID()), kind: .friend, from: ben, to: ben, message: text,
                    state: .pending, createdAt: Date(), expiresAt: Date()) : nil,
            boardRank: kind == .overtaken
                ? Day(number: 2026_03_01).map { NotifiedRank(day: $0, rank: 3, points: 2) } : nil)
    }

    @Test("An empty inbox explains what appears there")
    func empty() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let page = try await ana.open("/notifications")
            #expect(page.text.contains("Nothing yet") && !page.text.contains("upTo"))
        }
    }

    @Test("Every kind has texts")
    func sentences() throws {
        let keys = try PageRenderer().texts.keys
        for kind in NotificationKind.allCases {
            #expect(keys.contains { $0.hasPrefix("notifications.sentence.\(kind.rawValue)") }, "\(kind)")
        }
        for kind in NotificationKind.switchable {
            #expect(keys.contains("notificationKind.\(kind.rawValue)"), "\(kind)")
        }
    }

    @Test("Every kind in the texts exists and has exactly one switch, except the one that is always on")
    func kinds() throws {
        let words = try PageRenderer().texts.keys.compactMap { key -> String? in
            key.hasPrefix("notificationKind.") ? String(key.dropFirst("notificationKind.".count)) : nil
        }
        let groups = NotificationChoices.groups
        let kinds = NotificationKind.switchable.map(\.rawValue)
        #expect(Set(words) == Set(kinds + groups.map(\.name)))
        #expect(groups.flatMap(\.kinds).map(\.rawValue).sorted() == kinds.sorted())
    }
}
