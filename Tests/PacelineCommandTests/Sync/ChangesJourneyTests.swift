import Foundation
import Testing

@testable import PacelineCommand

@Suite("Changes on the command line") struct ChangesJourneyTests {
    @Test("The first call returns a token, and the next the changes since")
    func follows() async throws {
        let demi = try await Self.demi()
        let first = try await demi.run("changes")
        #expect(first.status == 0 && first.output.isEmpty)
        let token = try #require(first.messages.split(separator: " ").last).trimmingCharacters(in: .newlines)
        #expect(try await demi.run("scores", "add", "wordle", "3", "--day", "2024-05-03").status == 0)
        let second = try await demi.run("changes", "--since", token)
        #expect(second.output.hasPrefix("KIND") && second.output.contains("@demi: wordle"))
        let page = try await demi.run("changes", "--since", token, "--json")
        #expect(page.output.contains("\"hasMore\"") && page.output.contains("\"kind\""))
    }

    @Test("An invalid token is rejected")
    func rejects() async throws {
        let run = try await Self.demi().run("changes", "--since", "nonsense")
        #expect(run.status == 1 && run.messages.contains("token"))
    }

    private static func demi() async throws -> Terminal {
        let data = try await SmallCommunity.copy()
        return Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
    }
}
