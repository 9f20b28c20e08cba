import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Days of the feed") struct FeedDaysTests {
    @Test(
        "The feed can be filtered by days in the user's time zone",
        arguments: ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
    func days(zone: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.session("ana").update(AccountChanges(timeZone: zone), ifMatch: nil)
            let workout = try await site.publish(by: "ana", title: "Mine.")
            let day = Day(of: workout.startedAt, in: try #require(TimeZone(identifier: zone)))
            let (before, after) = (day.adding(days: -1).dashed, day.adding(days: 1).dashed)
            for (query, isShown) in [
                ("from=\(day)", true), ("to=\(day.dashed)", true), ("from=\(day)&to=\(day)", true),
                ("from=\(after)", false), ("to=\(before)", false), ("from=&to=", true),
            ] {
                let page = try await ana.open("/?" + query)
                #expect(page.status == 200 && page.text.contains("Mine.") == isShown, "\(query)")
            }
            let text = try await ana.open("/?from=\(day)&show=rowing").text
            #expect(text.contains("/?show=workouts&amp;from=\(day)") && text.contains("Since"))
            #expect(text.contains(#"from=\#(day)" data-gone"#))
        }
    }

    @Test(
        "Invalid days show an error next to their field and hide nothing",
        arguments: [
            ("from=soon", "from", "soon"), ("to=2026-02-30", "to", "2026-02-30"),
            ("from=2026-11-20&to=2026-11-19", "to", "2026-11-20"),
            ("from=%22%3E%3Cb%3E", "from", "&quot;&gt;"),
        ])
    func wrong(query: String, field: String, kept: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await site.publish(by: "ana", title: "Mine.")
            let page = try await ana.open("/?" + query)
            #expect(page.status == 422 && page.text.contains("Mine."))
            let error = try #require(page.text.firstMatch(of: /id="error-(from|to)">[^<]+</))
            #expect(error.1 == field && page.text.contains(#"value="\#(kept)"#))
        }
    }

    @Test("Two invalid days show two errors", arguments: ["/?", "/games?range=custom&"])
    func bothWrong(path: String) async throws {
        try await Site.run { site in
            let page = try await site.member("ana").open(path + "from=soon&to=later")
            let errors = page.text.matches(of: /id="error-(from|to)">[^<]+</).map { String($0.1) }
            #expect(page.status == 422 && errors == ["from", "to"])
        }
    }

    @Test("Items of other days are not announced as new")
    func live() throws {
        let filter = FeedFilter(FormData(["from": "2026-11-20", "to": "2026-11-21"]))
        let days = try ["20261119", "20261120", "20261121", "20261122"].map { try #require(Day($0)) }
        #expect(days.map(filter.days.contain) == [false, true, true, false])
    }
}
