import Foundation
import Paceline
import PacelineEngine
import PacelineTestSupport
import Testing

@Suite("Passkeys on the web") struct PasskeyPagesTests {
    @Test("A passkey that the browser created is listed, signs in, and is removed")
    func journey() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let other = try await Self.signIn("ana", site)
            let (authenticator, added) = try await Self.addPasskey("Phone <b>", ana)
            #expect(added.location == "/settings/sign-in")
            #expect(try await other.open("/friends").status == 303, "other browsers are signed out")
            let listed = try await ana.open("/settings/sign-in").text
            #expect(listed.contains("Passkey added.") && listed.contains("<b>Phone &lt;b&gt;</b>"))
            #expect(listed.contains(#"data-ids="\#(Base64URLData(authenticator.credentialID))""#))
            #expect(try await ana.open("/settings/security").text.contains("Passkey “Phone &lt;b&gt;” added"))

            let browser = site.browser()
            let page = try await browser.open("/sign-in?next=/friends").text
            #expect(page.contains(#"data-passkey="localhost" data-ids="""#))
            #expect(page.contains("Passkeys need JavaScript."))
            var fields = try await Self.answer(of: authenticator, site)
            fields["next"] = "/friends"
            #expect(try await browser.submit("/sign-in/passkey", fields).location == "/friends")
            #expect(try await browser.open("/friends").status == 200)
            #expect(try await browser.open("/settings/sign-in").text.contains("Passkey · "))

