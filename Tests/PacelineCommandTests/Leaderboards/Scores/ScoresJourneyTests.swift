import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Scores on the command line") struct ScoresJourneyTests {
    @Test("A score is added, edited, listed, shown in the feed and deleted")
    func journey() async throws {
        let (cat, data) = try await Self.newcomer()
        let added = try await cat.json("scores", "add", "wordle", "3/6", "--hard", "--day", "2026-05-03")
        #expect(added.text("status") == "created")
        #expect((added["score"] as? [String: Any])?.number("points") == 4)
        let again = try await cat.run("scores", "add", "Wordle", "3", "--hard", "--day", "2026-05-03")
        #expect(again.messages.contains("already published"))
        #expect(again.output.contains("3/6*"))
        let failed = try await cat.json("scores", "add", "wordle", "--failed", "--day", "2026-05-03")
        #expect(failed.text("status") == "updated")
        let time = try await cat.run("scores", "add", "mini crossword", "1:17", "--visibility", "friends")
        #expect(time.output.contains("1:17") && time.output.contains("friends"), "\(time.messages)")

        let list = try await cat.run("scores")
        #expect(list.output.contains("X/6") && list.output.contains("2026-05-03"))
        #expect(try await cat.json("scores", "list", "--to", "2026-05-03").items.count == 1)
        #expect(try await cat.run("feed").output.contains("Mini Crossword 1:17"))
        let id = try await cat.json("scores", "list", "--to", "2026-05-03").items[0].text("id").suffix(8)
        #expect(try await cat.json("kudos", "cat_new/\(id)").number("count") == 1)

        let gone = try await cat.run("scores", "delete", "wordle", "2026-05-03")
        #expect(gone.messages == "Deleted your Wordle score of 2026-05-03.\n")
        #expect(try await cat.run("scores", "delete", "wordle", "2026-05-03").status == 1)
        #expect(try await PacelineProcess.run(["check", "--data", data.path], home: data).status == 0)
    }

    @Test("A score gets the given visibility, or the default one")
    func visibility() async throws {
        let (cat, _) = try await Self.newcomer()
        func visibility(_ game: String, _ score: String) async throws -> String? {
            let added = try await cat.json("scores", "add", game, score)
            return (added["score"] as? [String: Any])?.text("visibility")
        }
        #expect(try await visibility("wordle", "3") == "friends")
        let me = try await cat.run("me", "--score-visibility", "groups")
        #expect(me.status == 0 && me.messages.isEmpty, "\(me.messages)")
        #expect(me.output.contains("New scores") && me.output.contains("groups"))
        #expect(try await visibility("wordle", "4") == "friends")
        #expect(try await visibility("connections", "0") == "groups")
        let own = try await cat.run("scores", "add", "strands", "1", "--visibility", "private")
        #expect(own.status == 0 && own.output.contains("private"), "\(own.messages)")
        #expect(try await cat.run("me", "--score-visibility", "all").status == 64)
    }

    @Test(
        "An invalid score explains why and what to do",
        arguments: [
            (["wordle"], Int32(64), "--failed"), (["wordle", "three"], 64, "score"),
            (["wordle", "9"], 1, "6 guesses"), (["wordel", "3"], 1, "Did you mean wordle?"),
            (["chess", "3"], 1, "paceline games"), (["wordle", "1:23"], 64, "counts guesses, not time"),
            (["wordle", "3", "--day", "2199-01-01"], 1, "not begun"),
        ])
    func rejections(arguments: [String], status: Int32, words: String) async throws {
        let data = try await SmallCommunity.copy()
        let run = try await PacelineProcess.run(
            ["scores", "add"] + arguments + ["--data", data.path, "--as", "demi"], home: data)
        #expect(run.status == status)
        #expect(run.messages.contains(words), "\(run.messages)")
    }

    private static let twoGames = "Wordle 1,512 2/6*\n\n⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩\n\nPips #210 Easy 🟢\n0:48\n"

    @Test(
        "A share text is imported from an argument, a file and standard input; repeating it changes nothing")
    func sources() async throws {
        let (cat, data) = try await Self.newcomer()
        let file = try data.write(Self.twoGames, to: "results.txt").path
        let dry = try await cat.run("scores", "import", file, "--dry-run")
        #expect(dry.status == 0 && dry.messages.contains("nothing was published"))
        #expect(dry.output.contains("2/6*") && dry.output.contains("1,512") && dry.output.contains("0:48"))
        #expect(try await cat.json("scores").items.isEmpty)

        let first = try await cat.run("scores", "import", Self.twoGames)
        #expect(first.status == 0, "\(first.messages)")
        #expect(first.output.components(separatedBy: "created").count == 3)
        for source in [[file], ["-"], []] {
            let run = try await PacelineProcess.run(
                ["scores", "import"] + source + cat.context, input: Self.twoGames, home: data)
            #expect(run.output.components(separatedBy: "unchanged").count == 3, "\(source): \(run.messages)")
        }
        #expect(try await cat.json("scores").items.count == 2)
    }

    @Test("A quoted result is rejected with its reason and the others are published")
    func partlyRejected() async throws {
        let (cat, _) = try await Self.newcomer()
        let run = try await cat.run(
            "scores", "import", Self.twoGames + "\n> Strands #401\n> “Off the shelf”\n> 🔵🔵🟡\n")
        #expect(run.status == 1)
        #expect(run.output.contains("created") && run.output.contains("rejected"))
        #expect(run.messages.contains("rejected Strands: This line quotes another person"))
        #expect(run.messages.contains("1 score could not be published."))
        #expect(try await cat.json("scores").items.count == 2)
    }

    @Test(
        "A source without a score is rejected: chat, a misspelt file name, a folder, a large file, a binary file"
    )
    func unreadable() async throws {
        let (cat, data) = try await Self.newcomer()
        let big = try data.write(String(repeating: "Wordle ", count: 3_000), to: "big.txt").path
        let raw = data.file("raw.bin")
        try Data([0xFF, 0xFE, 0x00]).write(to: raw)
        let cases = [
            ("I love Wordle", "contains no score"), ("result.txt", "neither a file nor a share text"),
            (data.path, "cannot be read"), (big, "limit is 16 KB"), (raw.path, "not UTF-8 text"),
        ]
        for (argument, words) in cases {
            let run = try await cat.run("scores", "import", argument)
            #expect(run.status == 1 && run.output.isEmpty)
            #expect(run.messages.contains(words), "\(run.messages)")
        }
    }

    /// A new member without scores, in a copy of the small community.
    private static func newcomer() async throws -> (Terminal, Folder) {
        let data = try await SmallCommunity.copy()
        let signUp = try await Terminal(home: data).run(
            "sign-up", "cat_new", "--birth-date", "1990-05-17", "--password-stdin", "--data", data.path,
            input: "correct horse\n")
        #expect(signUp.status == 0, "\(signUp.messages)")
        return (Terminal(home: data, context: ["--data", data.path, "--as", "cat_new"]), data)
    }
}
