import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Profile page") struct PersonPageTests {
    /// The parts of a profile in the order in which they are read, also by screen readers.
    private static let parts = [
        "class=\"card profile\"", "id=\"stats-title\"", "id=\"badges-title\"", "id=\"workouts-title\"",
    ]

    /// The places of the parts in the page; nil for those that it lacks.
    private static func places(in page: Browser.Shown) -> [String.Index?] {
        parts.map { page.text.firstRange(of: $0)?.lowerBound }
    }

    @Test("The person comes first, then totals, badges and workouts", arguments: ["ana", "ben"])
    func order(reader: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            try await site.befriend("ana", "ben")
            // Earns the badge of its distance.
            try await site.publish(
                WorkoutDraft(
                    type: .running, title: "Long run", startedAt: site.clock.now.addingTimeInterval(-4_000),
                    duration: 3_600, measures: WorkoutMeasures(distance: 10_000)),
                by: "ana")
            try await site.engine.followLog()
            let page = try await (reader == "ana" ? ana : ben).open("/@ana")
            let places = Self.places(in: page).compactMap(\.self)
            #expect(places.count == Self.parts.count && places == places.sorted())
            let heading = try #require(page.text.firstRange(of: "<h1>"))
            #expect(heading.lowerBound < places[1] && page.text.matches(of: /<h1/).count == 1)
        }
    }

    @Test(
        "A profile without badges has no section for them, and a hidden profile only says that it is hidden")
    func missingParts() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let own = Self.places(in: try await ana.open("/@ana"))
            #expect(own.map { $0 != nil } == [true, true, false, true])
            _ = try await site.session("ben").update(AccountChanges(privacyLevel: .friends), ifMatch: nil)
            let page = try await ana.open("/@ben")
            #expect(Self.places(in: page).map { $0 != nil } == [true, false, false, false])
            let closed = try #require(page.text.firstRange(of: "class=\"card empty\""))
            #expect(try #require(page.text.firstRange(of: Self.parts[0])).lowerBound < closed.lowerBound)
        }
    }

    @Test("A streak is shown once there is one")
    func streak() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            // Too short for a day of a streak.
            try await site.publish(by: "ana")
            let before = try await ana.open("/@ana").text
            #expect(before.contains("<dt>Workouts</dt><dd>1</dd>") && !before.contains("treak"))
            try await site.publish(
                WorkoutDraft(
                    type: .yoga, title: "Stretching", startedAt: site.clock.now.addingTimeInterval(-900),
                    duration: 700),
                by: "ana")
            #expect(try await ana.open("/@ana").text.contains("<dt>Longest streak</dt><dd>1 day</dd>"))
        }
    }
}
