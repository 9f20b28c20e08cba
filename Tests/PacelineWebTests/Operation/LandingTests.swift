import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Landing page") struct LandingTests {
    @Test("Each picture has its size, a text and a dark version, and is a WebP file of at most 80 kB")
    func pictures() async throws {
        try await Site.run { site in
            let browser = site.browser()
            let page = try await browser.open("/").text
            let pictures = page.matches(
                of:
                    #/
                    <picture><source\ssrcset="([^"]+)"\smedia="\(prefers-color-scheme:\sdark\)">
                    <img\ssrc="([^"]+)"\swidth="\d+"\sheight="\d+"\salt="[^"]{20,}"
                    /#)
            #expect(pictures.count == 3)
            for picture in pictures {
                for address in [picture.1, picture.2] {
                    let image = try await site.client.executeRequest(
                        uri: String(address), method: .get, headers: [:], body: nil)
                    #expect(image.headers[.contentType] == "image/webp")
                    #expect(image.body.readableBytes <= 80_000)
                    #expect(image.body.getString(at: image.body.readerIndex + 8, length: 4) == "WEBP")
                }
                #expect(picture.1 != picture.2)
            }
            #expect(page.matches(of: /loading="lazy"/).count == 2)
            #expect(page.utf8.count < 60_000)
        }
    }

    @Test("Parents learn what a child's account shows, before they sign up and afterwards")
    func children() async throws {
        try await Site.run { site in
            let browser = site.browser()
            let landing = try await browser.open("/").text
            #expect(landing.contains("href=\"/children\""))
            #expect(landing.contains("unless the group is supervised"))
            #expect(landing.contains("For parents"))
            #expect(landing.contains("becoming friends takes a friend code"))
            #expect(landing.contains("compare workouts and daily puzzles"))
            for (visitor, offersSignUp) in [(browser, true), (try await site.member("ana"), false)] {
                let page = try await visitor.open("/children")
                #expect(page.status == 200 && page.text.contains("In a supervised group"))
                #expect(page.text.contains("class=\"button\" href=\"/sign-up\"") == offersSignUp)
                #expect(page.text.matches(of: /<li><svg/).count == page.text.matches(of: /<li>/).count)
            }
            #expect(try await browser.open("/sign-up").text.contains("href=\"/children\""))
        }
    }

    @Test("The operator is named to visitors and members, and nothing is invented")
    func naming() async throws {
        let contact = try #require(ServerOperator.Contact("crew@example.org"))
        for (known, expected, missing) in [
            (ServerOperator(), "The operator of this server, 127.0.0.1, has not given a name.", "Contact:"),
            (
                ServerOperator(name: "Tuesday <Crew>", contact: contact),
                "Tuesday &lt;Crew&gt; runs this server, 127.0.0.1.", "has not given a name"
            ),
        ] {
            try await Site.run(serverOperator: known) { site in
                let ana = try await site.member("ana")
                let landing = try await site.browser().open("/").text
                let isNamed = known.name != nil
                #expect(landing.contains("Run by Tuesday &lt;Crew&gt;</h2>") == isNamed)
                #expect(landing.contains("class=\"landing-own\"") == isNamed)
                for page in [try await site.browser().open("/"), try await ana.open("/settings/server")] {
                    #expect(page.text.contains(expected) && !page.text.contains(missing))
                    let link = "<a href=\"mailto:crew@example.org\">crew@example.org</a>"
                    #expect(page.text.contains(link) == (known.contact != nil))
                }
            }
        }
    }

    @Test(
        "A contact is an email address or a page over TLS",
        arguments: [
            ("crew@example.org", "mailto:crew@example.org"),
            ("https://crew.example/contact", "https://crew.example/contact"), ("http://crew.example", nil),
            ("javascript:alert(1)", nil), ("crew", nil), ("", nil), ("crew@example.org\nx", nil),
            ("https://", nil), ("https://" + String(repeating: "x", count: 200), nil),
        ])
    func contacts(text: String, target: String?) {
        #expect(ServerOperator.Contact(text)?.href == target)
    }

    @Test("Vulnerabilities can be reported to the operator")
    func securityText() async throws {
        let named = ServerOperator(name: "Crew", contact: .init("crew@example.org"))
        try await Site.run(serverOperator: named) { site in
            let text = try await site.browser().open("/.well-known/security.txt").text
            #expect(text.contains("Contact: mailto:crew@example.org\n"))
            #expect(text.firstMatch(of: /Expires: \d{4}-\d\d-\d\dT00:00:00Z\n/) != nil)
        }
        try await Site.run { site in
            let missing = try await site.browser().open("/.well-known/security.txt")
            #expect(missing.status == 404)
        }
    }
}
