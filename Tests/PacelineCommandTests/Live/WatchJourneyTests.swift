import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Watching from a terminal", .timeLimit(.minutes(2))) struct WatchJourneyTests {
    @Test("What happens is printed as it happens, and nothing is missed from one watch to the next")
    func journey() async throws {
        let data = try await SmallCommunity.copy()
        let server = try await ServerProcess.start(data: data.url)
        let (ana, demi) = try await Self.friends(at: server.url.absoluteString)
        let item = try #require(
            try await demi.json("feed", "--person", "demi", "--limit", "1").items.first)
        let short = String(item.text("id").suffix(8))

        let last = try await Self.watchJSON(demi) {
            Self.expectDone(try await ana.run("kudos", short))
            Self.expectDone(try await ana.run("comment", short, "Strong!"))
        }
        Self.expectDone(try await ana.run("comment", short, "While you were away"))
        Self.expectDone(try await ana.run("kudos", "withdraw", short))

        let words = try InteractiveProcess(["watch", "--since", last], home: demi.home)
        var said = await words.output { $0.contains("kudos") }
        Self.expectDone(try await ana.run("comment", short, "Just now"))
        said += await words.output { $0.contains("Just now") }
        #expect(await words.interrupt() == 130)
        #expect(said.count { $0.contains("ana_new on \(short): While you were away") } == 1)
        #expect(said.count { $0.contains("has \(item.number("kudosCount")) kudos.") } == 1)
        #expect(said.count { $0.contains("Just now") } == 1)
        #expect(!said.contains { $0.contains("Strong!") })
        server.stop()
        await server.waitUntilExit()
    }

    /// Watches while the deeds are done, and ends it with ^C.
    /// - Returns: the id of the last event.
    private static func watchJSON(_ demi: Terminal, _ deeds: () async throws -> Void) async throws -> String {
        let watching = try InteractiveProcess(["watch", "--json"], home: demi.home)
        var lines = await watching.output { _ in true }
        try await deeds()
        lines += await watching.output { $0.contains("\"comment\"") }
        #expect(await watching.interrupt() == 130)
        let events = try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(events.allSatisfy { !$0.text("id").isEmpty })
        // The first only says where the watching begins.
        #expect(events.first?.keys.sorted() == ["id"])
        let told = events.filter { ["kudos", "comment"].contains($0.text("event")) }
        #expect(told.map { $0.text("event") } == ["kudos", "comment"])
        let comment = told.last?["data"] as? [String: Any]
        #expect((comment?["comment"] as? [String: Any])?.text("text") == "Strong!")
        return try #require(events.last).text("id")
    }

    private static func expectDone(
        _ run: PacelineProcess, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == 0, "\(run.messages)", sourceLocation: sourceLocation)
    }

    /// Somebody new and somebody of the community, signed in and befriended.
    private static func friends(at address: String) async throws -> (Terminal, Terminal) {
        let (ana, demi) = (Terminal(home: try Folder()), Terminal(home: try Folder()))
        expectDone(
            try await ana.run(
                "sign-up", "ana_new", "--birth-date", "1990-05-17", "--password-stdin", "--server", address,
                input: "correct horse\n"))
        expectDone(
            try await demi.run(
                "sign-in", "demi", "--password-stdin", "--server", address, input: "paceline-demo\n"))
        expectDone(try await ana.run("requests", "send", "@demi"))
        expectDone(try await demi.run("requests", "accept", "ana_new"))
        return (ana, demi)
    }
}
