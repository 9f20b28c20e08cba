import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("The feed on the command line") struct FeedJourneyTests {
    @Test("A person's puzzles of a day stand together, and a group narrows the feed")
    func journey() async throws {
        let data = try await SmallCommunity.copy()
        let people = ["ana_new", "ben_new"].map {
            Terminal(home: data, context: ["--data", data.path, "--as", $0])
        }
        for name in ["ana_new", "ben_new"] {
            let signUp = try await Terminal(home: data).run(
                "sign-up", name, "--birth-date", "1990-05-17", "--password-stdin", "--data", data.path,
                input: "correct horse\n")
            #expect(signUp.status == 0, "\(signUp.messages)")
        }
        let (ana, ben) = (people[0], people[1])
        #expect(try await ben.run("requests", "send", "ana_new").status == 0)
        #expect(try await ana.run("requests", "accept", "ben_new").status == 0)
        for (person, game) in [(ana, "wordle"), (ben, "connections"), (ana, "strands")] {
            #expect(try await person.run("scores", "add", game, "3").status == 0)
        }
        let lines = try await ana.run("feed").output.split(separator: "\n").map(String.init)
        let places = ["Strands", "Wordle", "Connections"].map { game in
            lines.firstIndex { $0.contains(game) } ?? -1
        }
        #expect(places == places.sorted() && places[0] >= 0, "\(lines)")
        let raw = try await ana.json("feed").items.compactMap {
            ($0["score"] as? [String: Any])?.text("game")
        }
        #expect(raw == ["strands", "connections", "wordle"], "the JSON keeps the order of the feed")

        #expect(try await ana.run("groups", "create", "Crew").status == 0)
        #expect(try await ana.json("feed", "--group", "crew").items.count == 2)
        let unknown = try await ana.run("feed", "--group", "Nobody")
        #expect(unknown.status == 1 && unknown.messages.contains("No group matches"))
        #expect(
            try await ana.run("feed", "--group", "crew", "--kind", "workout").messages.contains("No item"))
    }
}