            let passkey = try #require(try await site.session("ana").passkeys().first)
            let path = "/settings/passkeys/\(passkey.id)/remove"
            try await browser.open("/settings/sign-in")
            #expect(try await browser.submit(path).location == "/settings/sign-in")
            let after = try await browser.open("/settings/sign-in").text
            #expect(after.contains("Passkey removed.") && !after.contains("<b>Phone"))
            #expect(try await browser.submit(path).status == 404)
        }
    }

    @Test("An answer that was used, or that the script did not fill in, is refused")
    func refused() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let (authenticator, _) = try await Self.addPasskey("Phone", ana)
            let fields = try await Self.answer(of: authenticator, site)
            for (values, status) in [(fields, 303), (fields, 401), ([:], 401), (["signature": "%"], 401)] {
                let browser = site.browser()
                try await browser.open("/sign-in")
                let response = try await browser.submit("/sign-in/passkey", values)
                #expect(response.status == status)
                #expect(response.text.contains("The passkey was not accepted.") == (status == 401))
            }
            try await ana.open("/settings/sign-in")
            let empty = try await ana.submit("/settings/passkeys", ["name": "Laptop"])
            #expect(empty.status == 422 && empty.text.contains("The passkey was not accepted."))
            #expect(empty.text.contains(#"value="Laptop""#))
            let (_, unnamed) = try await Self.addPasskey(" ", ana)
            #expect(unnamed.status == 422 && unnamed.text.contains(##"href="#field-name""##))
        }
    }

    @Test("With a passkey, only a passkey confirms")
    func confirming() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let (authenticator, _) = try await Self.addPasskey("Phone", ana)
            // The password is older, and can be used against the passkey for a week.
            site.clock.advance(by: 7 * 86_400)
            let settings = try await ana.open("/settings/sign-in").text
            #expect(!settings.contains("data-challenge") && settings.contains("Phone"))
            let path = "/settings/sign-in"
            let page = try await ana.open("/settings/confirm?next=\(path)").text
            #expect(page.contains("Confirm with a passkey") && !page.contains("type=\"password\""))
            #expect(page.contains(#"data-ids="\#(Base64URLData(authenticator.credentialID))""#))
            let password = try await ana.submit("/settings/confirm", ["password": Browser.password])
            #expect(password.status == 422 && password.text.contains("Confirm with your passkey instead."))
            let empty = try await ana.submit("/settings/confirm", ["credentialId": ""])
            #expect(empty.status == 422 && empty.text.contains("The passkey was not accepted."))
            var fields = try await Self.answer(of: authenticator, site)
            fields["next"] = path
            let before = await ana.cookies["paceline-session"]
            #expect(try await ana.submit("/settings/confirm", fields).location == path)
            #expect(await ana.cookies["paceline-session"] != before)
            #expect(try await ana.open(path).text.contains("data-challenge"))
        }
    }

    @Test("Where browsers allow no passkeys, the pages say so and have no forms for them")
    func unavailable() async throws {
        try await Site.run { site in
            site.engine.environment.publicAddress.move(to: "http://192.0.2.1")
            let ana = try await site.member("ana")
            let settings = try await ana.open("/settings/sign-in").text
            #expect(settings.contains("Passkeys work only over HTTPS") && !settings.contains("data-passkey"))
            #expect(try await !site.browser().open("/sign-in").text.contains("data-passkey"))
        }
    }

    @Test("Operating systems find the apps that may use the passkeys")
    func apps() async throws {
        let apple = "/.well-known/apple-app-site-association"
        let android = "/.well-known/assetlinks.json"
        try await Site.run { site in
            let files = [try await site.browser().open(apple), try await site.browser().open(android)]
            #expect(files.map(\.text) == [#"{"webcredentials":{"apps":[]}}"#, "[]"])
        }
        let certificate = [UInt8](repeating: 10, count: 32)
        let apps: [PasskeyApp] = [
            .apple(identifier: "ABCDE12345.com.example.crew"),
            .android(package: "com.example.crew", certificate: certificate),
        ]
        try await Site.run(configuring: { $0.passkeyApps = apps }) { site in
            let file = try await site.browser().open(apple)
            #expect(file.headers[.contentType] == "application/json")
            #expect(file.text == #"{"webcredentials":{"apps":["ABCDE12345.com.example.crew"]}}"#)
            let links = try await site.browser().open(android).text
            #expect(links.contains(#""package_name":"com.example.crew""#))
            #expect(links.contains("delegate_permission/common.get_login_creds"))
            #expect(links.contains(#""sha256_cert_fingerprints":["0A:0A:"#))
        }
    }

    private static func signIn(_ username: String, _ site: Site) async throws -> Browser {
        let browser = site.browser()
        try await browser.open("/sign-in")
        try await browser.submit("/sign-in", ["username": username, "password": Browser.password])
        return browser
    }

    /// Creates a passkey as the script does, with what the page says.
    private static func addPasskey(
        _ name: String, _ browser: Browser
    ) async throws -> (SoftwareAuthenticator, Browser.Shown) {
        let page = try await browser.open("/settings/sign-in").text
        let values = Dictionary(
            page.matches(of: /data-([a-z]+)="([^"]*)"/).map { (String($0.1), String($0.2)) }
        ) { first, _ in first }
        let creation = PasskeyCreation(
            challenge: try #require(values["challenge"].flatMap { Base64URLData($0) }),
            relyingParty: try #require(values["passkey"]),
            userHandle: try #require(values["user"].flatMap { Base64URLData($0) }),
            accountName: try #require(values["account"]), displayName: try #require(values["display"]),
            excludedCredentialIDs: [], expiresAt: .distantFuture)
        var authenticator = try SoftwareAuthenticator()
        let registration = authenticator.create(for: creation)
        let response = try await browser.submit(
            "/settings/passkeys",
            [
                "name": name, "publicKey": "\(registration.publicKey)",
                "authenticatorData": "\(registration.authenticatorData)",
                "clientDataJSON": "\(registration.clientDataJSON)",
            ])
        return (authenticator, response)
    }

    /// The fields that the script fills in with what the passkey answers.
    private static func answer(
        of authenticator: SoftwareAuthenticator, _ site: Site
    ) async throws -> [String: String] {
        let assertion = try authenticator.sign(try await site.engine.createPasskeyChallenge())
        return [
            "credentialId": "\(assertion.credentialID)",
            "authenticatorData": "\(assertion.authenticatorData)",
            "clientDataJSON": "\(assertion.clientDataJSON)", "signature": "\(assertion.signature)",
            "userHandle": assertion.userHandle?.description ?? "",
        ]
    }
}
