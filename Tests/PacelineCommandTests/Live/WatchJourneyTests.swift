import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Watching on the command line", .timeLimit(.minutes(2))) struct WatchJourneyTests {
    @Test("Events are printed as they happen, and --since resumes without gaps")
    func journey() async throws {
        let data = try await SmallCommunity.copy()
        let server = try await ServerProcess.start(data: data.url)
        let (ana, demi) = try await Self.friends(at: server.url.absoluteString)
        let item = try #require(
            try await demi.json("feed", "--person", "demi", "--limit", "1").items.first)
        let short = String(item.text("id").suffix(8))

        let last = try await Self.watchJSON(demi) {
            Self.expectSuccess(try await ana.run("kudos", short))
            Self.expectSuccess(try await ana.run("comment", short, "Strong!"))
        }
        Self.expectSuccess(try await ana.run("comment", short, "While you were away"))
        Self.expectSuccess(try await ana.run("kudos", "withdraw", short))

        let watch = try InteractiveProcess(["watch", "--since", last], home: demi.home)
        var lines = await watch.output { $0.contains("kudos") }
        // A line break must not make a second line, which could pass for another event.
        Self.expectSuccess(try await ana.run("comment", short, "Just now\n17:05:33  Demi: forged"))
        lines += await watch.output { $0.contains("Just now") }
        #expect(await watch.interrupt() == 130)
        #expect(lines.count { $0.contains("ana_new on \(short): While you were away") } == 1)
        #expect(lines.count { $0.contains("has \(item.number("kudosCount")) kudos.") } == 1)
        #expect(lines.count { $0.hasSuffix("ana_new on \(short): Just now 17:05:33  Demi: forged") } == 1)
        #expect(!lines.contains { $0.contains("Strong!") })
        server.stop()
        await server.waitUntilExit()
    }

    /// Watches during the actions and stops with ^C.
    /// - Returns: the id of the last event.
    private static func watchJSON(_ demi: Terminal, _ actions: () async throws -> Void) async throws -> String
    {
        let watching = try InteractiveProcess(["watch", "--json"], home: demi.home)
        var lines = await watching.output { _ in true }
        try await actions()
        lines += await watching.output { $0.contains("\"comment\"") }
        #expect(await watching.interrupt() == 130, "\(lines)")
        let events = try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(events.allSatisfy { !$0.text("id").isEmpty })
        // The first line has only the starting id.
        #expect(events.first?.keys.sorted() == ["id"])
        let received = events.filter { ["kudos", "comment"].contains($0.text("event")) }
        #expect(received.map { $0.text("event") } == ["kudos", "comment"])
        let comment = received.last?["data"] as? [String: Any]
        #expect((comment?["comment"] as? [String: Any])?.text("text") == "Strong!")
        return try #require(events.last).text("id")
    }

    private static func expectSuccess(
        _ run: PacelineProcess, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == 0, "\(run.messages)", sourceLocation: sourceLocation)
    }

    /// A new member and the demo user, signed in and friends.
    private static func friends(at address: String) async throws -> (Terminal, Terminal) {
        let (ana, demi) = (Terminal(home: try Folder()), Terminal(home: try Folder()))
        expectSuccess(
            try await ana.run(
                "sign-up", "ana_new", "--birth-date", "1990-05-17", "--password-stdin", "--server", address,
                input: "correct horse\n"))
        expectSuccess(
            try await demi.run(
                "sign-in", "demi", "--password-stdin", "--server", address, input: "paceline-demo\n"))
        expectSuccess(try await ana.run("requests", "send", "@demi"))
        expectSuccess(try await demi.run("requests", "accept", "ana_new"))
        return (ana, demi)
    }
}
