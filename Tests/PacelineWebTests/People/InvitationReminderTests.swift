import Foundation
import HTTPTypes
import Paceline
import Testing

@Suite("Reminders of invitations") struct InvitationReminderTests {
    private static let friend = "You are invited to be friends"
    private static let group = "You are invited to a group"

    /// A person who opens the link, loses it and signs up.
    private static func newcomer(_ site: Site, _ name: String, after link: String) async throws -> Browser {
        let browser = site.browser()
        try await browser.open(link)
        try await browser.signUp(name)
        return browser
    }

    @Test("Home reminds of a link followed before sign-up, without names, until it is answered")
    func reminding() async throws {
        try await Site.invitations { site, friend, group in
            for (name, link, sentence, answer) in [
                ("ben", friend, Self.friend, "/friends/add"), ("cleo", group, Self.group, group),
            ] {
                let person = try await Self.newcomer(site, name, after: link)
                for _ in 0..<2 {
                    let home = try await person.open("/").text
                    #expect(
                        home.contains(sentence) && home.contains("href=\"\(link)\">View invitation"),
                        "\(name)")
                    #expect(!home.contains("invites you to") && !home.contains(">Crew<"), "\(name)")
                }
                // Looking is no answer.
                #expect(try await person.open(link).status == 200)
                #expect(try await person.open("/").text.contains(sentence), "\(name)")
                let code = link.split(separator: "/").last.map(String.init) ?? ""
                #expect(try await person.submit(answer, ["code": code]).status == 303)
                #expect(try await !person.open("/").text.contains(sentence), "\(name)")
                #expect(await person.cookies["paceline-invitation"] == nil, "\(name)")
            }
        }
    }

    @Test("A visitor who leaves the link’s page still signs up or in with the invitation")
    func continuing() async throws {
        try await Site.invitations { site, friend, group in
            for (link, sentence) in [
                (friend, Self.friend), (group, Self.group), ("/add/222222", Self.friend),
            ] {
                let visitor = site.browser()
                try await visitor.open(link)
                try await visitor.open("/")
                for page in ["/sign-up", "/sign-in"] {
                    let form = try await visitor.open(page).text
                    #expect(form.contains(sentence) && form.contains("action=\"\(page)?next=\(link)\""))
                    #expect(form.contains("name=\"next\" value=\"\(link)\""))
                    #expect(!form.contains("Ana Ant") && !form.contains("Crew"))
                    #expect(try await !visitor.open("\(page)?next=/friends").text.contains(sentence))
                }
            }
            #expect(try await !site.browser().open("/sign-up").text.contains("You are invited"))
        }
    }

    @Test("A mistyped link and one of another kind don’t displace the first")
    func several() async throws {
        try await Site.invitations { site, friend, group in
            let ben = site.browser()
            for link in [friend, group, "/add/222222"] { try await ben.open(link) }
            try await ben.signUp("ben")
            #expect(try await ben.open("/").text.contains("href=\"/add/222222\">View invitation"))
            #expect(try await ben.open("/add/222222").status == 404)
            #expect(try await ben.open("/").text.contains("href=\"\(group)\">View invitation"))
            #expect(try await ben.submit(group).status == 303)
            #expect(try await ben.open("/").text.contains("href=\"\(friend)\">View invitation"))
            try await ben.submit("/invitation/dismiss")
            #expect(try await !ben.open("/").text.contains("You are invited"))

            let cleo = site.browser()
            for link in [group, "/add/222222"] { try await cleo.open(link) }
            try await cleo.signUp("cleo")
            try await cleo.open("/")
            try await cleo.submit("/invitation/dismiss")
            #expect(try await cleo.open("/").text.contains("href=\"\(group)\">View invitation"))
        }
    }

    @Test("The cookie lasts a week, out of reach of scripts and other sites, and is the same for every code")
    func cookie() async throws {
        try await Site.invitations { site, friend, group in
            for link in [friend, group, "/add/222222", "/join/2222222222"] {
                let page = try await site.browser().open(link)
                let cookie = try #require(
                    page.headers[values: .setCookie].first { $0.hasPrefix("paceline-invitation=\(link);") })
                for part in ["Max-Age=604800", "HttpOnly", "SameSite=Lax", "Path=/"] {
                    #expect(cookie.contains(part), "\(link): \(part)")
                }
            }
            for link in ["/join/short", "/add/zz"] {
                let page = try await site.browser().open(link)
                #expect(!page.headers[values: .setCookie].contains { $0.contains("invitation") }, "\(link)")
            }
        }
    }

    @Test("An account without a username, and one that signs in, are reminded, too")
    func accounts() async throws {
        try await Site.invitations { site, _, group in
            let guest = site.browser()
            try await guest.open("/sign-in")
            try await guest.submit("/sign-in/device")
            #expect(try await guest.open(group).location == "/welcome?next=\(group)")
            try await guest.open("/welcome")
            try await guest.submit("/welcome", ["username": "gwen", "birthDate": "1990-05-17"])
            #expect(try await guest.open("/").text.contains(Self.group))
            _ = try await site.member("ben")
            let ben = site.browser()
            try await ben.open(group)
            try await ben.open("/sign-in")
            try await ben.submit("/sign-in", ["username": "ben", "password": Browser.password])
            #expect(try await ben.open("/").text.contains(Self.group))
            // A member who opens a link has the page before them.
            let cleo = try await site.member("cleo")
            try await cleo.open(group)
            #expect(try await !cleo.open("/").text.contains(Self.group))
        }
    }

    @Test("A reminder can be dismissed, and ends when the person signs out")
    func ending() async throws {
        try await Site.invitations { site, friend, group in
            let ben = try await Self.newcomer(site, "ben", after: group)
            try await ben.open("/")
            #expect(try await ben.submit("/invitation/dismiss").location == "/")
            #expect(try await !ben.open("/").text.contains(Self.group))
            for (name, path) in [("cleo", "/sign-out"), ("dora", "/sign-out/everywhere")] {
                let person = try await Self.newcomer(site, name, after: friend)
                try await person.open("/")
                try await person.submit(path)
                #expect(await person.cookies["paceline-invitation"] == nil, "\(path)")
            }
        }
    }

    @Test("A reminder of a link that no longer works ends when it is opened, but not for a child")
    func outdated() async throws {
        try await Site.invitations { site, friend, group in
            let (ben, cleo) = (
                try await Self.newcomer(site, "ben", after: group),
                try await Self.newcomer(site, "cleo", after: friend)
            )
            let kim = site.browser()
            try await kim.open(group)
            try await kim.signUp("kim", bornOn: "\(site.today.year - 10)-01-01")
            // Opening another link leaves the reminder alone.
            try await ben.open("/join/2222222222")
            #expect(try await ben.open("/").text.contains(Self.group))
            let session = try await site.session("ana")
            _ = try await session.resetFriendCode()
            let id = try #require(try await session.groups(PageRequest()).items.first).id
            try await session.revokeJoinCode(of: id)
            for (person, link, stays) in [(ben, group, false), (cleo, friend, false), (kim, group, true)] {
                #expect(try await person.open(link).status == 404)
                #expect(try await person.open("/").text.contains("You are invited") == stays, "\(link)")
            }
        }
    }

    @Test("A cookie that is no link shows nothing")
    func forged() async throws {
        try await Site.run { site in
            let ben = try await site.member("ben")
            await ben.setCookie("paceline-invitation", to: "/join/2222222222")
            #expect(try await ben.open("/").text.contains(Self.group))
            for value in ["//evil.example/x", "/sign-out", "/join/short", "/add/222222/x", "..", "."] {
                await ben.setCookie("paceline-invitation", to: value)
                #expect(try await !ben.open("/").text.contains("You are invited"), "\(value)")
            }
        }
    }
}
