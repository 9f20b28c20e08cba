import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Tournaments on the command line") struct TournamentsJourneyTests {
    @Test("The owner of a group creates, shows and cancels a tournament; members create no global ones")
    func journey() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        _ = try await demi.json("groups", "create", "Crew")
        #expect(try await demi.run("tournaments", "--group", "Crew").messages.contains("no tournaments"))
        let made = try await demi.json(
            "tournaments", "create", "Sprint", "--group", "Crew", "--metric", "distance", "--days", "3")
        #expect(made.text("title") == "Sprint" && made.text("state") == "open")
        let list = try await demi.run("tournaments", "--group", "Crew")
        #expect(list.output.contains("Sprint") && list.output.contains("distance"), "\(list.messages)")
        let shown = try await demi.run("tournaments", "show", "sprint", "--group", "Crew")
        #expect(shown.status == 0 && shown.messages.contains("open"), "\(shown.messages)")
        let wrong = try await demi.run("tournaments", "create", "Sprint", "--group", "Crew", "--days", "93")
        #expect(wrong.status == 1 && wrong.messages.contains("1 to 92 days"), "\(wrong.messages)")
        #expect(try await demi.run("tournaments", "create", "Sprint").status == 1)
        #expect(try await demi.run("tournaments", "cancel", "Sprint", "--group", "Crew").status == 0)
        #expect(try await demi.run("tournaments", "show", "Sprint", "--group", "Crew").status == 1)
        #expect(try await demi.run("seasons").status == 0)
    }
}
