import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("The demo community") struct DemoCommandTests {
    @Test("The same seed creates the same community, with correct counters")
    func reproducible() async throws {
        let (one, other) = (try await SmallCommunity.copy(), try Folder())
        let run = try await PacelineProcess.run(
            ["demo", "--data", other.path] + SmallCommunity.arguments, home: other)
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.messages.contains("paceline-demo"))
        #expect(try await Self.contents(of: one) == Self.contents(of: other))
        for folder in [one, other] {
            let check = try await PacelineProcess.run(
                ["check", "--data", folder.path, "--json"], home: folder)
            #expect(check.status == 0)
            #expect(check.output == "[]\n")
        }
    }

    @Test("The same demo is recognised; another community is not changed")
    func again() async throws {
        let folder = try await SmallCommunity.copy()
        let before = try Data(contentsOf: folder.file("paceline.sqlite"))
        let same = try await PacelineProcess.run(
            ["demo", "--data", folder.path] + SmallCommunity.arguments, home: folder)
        #expect(same.status == 0)
        #expect(same.messages.contains("already contains this community"))
        let other = try await PacelineProcess.run(
            ["demo", "--data", folder.path, "--people", "30", "--workouts", "300", "--seed", "8"],
            home: folder)
        #expect(other.status == 1)
        #expect(other.messages.contains("already contains another community"))
        #expect(try Data(contentsOf: folder.file("paceline.sqlite")) == before)
    }

    /// What the demo user sees, without the ids that differ in each run.
    private static func contents(of folder: Folder) async throws -> [String] {
        let terminal = Terminal(home: folder, context: ["--data", folder.path, "--as", "demi"])
        let feed = try await terminal.json("feed", "--limit", "100").items.map { item in
            let workout = item["workout"] as? [String: Any] ?? [:]
            let author = item["author"] as? [String: Any] ?? [:]
            let comment = item["latestComment"] as? [String: Any] ?? [:]
            let score = item["score"] as? [String: Any] ?? [:]
            return [
                workout.isEmpty ? "" : item.text("id"), item.text("at"), score.text("game"),
                score.text("metric"), author.text("username"), workout.text("title"),
                comment.text("text"),
                "\(item.number("kudosCount")) \(item.number("commentCount"))",
            ].joined(separator: " ")
        }
        let friends = try await terminal.json("friends", "--limit", "100").items.map { $0.text("username") }
            .sorted()
        let requests = try await terminal.json("requests").items.map {
            $0.text("message") + $0.text("createdAt")
        }
        let groups = try await terminal.json("groups").items.map {
            $0.text("title") + " \($0.number("memberCount"))"
        }
        #expect(groups.count == 2)
        let board = try await terminal.json("board", "--scope", "friends", "--range", "all")
        let rows = (board["rows"] as? [[String: Any]] ?? []).map {
            "\($0.number("rank")) \($0.number("points"))"
        }
        #expect(rows.count > 2)
        #expect(feed.count > 30 && !friends.isEmpty && !requests.isEmpty)
        return feed + friends + requests + groups + rows
    }
}
