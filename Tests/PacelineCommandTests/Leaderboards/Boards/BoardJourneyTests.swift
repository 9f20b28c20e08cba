import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Boards, streaks and games on the command line") struct BoardJourneyTests {
    @Test("The board defaults to the active group, else friends; options select others")
    func scopes() async throws {
        let (demi, _) = try await Self.demi()
        #expect(try await demi.run("groups", "use").status == 0)
        #expect(try await demi.run("board").output.hasPrefix("All games · your friends · "))
        let none = try await demi.run("board", "--scope", "group")
        #expect(none.status == 1 && none.messages.contains("paceline groups use"))
        #expect(try await demi.run("groups", "use", "Wordle before work").status == 0)
        #expect(try await demi.run("board").output.hasPrefix("All games · Wordle before work · "))
        let named = try await demi.run("board", "--group", "wordle before work", "--game", "Wordle")
        #expect(named.output.hasPrefix("Wordle · Wordle before work · "))
        let everyone = try await demi.run("board", "--scope", "global", "--range", "all")
        #expect(everyone.output.hasPrefix("All games · everyone · all time\n"))
        #expect(everyone.output.contains("BREAKDOWN") && everyone.output.contains("Wordle "))
        #expect(try await demi.run("board", "--group", "nobody's").status == 1)
    }

    @Test("Without a range, the board of today gives way to seven days while it is empty")
    func defaultRange() async throws {
        let (demi, _) = try await Self.demi()
        // The community ended yesterday.
        let title = { (run: PacelineProcess) in String(run.output.prefix { $0 != "\n" }) }
        let week = try await demi.run("board", "--scope", "friends")
        #expect(title(week).contains(" to ") && week.output.split(separator: "\n").count > 3)
        let today = try await demi.run("board", "--scope", "friends", "--range", "today")
        #expect(!title(today).contains(" to ") && today.messages.contains("No one has a score here yet"))
        let first = try await demi.json("board", "--scope", "friends", "--limit", "1")
        let next = try #require(first["next"] as? String)
        let second = try await demi.json("board", "--scope", "friends", "--cursor", next)
        #expect(!(second["rows"] as? [Any] ?? []).isEmpty)
        #expect(try await demi.run("scores", "add", "wordle", "3").status == 0)
        let mine = try await demi.run("board", "--scope", "friends")
        #expect(!title(mine).contains(" to ") && mine.output.split(separator: "\n").count == 3)
    }

    @Test("Boards rank by training, in units")
    func training() async throws {
        let (demi, _) = try await Self.demi()
        let xp = try await demi.run("board", "--metric", "xp", "--scope", "friends", "--range", "all")
        #expect(xp.status == 0 && xp.output.hasPrefix("XP · your friends · all time\n"))
        #expect(xp.output.contains("AMOUNT") && xp.output.contains(" XP"))
        #expect(!xp.output.contains("POINTS"))
        let distance = try await demi.run(
            "board", "--metric", "distance", "--scope", "global", "--range", "all")
        #expect(distance.output.contains(" km"))
        let streak = try await demi.run("board", "--metric", "streak", "--scope", "friends")
        #expect(streak.output.hasPrefix("Current streaks · your friends · now\n"))
        let rows = try await demi.json(
            "board", "--metric", "days", "--scope", "friends", "--range", "all")["rows"] as? [[String: Any]]
        #expect(rows?.first?.number("rank") == 1 && rows?.first?.number("points") ?? 0 > 0)
        let empty = try await demi.run(
            "board", "--metric", "xp", "--scope", "friends", "--from", "2001-01-01", "--to", "2001-02-01")
        #expect(empty.messages.contains("No one has trained here yet"))
        for wrong in [
            ["--metric", "xp", "--game", "wordle"], ["--metric", "streak", "--scope", "global"],
            ["--metric", "height"],
        ] {
            let run = try await PacelineProcess.run(["board"] + wrong + demi.context, home: demi.home)
            #expect(run.status == 64, "\(wrong)")
        }
    }

    @Test("The viewer's row is marked, and appended if the limit excludes it")
    func myRow() async throws {
        let (demi, data) = try await Self.demi()
        let friend = try await demi.json("friends").items[0].text("username")
        let other = Terminal(home: data, context: ["--data", data.path, "--as", friend])
        let played = [(demi, "5", "2024-05-03"), (other, "2", "2024-05-03"), (other, "4", "2024-05-02")]
        for (terminal, score, day) in played {
            let run = try await terminal.run("scores", "add", "wordle", score, "--day", day)
            #expect(run.status == 0, "\(run.messages)")
        }
        let board = ["--scope", "friends", "--game", "wordle", "--day", "2024-05-03"]
        let lines = try await PacelineProcess.run(["board"] + board + demi.context, home: data).output
            .split(separator: "\n")
        #expect(lines.count == 4 && lines[2].contains("2 guesses"))
        #expect(lines[3].hasPrefix("*  2") && lines[3].contains("5 guesses"))
        #expect(lines[1].contains("MOVED") && lines[2].contains("="))
        let short = try await PacelineProcess.run(
            ["board"] + board + ["--limit", "1"] + demi.context, home: data)
        #expect(short.output.split(separator: "\n").count == 5 && short.output.contains("…"))
        #expect(short.messages.contains("There are more results"))
        let around = try await PacelineProcess.run(
            ["board", "--json", "--around-me"] + board + demi.context, home: data)
        #expect(around.output.contains("\"delta\":0"))
    }

    @Test("An empty board gives advice, and contradictory options are a usage error")
    func emptyAndWrong() async throws {
        let (demi, _) = try await Self.demi()
        let empty = try await demi.run(
            "board", "--scope", "friends", "--from", "2001-01-01", "--to", "2001-02-01")
        #expect(empty.status == 0 && empty.output.hasSuffix(" · 2001-01-01 to 2001-02-01\n"))
        #expect(empty.messages.contains("paceline scores add wordle 3"))
        let day = try await demi.run("board", "--scope", "friends", "--day", "2001-01-01", "--game", "zip")
        #expect(day.messages.contains("--range 7d") && day.messages.contains("scores add zip"))
        let around = try await demi.run("board", "--day", "2001-01-01", "--around-me")
        #expect(around.messages.contains("You are not on this board"))
        for wrong in [
            ["--to", "2026-05-03"], ["--from", "2026-05-03", "--range", "7d"],
            ["--from", "2026-05-03", "--to", "2026-05-01"], ["--scope", "global", "--group", "One"],
        ] {
            let run = try await PacelineProcess.run(["board"] + wrong + demi.context, home: demi.home)
            #expect(run.status == 64, "\(wrong)")
        }
    }

    @Test("Tables fit narrow terminals", arguments: [40, 80])
    func narrow(width: Int) async throws {
        let (demi, data) = try await Self.demi()
        for command in [["board", "--range", "all"], ["games"], ["scores"], ["streaks"], ["feed"]] {
            let run = try await PacelineProcess.run(
                command + demi.context, home: data, environment: ["COLUMNS": "\(width)"])
            #expect(run.status == 0, "\(run.messages)")
            for line in run.output.split(separator: "\n") {
                #expect(String(line).displayWidth <= width, "\(line)")
            }
        }
    }

    @Test("Streaks and games are listed, and the demo user has a long streak")
    func streaksAndGames() async throws {
        let (demi, _) = try await Self.demi()
        let overall = try #require(try await demi.json("streaks")["overall"] as? [String: Any])
        #expect(overall.number("longest") >= 20)
        let table = try await demi.run("streaks", "--person", "me")
        #expect(table.output.contains("Any game") && table.output.contains("Wordle"))
        let games = try await demi.run("games")
        #expect(games.output.contains("wordle") && games.output.contains("fewest guesses"))
        #expect(try await demi.json("games").items.count > 20)
    }

    private static func demi() async throws -> (Terminal, Folder) {
        let data = try await SmallCommunity.copy()
        return (Terminal(home: data, context: ["--data", data.path, "--as", "demi"]), data)
    }
}
