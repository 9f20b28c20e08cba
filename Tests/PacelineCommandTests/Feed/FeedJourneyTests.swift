import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("The feed on the command line") struct FeedJourneyTests {
    @Test("A person's puzzles of a day stand together, and a group narrows the feed")
    func journey() async throws {
        let data = try await SmallCommunity.copy()
        let signUp = try await Terminal(home: data).run(
            "sign-up", "ana_new", "--birth-date", "1990-05-17", "--password-stdin", "--data", data.path,
            input: "correct horse\n")
        #expect(signUp.status == 0, "\(signUp.messages)")
        let ana = Terminal(home: data, context: ["--data", data.path, "--as", "ana_new"])
        for (game, day) in [
            ("wordle", "2026-05-03"), ("connections", "2026-05-02"), ("strands", "2026-05-03"),
        ] {
            #expect(try await ana.run("scores", "add", game, "3", "--day", day).status == 0)
        }
        let lines = try await ana.run("feed").output.split(separator: "\n").map(String.init)
        let places = ["Strands", "Wordle", "Connections"].map { game in
            lines.firstIndex { $0.contains(game) } ?? -1
        }
        #expect(places == places.sorted() && places[0] >= 0, "\(lines)")
        let raw = try await ana.json("feed").items.compactMap {
            ($0["score"] as? [String: Any])?.text("game")
        }
        #expect(raw == ["strands", "wordle", "connections"], "the JSON lists single items, newest day first")

        #expect(try await ana.run("groups", "create", "Crew").status == 0)
        #expect(try await ana.json("feed", "--group", "crew").items.count == 3)
        let unknown = try await ana.run("feed", "--group", "Nobody")
        #expect(unknown.status == 1 && unknown.messages.contains("No group matches"))
        #expect(
            try await ana.run("feed", "--group", "crew", "--kind", "workout").messages.contains("No item"))
    }
}
