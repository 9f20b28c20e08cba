import Foundation
import Paceline
import Testing

@Suite("Children who follow links to groups") struct ChildJoiningTests {
    private static let heading = "You can’t join with this link"

    /// The message of a page, without what differs from form to form.
    private static func message(_ page: Browser.Shown) -> String? {
        page.text.firstMatch(of: /(?s)<section class="message">.*?<\/section>/).map { String($0.0) }
    }

    /// The community of ``Site/invitations(_:)`` with the child Kim.
    private static func scene(
        _ live: @Sendable (Site, _ kim: Browser, LeaderboardGroup, _ link: String) async throws -> Void
    ) async throws {
        try await Site.invitations { site, _, link in
            let groups = try await site.session("ana").groups(PageRequest()).items
            try await live(site, try await site.child("kim"), try #require(groups.first), link)
        }
    }

    @Test("A child reads what is missing, in the same words for every code")
    func refusal() async throws {
        try await Self.scene { site, kim, group, link in
            let refused = try await kim.open(link)
            #expect(refused.status == 404)
            let message = try #require(Self.message(refused))
            #expect(message.contains(Self.heading) && message.contains("whose owner is your friend"))
            #expect(message.contains(#"href="/friends/find#field-code">Add a friend by code"#))
            #expect(!message.contains("Ana Ant") && !message.contains("Crew"))
            for path in ["/join/2222222222", "/join/short"] {
                #expect(Self.message(try await kim.open(path)) == message, "\(path)")
            }
            try await kim.open("/groups")
            #expect(Self.message(try await kim.submit(link)) == message)
            let typed = link.replacing("/join/", with: "")
            #expect(try await kim.open("/groups/find?code=\(typed)").location == link)
            try await site.session("ana").revokeJoinCode(of: group.id)
            #expect(Self.message(try await kim.open(link)) == message)
            #expect(try await kim.open("/friends/find").text.contains(#"id="field-code""#))
        }
    }

    @Test("Adults still read that a link no longer works, also if its code can’t be one")
    func adults() async throws {
        try await Self.scene { site, _, _, _ in
            let ben = try await site.member("ben")
            for path in ["/join/2222222222", "/join/short"] {
                let page = try await ben.open(path)
                #expect(page.status == 404 && page.text.contains("This link no longer works"), "\(path)")
                #expect(page.text.contains("ask to be invited by username"), "\(path)")
                #expect(!page.text.contains(Self.heading), "\(path)")
            }
        }
    }

    @Test("Once the child and the owner are friends, the link works")
    func friends() async throws {
        try await Self.scene { site, kim, group, link in
            let code = try await site.session("ana").friendCode().code
            try await kim.open("/friends/find")
            #expect(try await kim.submit("/friends/add", ["code": code]).location == "/@ana")
            let session = try await site.session("ana")
            let request = try #require(
                try await session.requests(.incoming, kind: nil, PageRequest()).items.first)
            _ = try await session.accept(request.id)
            #expect(try await kim.open(link).text.contains("Join group"))
            #expect(try await kim.submit(link).location == "/groups/\(group.id)")
        }
    }
}
