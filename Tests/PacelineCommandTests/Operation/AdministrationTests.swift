import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Administration") struct AdministrationTests {
    @Test("Config lists every key with its value and source")
    func config() async throws {
        let home = try Folder()
        let run = try await PacelineProcess.run(
            ["config", "--port", "9001", "--data", home.path, "--json"], home: home,
            environment: ["PACELINE_LOG_LEVEL": "debug"])
        #expect(run.status == 0)
        let settings = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
        let byKey = Dictionary(uniqueKeysWithValues: settings.map { ($0.text("key"), $0) })
        #expect(byKey.count == ConfigurationKey.all.count)
        #expect(byKey["port"]?.text("value") == "9001" && byKey["port"]?.text("origin") == "flag")
        #expect(byKey["logLevel"]?.text("origin") == "environment")
        #expect(byKey["host"]?.text("origin") == "default")
    }

    @Test("Config lists an invalid value and exits with 1")
    func wrongValue() async throws {
        let home = try Folder()
        let run = try await PacelineProcess.run(
            ["config", "--data", home.path], home: home, environment: ["PACELINE_LOG_LEVEL": "loud"])
        #expect(run.status == 1)
        #expect(run.output.contains("loud"))
        #expect(run.messages.contains("logLevel is “loud”"))
    }

    @Test("A backup is a complete community and overwrites nothing")
    func backup() async throws {
        let data = try await SmallCommunity.copy()
        let terminal = Terminal(home: data, context: ["--data", data.path])
        let copy = try Folder()
        let first = try await terminal.run("backup", copy.file("paceline.sqlite").path)
        #expect(first.status == 0, "\(first.messages)")
        #expect(first.output.isEmpty)
        // A backup does not contain the key.
        try FileManager.default.copyItem(at: data.file("ledger.key"), to: copy.file("ledger.key"))
        let feed = try await Terminal(home: copy, context: ["--data", copy.path, "--as", "demi"]).json("feed")
        #expect(feed.items.count == 20)
        let second = try await terminal.run("backup", copy.file("paceline.sqlite").path)
        #expect(second.status == 1)
        #expect(second.messages.contains("already exists"))
        let missing = try await terminal.run("backup", copy.file("no/folder.sqlite").path)
        #expect(missing.status == 1)
        #expect(!FileManager.default.fileExists(atPath: copy.file("no").path))
    }

    @Test("Parked events are listed and retried")
    func log() async throws {
        let data = try await SmallCommunity.copy()
        let terminal = Terminal(home: data, context: ["--data", data.path])
        #expect(try await terminal.run("log").messages.contains("There are no parked events."))
        #expect(try await terminal.run("log", "show", "--json").output == "[]\n")
        #expect(try await terminal.run("log", "retry").messages.contains("There are no parked events."))
    }

    @Test("A check of a folder without a community fails and creates nothing")
    func checkOfNothing() async throws {
        let home = try Folder()
        let run = try await PacelineProcess.run(["check", "--data", home.path], home: home)
        #expect(run.status == 1)
        #expect(run.messages.contains("There is no community"))
        #expect(!FileManager.default.fileExists(atPath: home.file("paceline.sqlite").path))
    }

    @Test("Links use the port that the server picked")
    func freePort() async throws {
        let data = try await SmallCommunity.copy()
        let server = try await ServerProcess.start(data: data.url)
        let (address, terminal) = (server.url.absoluteString, Terminal(home: try Folder()))
        let signIn = try await terminal.run(
            "sign-in", "demi", "--password-stdin", "--server", address, input: "paceline-demo\n")
        #expect(signIn.status == 0, "\(signIn.messages)")
        #expect(try await terminal.run("me", "--friend-code").output.contains("\(address)/add/"))
        server.stop()
        await server.waitUntilExit()
    }

    @Test("A server that cannot start explains why and what to do")
    func cannotStart() async throws {
        let home = try Folder()
        let taken = try await ServerProcess.start(data: try await SmallCommunity.copy().url)
        let port = taken.url.port.map(String.init) ?? ""
        let second = try await PacelineProcess.run(
            ["serve", "--data", home.path, "--port", port], home: home)
        #expect(second.status == 1)
        #expect(second.messages.contains("Another program listens") && second.messages.contains("--port"))
        taken.stop()
        await taken.waitUntilExit()
        let certificate = try home.write(#"{"tlsCertificate": "no.pem", "tlsKey": "no.pem"}"#, to: "tls.json")
        let encrypted = try await PacelineProcess.run(
            ["serve", "--data", home.path, "--port", "0", "--config", certificate.path], home: home)
        #expect(encrypted.status == 1)
        #expect(encrypted.messages.contains("no.pem contains no readable certificate"))
    }

    @Test(
        "A usage error exits with 64 and shows the usage",
        arguments: [
            ["fed"], ["feed", "--limit", "0"], ["kudos"], ["demo", "--people", "3"],
            ["recover", "--former", "ana", "--link", "ana"],
        ])
    func usage(arguments: [String]) async throws {
        let home = try Folder()
        let run = try await PacelineProcess.run(arguments, home: home)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.messages.contains("--help") || run.messages.contains("Did you mean"))
    }
}
