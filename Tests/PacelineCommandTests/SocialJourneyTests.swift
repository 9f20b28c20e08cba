import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

/// Runs the same journey on a data folder and on a server, since both share one code path.
@Suite("From sign-up to a comment", .timeLimit(.minutes(10))) struct SocialJourneyTests {
    @Test("On a local data folder")
    func onDataFolder() async throws {
        let data = try await SmallCommunity.copy()
        let ana = Terminal(home: data, context: ["--data", data.path, "--as", "ana_new"])
        let signUp = try await Terminal(home: data).run(
            "sign-up", "ana_new", "--birth-date", "1990-05-17", "--password-stdin", "--data", data.path,
            input: "correct horse\n")
        #expect(signUp.status == 0, "\(signUp.messages)")
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        try await walk(ana, demi)
    }

    @Test("On a server")
    func onServer() async throws {
        let data = try await SmallCommunity.copy()
        let server = try await ServerProcess.start(data: data.url)
        let (ana, demi) = (Terminal(home: try Folder()), Terminal(home: try Folder()))
        let signUp = try await ana.run(
            "sign-up", "ana_new", "--birth-date", "1990-05-17", "--password-stdin", "--server",
            server.url.absoluteString, input: "correct horse\n")
        #expect(signUp.status == 0, "\(signUp.messages)")
        let signIn = try await demi.run(
            "sign-in", "demi", "--password-stdin", "--server", server.url.absoluteString,
            input: "paceline-demo\n")
        #expect(signIn.status == 0, "\(signIn.messages)")
        try await walk(ana, demi)
        try await signOut(ana)
        server.stop()
        await server.waitUntilExit()
        let alone = try await demi.run("feed")
        #expect(alone.status == 69)
        #expect(alone.messages.contains("Cannot reach"))
    }

    private func walk(_ ana: Terminal, _ demi: Terminal) async throws {
        let asked = try await ana.run("requests", "send", "@demi", "--message", "Hello!")
        #expect(asked.status == 0, "\(asked.messages)")
        #expect(try await ana.run("requests", "send", "demi").status == 1)
        #expect(try await demi.json("requests").items.first?.text("message") == "Hello!")
        #expect(try await demi.run("requests", "accept", "ana_new").status == 0)
        let friends = try await ana.json("friends").items.map { $0.text("username") }
        #expect(friends == ["demi"])

        let storage = try await ana.json("me", "--storage")
        #expect(storage.number("usedBytes") == 0 && storage.number("limitBytes") == 200_000_000)
        #expect(try await ana.run("me", "--storage").output.contains("1 GB from "))

        let feed = try await ana.json("feed", "--person", "demi", "--limit", "3")
        let item = try #require(feed.items.first)
        let short = String(item.text("id").suffix(8))
        #expect(try await ana.json("kudos", short).number("count") == item.number("kudosCount") + 1)
        let comment = try await ana.json("comment", short, "Strong last 500, @demi!")
        #expect(comment.text("text") == "Strong last 500, @demi!")
        #expect(
            try await demi.json("comment", "heart", short, String(comment.text("id").suffix(8))).number(
                "count") == 1)
        let givers = try await ana.json("comment", "hearts", short, String(comment.text("id").suffix(8)))
        #expect(givers.items.map { $0.text("username") } == ["demi"])
        let table = try await demi.run("feed")
        #expect(table.output.contains("ana_new: Strong last 500"))
        let withdrawn = try await ana.json("kudos", "withdraw", "demi/" + short)
        #expect(withdrawn.number("count") == item.number("kudosCount"))
        #expect(try await ana.json("mute", "demi").isEmpty)
        #expect(try await ana.json("mute").items.map { $0.text("username") } == ["demi"])

        #expect(try await ana.run("block", "demi").status == 0)
        #expect(try await ana.run("people", "show", "demi").status == 0)
        let hidden = try await demi.run("people", "show", "ana_new")
        #expect(hidden.status == 1)
        #expect(hidden.output.isEmpty)
    }

    private func signOut(_ terminal: Terminal) async throws {
        #expect(try await terminal.run("sign-out").status == 0)
        let after = try await terminal.run("me")
        #expect(after.status == 1)
        #expect(after.messages.contains("paceline sign-in"))
    }

    @Test("The saved sign-in is readable only by its owner and contains no password")
    func savedSignIn() async throws {
        let data = try await SmallCommunity.copy()
        let server = try await ServerProcess.start(data: data.url)
        let terminal = Terminal(home: try Folder())
        let wrong = try await terminal.run(
            "sign-in", "demi", "--password-stdin", "--server", server.url.absoluteString,
            input: "wrong-password\n")
        #expect(wrong.status == 1)
        let reserved = try await terminal.run(
            "sign-in", "demo", "--password-stdin", "--server", server.url.absoluteString,
            input: "paceline-demo\n")
        #expect(reserved.messages.contains("Sign in as demi"))
        _ = try await terminal.run(
            "sign-in", "demi", "--password-stdin", "--server", server.url.absoluteString,
            input: "paceline-demo\n")
        let file = terminal.home.file("sign-in.json")
        let permissions =
            try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("paceline-demo"))
        let elsewhere = try await terminal.run("feed", "--server", "http://127.0.0.1:1")
        #expect(elsewhere.status == 1)
        #expect(elsewhere.messages.contains("You are signed in to"))
        server.stop()
        await server.waitUntilExit()
    }

    @Test("Signing out keeps what makes this machine known to the server, except everywhere")
    func knownMachine() async throws {
        let data = try await SmallCommunity.copy()
        let server = try await ServerProcess.start(data: data.url)
        let (laptop, phone) = (Terminal(home: try Folder()), Terminal(home: try Folder()))
        let path = laptop.home.file("sign-in.json").path
        for terminal in [laptop, phone] {
            let signIn = try await terminal.run(
                "sign-in", "demi", "--password-stdin", "--server", server.url.absoluteString,
                input: "paceline-demo\n")
            #expect(signIn.status == 0, "\(signIn.messages)")
        }
        let before = try #require(try SavedSignIn.load(from: path))
        #expect(before.token != nil && before.clientToken != nil)
        #expect(try await laptop.run("sign-out").status == 0)
        let after = try #require(try SavedSignIn.load(from: path))
        #expect(after == SavedSignIn(server: before.server, clientToken: before.clientToken))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try await laptop.run("me").messages.contains("You are not signed in."))
        #expect(try await laptop.run("sign-out").messages.contains("You are not signed in."))

        let again = try await laptop.run("sign-in", "demi", "--password-stdin", input: "paceline-demo\n")
        #expect(again.status == 0, "\(again.messages)")
        #expect(try await laptop.run("sign-out", "--everywhere").status == 0)
        #expect(try SavedSignIn.load(from: path) == nil)
        let late = try await phone.run("sign-out", "--everywhere")
        #expect(late.status == 1 && late.messages.contains("had already ended"))
        server.stop()
        await server.waitUntilExit()
    }
}
