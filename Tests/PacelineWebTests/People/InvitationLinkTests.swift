import Foundation
import HTTPTypes
import Paceline
import PacelineServer
import Testing

@testable import PacelineWeb

@Suite("Invitation links") struct InvitationLinkTests {
    @Test("The link's page invites without a name, and so do signing up, signing in and choosing a username")
    func inviting() async throws {
        try await Site.invitations { site, friend, group in
            for (path, sentence) in [
                (friend, "You are invited to be friends"), (group, "You are invited to a group"),
            ] {
                let visitor = site.browser()
                let welcome = try await visitor.open(path)
                #expect(welcome.status == 200 && welcome.text.contains(sentence))
                #expect(welcome.text.contains("noindex"))
                #expect(!welcome.text.contains("Ana Ant") && !welcome.text.contains("Crew"))
                for page in ["sign-up", "sign-in"] {
                    #expect(welcome.text.contains("href=\"/\(page)?next=\(path)\""))
                    #expect(!welcome.text.contains("href=\"/\(page)\""), "The bar loses the invitation.")
                    let form = try await visitor.open("/\(page)?next=\(path)")
                    #expect(form.text.contains(sentence) && form.text.contains("You decide at the end."))
                }
                try await visitor.submit("/sign-in/device", ["next": path])
                #expect(try await visitor.open(path).location == "/welcome?next=\(path)")
                #expect(try await visitor.open("/welcome?next=\(path)").text.contains(sentence))
            }
        }
    }

    @Test("A rejected sign-up or sign-in still mentions the invitation and continues at the link")
    func rejections() async throws {
        try await Site.invitations { site, friend, _ in
            let visitor = site.browser()
            for page in ["sign-up", "sign-in"] {
                let form = try await visitor.open("/\(page)?next=\(friend)")
                let action = try #require(form.text.firstMatch(of: /action="(\/sign-[^"]+next[^"]+)"/)).1
                let rejected = try await visitor.submit(
                    String(action), ["username": "x", "password": "wrong", "next": friend])
                #expect(rejected.status == 422 || rejected.status == 401)
                #expect(rejected.text.contains("You are invited to be friends"))
                #expect(rejected.text.contains("name=\"next\" value=\"\(friend)\""))
            }
        }
    }

    @Test("Nothing is joined or requested before the button is pressed")
    func oneStep() async throws {
        try await Site.invitations { site, friend, group in
            let ben = try await site.member("ben")
            let confirmation = try await ben.open(friend)
            #expect(confirmation.text.contains("Send request"))
            #expect(try await ben.open(group).text.contains("Join group"))
            let session = try await site.session("ben")
            #expect(try await session.requests(.outgoing, kind: nil, PageRequest()).items.isEmpty)
            #expect(try await session.groups(PageRequest()).items.isEmpty)
            #expect(try await ben.open("/sign-up?next=\(group)").location == group)
        }
    }

