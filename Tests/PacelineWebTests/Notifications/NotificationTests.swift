import HTTPTypes
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Notifications on pages") struct NotificationTests {
    @Test("Notifications of the same kind are grouped, unread until opened, and link to their subject")
    func grouped() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana")
            let workout = try await site.publish(by: "ana", visibility: .public)
            for name in ["ben", "cleo", "dan"] {
                _ = try await site.member(name, name: name.capitalized)
                _ = try await site.session(name).giveKudos(to: workout.id.item, big: false)
            }
            let page = try await ana.open("/notifications")
            #expect(page.text.contains("Dan and 2 others gave you kudos"))
            #expect(page.text.contains(#"href="/items/\#(workout.id)""#))
            #expect(page.text.contains(#"<li class="unread">"#) && page.text.contains(">New</b>"))
            let upTo = try #require(page.text.firstMatch(of: /name="upTo" value="(\d+)"/)).1
            let read = try await ana.submit("/notifications/read", ["upTo": String(upTo)])
            #expect(read.location == "/notifications")
            let after = try await ana.open("/notifications")
            #expect(
                after.text.contains("All notifications read.") && !after.text.contains(#"class="unread""#))
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
            #expect(try await ana.open("/friends").text.contains("Ben"))
        }
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
            #expect(keys.contains("notificationKind.\(kind.rawValue)"), "\(kind)")
        }
    }

    @Test("Every kind in the texts exists and has exactly one switch")
    func kinds() throws {
        let words = try PageRenderer().texts.keys.compactMap { key -> String? in
            key.hasPrefix("notificationKind.") ? String(key.dropFirst("notificationKind.".count)) : nil
        }
        let groups = NotificationChoices.groups
        let kinds = NotificationKind.allCases.map(\.rawValue)
        #expect(Set(words) == Set(kinds + groups.map(\.name)))
        #expect(groups.flatMap(\.kinds).map(\.rawValue).sorted() == kinds.sorted())
    }
}
