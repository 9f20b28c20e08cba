import Foundation
import PacelineClient
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Regaining an account, and access tokens", .timeLimit(.minutes(10))) struct SecurityJourneyTests {
    @Test("A member creates codes and a token, loses the password, and regains the account")
    func onServer() async throws {
        let data = try await SmallCommunity.copy()
        let server = try await ServerProcess.start(data: data.url)
        let address = server.url.absoluteString
        let laptop = Terminal(home: try Folder())
        let signIn = try await laptop.run(
            "sign-in", "demi", "--password-stdin", "--server", address, input: "paceline-demo\n")
        #expect(signIn.status == 0, "\(signIn.messages)")
        #expect(try await laptop.run("recovery-codes").output.contains("Unused codes  0"))
        let codes = try await laptop.run("recovery-codes", "--new").output.matches(
            of: /([2-9A-Z]{5}-){4}[2-9A-Z]{5}/)
        #expect(codes.count == 10)
        let created = try await laptop.run("tokens", "create", "Rowing script", "--scope", "workouts")
        #expect(created.status == 0 && created.output.contains(/pct_[A-Za-z0-9_-]{43}/))
        let listed = try await laptop.run("tokens")
        #expect(listed.output.contains("Rowing script") && !listed.output.contains("pct_"))
        let id = try #require(listed.output.split(separator: "\n").last?.split(separator: " ").first)
        #expect(try await laptop.run("tokens", "revoke", String(id)).status == 0)
        #expect(try await laptop.run("tokens").messages.contains("You have no access tokens."))
        let none = try await laptop.run("tokens", "create", "Script")
        #expect(none.status == 64, "a token needs a scope")

        let phone = Terminal(home: try Folder())
        let wrong = try await phone.run(
            "recover", "--password-stdin", "--server", address, input: "nonsense\na new password\n")
        #expect(wrong.status == 1 && wrong.messages.contains("That recovery code is wrong"))
        let recovered = try await phone.run(
            "recover", "--password-stdin", "--server", address, input: "\(codes[0].0)\na new password\n")
        #expect(recovered.status == 0, "\(recovered.messages)")
        #expect(try await laptop.run("me").status == 1)
        let events = try await phone.run("security").output
        for text in [
            "A recovery code or link was used", "Access token “Rowing script” revoked", "paceline on ",
        ] {
            #expect(events.contains(text), "\(text)")
        }
        let inbox = try await phone.run("notifications")
        #expect(inbox.output.contains("A recovery code or link was used (paceline on "))
        #expect(inbox.output.contains("New sign-in from paceline on "))
        for command in ["paceline password", "paceline identities", "paceline sign-out --everywhere"] {
            #expect(inbox.messages.contains(command))
        }
        #expect(try await phone.run("notifications", "settings", "--off", "security").status == 64)

        // The codes were new, so the former password undoes what they did.
        let restored = try await laptop.run(
            "recover", "--former", "@demi", "--password-stdin", "--server", address,
            input: "paceline-demo\n")
        #expect(restored.status == 0, "\(restored.messages)")
        #expect(try await laptop.run("me").status == 0)
        #expect(try await phone.run("me").status == 1)
        server.stop()
        await server.waitUntilExit()
    }

    @Test("A member who has just signed in changes the email address and clears it")
    func email() async throws {
        let data = try await SmallCommunity.copy()
        let server = try await ServerProcess.start(data: data.url)
        let laptop = Terminal(home: try Folder())
        let signIn = try await laptop.run(
            "sign-in", "demi", "--password-stdin", "--server", server.url.absoluteString,
            input: "paceline-demo\n")
        #expect(signIn.status == 0, "\(signIn.messages)")
        let changed = try await laptop.run("me", "--email", "demi@example.org")
        #expect(changed.status == 0, "\(changed.messages)")
        #expect(changed.output.contains("demi@example.org"))
        #expect(try await laptop.run("me").output.contains("demi@example.org"))
        let wrong = try await laptop.run("me", "--email", "nonsense")
        #expect(wrong.status == 1 && wrong.messages.contains("That is not an email address."))
        let cleared = try await laptop.run("me", "--email", "")
        #expect(cleared.status == 0 && !cleared.output.contains("Email"))
        server.stop()
        await server.waitUntilExit()
    }

    @Test(
        "Passkeys are listed, and removed with an older password or the data folder; a terminal can use none")
    func passkeys() async throws {
        let data = try await SmallCommunity.copy()
        let server = try await ServerProcess.start(data: data.url)
        let remote = RemoteServer(url: server.url)
        let signedIn = try await remote.signIn(
            with: .password(username: "demi", password: "paceline-demo"))
        let session = remote.session(token: signedIn.token)
        let port = try #require(server.url.port)
        for name in ["Phone", "Tablet"] {
            var authenticator = try SoftwareAuthenticator(origin: "http://localhost:\(port)")
            let creation = try await session.preparePasskey()
            _ = try await session.addPasskey(authenticator.create(for: creation, named: name))
        }

        let laptop = Terminal(home: try Folder())
        let signIn = try await laptop.run(
            "sign-in", "demi", "--password-stdin", "--server", server.url.absoluteString,
            input: "paceline-demo\n")
        #expect(signIn.status == 0, "\(signIn.messages)")
        let listed = try await laptop.run("passkeys")
        #expect(listed.status == 0 && listed.output.contains("Phone") && listed.output.contains("never"))
        let ids = listed.output.split(separator: "\n").suffix(2).compactMap { $0.split(separator: " ").first }
        try #require(ids.count == 2)
        let refused = try await laptop.run("recovery-codes", "--new")
        #expect(refused.status == 1 && refused.messages.contains("use the web app"))
        let contested = try await laptop.run("passkeys", "remove", String(ids[0]))
        #expect(contested.status == 0, "\(contested.messages)")
        #expect(try await laptop.run("security").output.contains("Passkey “Phone” added"))
        server.stop()
        await server.waitUntilExit()

        let machine = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let removed = try await machine.run("passkeys", "remove", String(ids[1]))
        #expect(removed.status == 0, "\(removed.messages)")
        #expect(try await machine.run("passkeys", "list").messages.contains("You have no passkeys."))
    }

    @Test("Ways to sign in are listed, and one that the member did not add is unlinked")
    func identities() async throws {
        let data = try await SmallCommunity.copy()
        let server = try await ServerProcess.start(data: data.url)
        let remote = RemoteServer(url: server.url)
        let stolen = try await remote.signIn(
            with: .password(username: "demi", password: "paceline-demo"))
        let secret = Credential.newDeviceSecret()
        _ = try await remote.session(token: stolen.token).link(.device(secret: secret))
        let laptop = Terminal(home: try Folder())
        let signIn = try await laptop.run(
            "sign-in", "demi", "--password-stdin", "--server", server.url.absoluteString,
            input: "paceline-demo\n")
        #expect(signIn.status == 0, "\(signIn.messages)")
        let listed = try await laptop.run("identities").output.split(separator: "\n")
        let device = try #require(listed.first { $0.contains("device") })
        #expect(listed.contains { $0.contains("password") })
        let id = try #require(device.split(separator: " ").first)
        let unlinked = try await laptop.run("identities", "unlink", String(id))
        #expect(unlinked.status == 0, "\(unlinked.messages)")
        #expect(try await !laptop.run("identities", "list").output.contains("device"))
        let stranger = try await remote.signIn(with: .device(secret: secret))
        #expect(stranger.person.username == nil)
        server.stop()
        await server.waitUntilExit()
    }

    @Test("An administrator makes a link with the server's address")
    func link() async throws {
        let data = try await SmallCommunity.copy()
        let admin = Terminal(home: data, context: ["--data", data.path])
        let made = try await PacelineProcess.run(
            ["admin", "recover", "@demi", "--data", data.path], home: data,
            environment: ["PACELINE_PUBLIC_URL": "https://crew.example"])
        #expect(made.status == 0, "\(made.messages)")
        #expect(made.output.contains(/https:\/\/crew\.example\/recover\?code=[2-9A-Z-]{29}\s/))
        #expect(made.output.contains("Valid until"))
        #expect(made.messages.contains("notice") && made.messages.contains("kind=recoveryLinkCreated"))
        #expect(!made.messages.contains(/[2-9A-Z]{5}-[2-9A-Z]{5}/), "the log contains no secret")
        let named = try await admin.run("admin", "recover", "demi", "--public-url", "https://crew.example/")
        #expect(named.output.contains(/https:\/\/crew\.example\/recover\?code=[2-9A-Z-]{29}\s/))
        #expect(try await admin.run("admin", "recover", "demi").messages.contains("--public-url"))
        let invalid = try await admin.run("admin", "recover", "demi", "--public-url", "crew.example")
        #expect(invalid.status == 64)
        let inbox = try await Terminal(home: data, context: ["--data", data.path, "--as", "demi"]).run(
            "notifications")
        #expect(inbox.output.contains("An administrator made a recovery link"))
        let unknown = try await admin.run("admin", "recover", "no_one_here")
        #expect(unknown.status == 1)
    }

    @Test(
        "The operator makes an administrator, and cannot remove the only one by mistake"
    )
    func staff() async throws {
        let data = try await SmallCommunity.copy()
        let admin = Terminal(home: data, context: ["--data", data.path])
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        #expect(try await admin.run("admin", "staff").messages.contains("No one has a role yet."))
        let granted = try await admin.run("admin", "grant", "@demi", "administrator")
        #expect(granted.status == 0, "\(granted.messages)")
        #expect(granted.messages.contains("@demi is now an administrator."))
        #expect(granted.messages.contains("notice") && granted.messages.contains("kind=roleChanged"))
        #expect(granted.messages.contains("by=operator"), "\(granted.messages)")
        #expect(try await demi.run("me").output.contains("administrator"))
        #expect(try await demi.run("security").output.contains("changed to administrator"))
        let listed = try await admin.run("admin", "staff", "--json")
        #expect(listed.output.hasPrefix("[") && listed.output.contains("demi"))
        #expect(try await admin.run("admin", "grant", "demi", "member").status == 1)
        #expect(try await admin.run("admin", "grant", "no_one_here", "moderator").status == 1)
        #expect(try await admin.run("admin", "grant", "demi", "king").status == 64)
        let removed = try await admin.run("admin", "grant", "demi", "member", "--leave-no-administrator")
        #expect(removed.messages.contains("@demi is now a member."), "\(removed.messages)")
    }

    @Test("A birth date can be set once, and corrected by an administrator, which its owner sees")
    func birthDate() async throws {
        let data = try await SmallCommunity.copy()
        let admin = Terminal(home: data, context: ["--data", data.path])
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let fixed = try await demi.run("me", "--birth-date", "1988-02-29")
        #expect(fixed.status == 1 && fixed.messages.contains("only once"), "\(fixed.messages)")
        let corrected = try await admin.run("admin", "birth-date", "@demi", "1988-02-29")
        #expect(corrected.status == 0, "\(corrected.messages)")
        #expect(corrected.messages.contains("@demi was born on 1988-02-29"))
        #expect(try await demi.run("me").output.contains("1988-02-29"))
        let events = try await demi.run("security").output
        #expect(events.contains("An administrator corrected the birth date"))
        let inbox = try await demi.run("notifications").output
        #expect(inbox.contains("An administrator corrected the birth date"))
        for arguments in [["demi", "2999-01-01"], ["no_one_here", "1988-02-29"]] {
            let wrong = try await admin.run("admin", "birth-date", arguments[0], arguments[1])
            #expect(wrong.status == 1, "\(arguments)")
        }
    }
}