    @Test("The link of a claimed friend card is a friend link")
    func cards() async throws {
        try await Site.invitations { site, friend, _ in
            let ana = try await site.session("ana")
            let code = try await ana.claimFriendCard(secret: Credential.newDeviceSecret()).code
            #expect(
                try await site.browser().open("/add/\(code)").text.contains("You are invited to be friends"))
            let confirmation = try await site.member("ben").open("/add/\(code)")
            #expect(confirmation.text.contains("Send request") && confirmation.text.contains("Ana Ant"))
        }
    }

    @Test("Visitors see the same page whether a code works or not, and members are told")
    func outdated() async throws {
        try await Site.invitations { site, friend, group in
            func seen() async throws -> [String] {
                var pages: [String] = []
                for path in [friend, group, "/sign-up?next=\(group)", "/sign-in?next=\(friend)"] {
                    let page = try await site.browser().open(path)
                    #expect(page.status == 200 && page.text.contains("You are invited"), "\(path)")
                    pages.append(page.text.replacing(/value="[^"]*"|nonce-[^'"]*/, with: ""))
                }
                return pages
            }
            let before = try await seen()
            _ = try await site.session("ana").resetFriendCode()
            let id = try #require(try await site.session("ana").groups(PageRequest()).items.first).id
            try await site.session("ana").revokeJoinCode(of: id)
            #expect(try await seen() == before)
            let ben = try await site.member("ben")
            for path in [friend, group, "/add/222222", "/join/2222222222"] {
                let page = try await ben.open(path)
                #expect(page.status == 404 && page.text.contains("This link no longer works"), "\(path)")
            }
        }
    }

    @Test("A link without a code that could exist does not work, and visitors can still sign up")
    func impossible() async throws {
        try await Site.run { site in
            for path in ["/add/short", "/join/\(UUID())"] {
                let page = try await site.browser().open(path)
                #expect(page.status == 404, "\(path)")
                #expect(page.text.contains("This link no longer works"), "\(path)")
                #expect(page.text.contains("href=\"/sign-up\""), "\(path)")
                #expect(page.text.contains("About Paceline"), "\(path)")
            }
            let guest = site.browser()
            try await guest.open("/sign-in")
            try await guest.submit("/sign-in/device")
            #expect(try await guest.open("/add/short").location == "/welcome")
        }
    }

    @Test("The page says what visitors are invited to, what children show, and who runs the server")
    func introduction() async throws {
        let contact = try #require(ServerOperator.Contact("crew@example.org"))
        try await Site.run(serverOperator: ServerOperator(name: "Tuesday Crew", contact: contact)) { site in
            for path in ["/add/222222", "/join/2222222222", "/join/short"] {
                let page = try await site.browser().open(path).text
                #expect(page.contains("<a href=\"/\">About Paceline</a>"), "\(path)")
                #expect(page.contains("<a href=\"/children\">What a child’s account shows"), "\(path)")
                #expect(page.contains("Tuesday Crew") && page.contains("mailto:crew@example.org"), "\(path)")
            }
            let page = try await site.browser().open("/join/2222222222").text
            #expect(page.contains("where friends and crews share workouts and daily puzzles"))
            #expect(page.contains("Then you decide whether to accept."))
            // Other messages don't introduce the site.
            #expect(try await !site.browser().open("/nowhere").text.contains("About Paceline"))
        }
    }

    @Test("Visitors see the same page for a link of a child as for one of an adult")
    func children() async throws {
        try await Site.invitations { site, friend, group in
            let child = site.browser()
            try await child.open("/sign-up")
            let signedUp = try await child.submit(
                "/sign-up",
                [
                    "username": "kid", "displayName": "Kiddo", "password": Browser.password,
                    "birthDate": "2018-03-01",
                ])
            #expect(signedUp.status == 303)
            let session = try await site.session("kid")
            let class3b = try await session.createGroup(title: "Class 3b")
            let links = [
                (friend, "/add/\(try await session.friendCode().code)", "You are invited to be friends"),
                (
                    group, "/join/\(try await session.joinCode(of: class3b.id).code)",
                    "You are invited to a group"
                ),
            ]
            for (adults, childs, sentence) in links {
                for path in [adults, childs] {
                    for page in [path, "/sign-up?next=\(path)"] {
                        let seen = try await site.browser().open(page)
                        #expect(seen.status == 200 && seen.text.contains(sentence), "\(page)")
                        for name in ["Ana Ant", "Crew", "Kiddo", "Class 3b"] {
                            #expect(!seen.text.contains(name), "\(page)")
                        }
                    }
                }
            }
        }
    }

    @Test(
        "A blocked person doesn't see the name of the inviter, nor, signed out, that the link works for others"
    )
    func blocked() async throws {
        try await Site.invitations { site, friend, group in
            let ben = try await site.member("ben")
            try await site.session("ana").block(.username("ben"))
            for (path, unused) in [(friend, "/add/222222"), (group, "/join/2222222222")] {
                let page = try await ben.open(path)
                #expect(page.status == 404 && !page.text.contains("Ana Ant"))
                let pages = [try await site.browser().open(path), try await site.browser().open(unused)]
                #expect(pages[0].status == pages[1].status)
                let texts = zip(pages, [path, unused]).map { $0.text.replacing($1, with: "") }
                #expect(texts[0] == texts[1])
            }
        }
    }

    @Test("Opening links is limited for visitors, on every page with a code")
    func limits() async throws {
        let limits = RateLimits(signIn: RateLimit(name: "sign-in", count: 3, window: 60))
        for path in [
            "/add/222222", "/join/2222222222", "/sign-up?next=/add/222222", "/sign-in?next=%2Fadd%2F222222",
        ] {
            try await Site.run(limits: limits) { site in
                let visitor = site.browser()
                var statuses: [Int] = []
                for _ in 0..<4 { statuses.append(try await visitor.open(path).status) }
                #expect(statuses.firstIndex(of: 429) == 3, "\(path)")
                #expect(try await visitor.open("/sign-up").status == 200)
            }
        }
    }

    @Test(
        "Only paths with a code are invitations",
        arguments: [
            "/join/", "/add/", "/add/222222/x", "/add/222222?x", "//add/222222", "/groups/222222",
            "add/222222",
            "/join/222222", "/add/2222222222",
        ])
    func parsing(path: String) {
        #expect(InvitationLink(path: path) == nil)
    }
}

extension Site {
    /// Ana, her group and the paths of her two links.
    static func invitations(
        _ live: @Sendable (Site, _ friend: String, _ group: String) async throws -> Void
    ) async throws {
        try await run { site in
            _ = try await site.member("ana", name: "Ana Ant")
            let session = try await site.session("ana")
            let group = try await session.createGroup(title: "Crew")
            try await live(
                site, "/add/\(try await session.friendCode().code)",
                "/join/\(try await session.joinCode(of: group.id).code)")
        }
    }
}
