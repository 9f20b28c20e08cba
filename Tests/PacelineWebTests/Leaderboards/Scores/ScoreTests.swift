import Foundation
import Paceline
import Testing

@Suite("Adding scores") struct ScoreTests {
    private let text = "Wordle 1,978 3/6*\n\n⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩"

    @Test("A pasted text is previewed before its results are published")
    func paste() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/games/add")
            let preview = try await ana.submit("/games/add", ["text": text])
            #expect(preview.status == 200)
            #expect(preview.text.contains("1 result found") && preview.text.contains("3 guesses"))
            #expect(preview.text.contains("No. 1,978"))
            #expect(
                try await site.session("ana").scores(of: .me, from: nil, to: nil, PageRequest()).items == [])
            let day = try #require(preview.text.firstMatch(of: /name="day-0" value="([^"]+)"/)).1
            let fields = ["text": text, "decided": "1", "take-0": "1", "day-0": String(day)]
            #expect(try await ana.submit("/games/add/publish", fields).location == "/games/scores")
            let scores = try await site.session("ana").scores(of: .me, from: nil, to: nil, PageRequest())
                .items
            #expect(scores.map(\.score) == [3] && scores.first?.puzzle == 1_978)
            #expect(scores.first?.isHardMode == true && scores.first?.day == Day(String(day)))
        }
    }

    @Test("Contradicting dates are shown, and the result is not selected by default")
    func dateConflict() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let text = "#Worldle #808 (09.04.2024) 4/6 (100%)"
            let preview = try await ana.submit("/games/add", ["text": text])
            #expect(preview.text.contains("The dates differ") && preview.text.contains("9 Apr 2024"))
            #expect(!preview.text.contains("name=\"take-0\" value=\"1\" checked"))
            let nothing = try await ana.submit("/games/add/publish", ["text": text, "decided": "1"])
            #expect(nothing.status == 422 && nothing.text.contains("Select at least one result."))
        }
    }

    @Test("A quoted result is not selected by default")
    func quotation() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let preview = try await ana.submit("/games/add", ["text": "> Wordle 1,978 3/6"])
            #expect(preview.text.contains("This line quotes someone."))
            #expect(!preview.text.contains("value=\"1\" checked"))
        }
    }

    @Test("A text without results shows an error and is kept")
    func nothingFound() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let page = try await ana.submit("/games/add", ["text": "I <b>lost</b>"])
            #expect(page.status == 422 && page.text.contains("We found no result."))
            #expect(page.text.contains("I &lt;b&gt;lost&lt;/b&gt;"))
            let long = try await ana.submit("/games/add", ["text": String(repeating: "a", count: 17_000)])
            #expect(long.status == 422 && long.text.contains("too long"))
        }
    }

    @Test("An invalid day shows an error next to its field and keeps the input")
    func wrongDay() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for day in ["x\"><script>", "9998-01-01", ""] {
                let fields = ["text": text, "decided": "1", "take-0": "1", "day-0": day]
                let page = try await ana.submit("/games/add/publish", fields)
                let wasTyped = page.text.contains("value=\"9998-01-01\"") || day != "9998-01-01"
                #expect(day.isEmpty || page.status == 422 && wasTyped, "\(day)")
                #expect(!page.text.contains("<script>"))
            }
        }
    }

    @Test("A score can be added by hand, edited and deleted")
    func byHand() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let today = site.today
            let fields = ["day": "\(today)", "outcome": "solved", "score": "1:17", "visibility": "friends"]
            let added = try await ana.submit("/games/nyt_mini/score", fields)
            #expect(added.location == "/games/scores")
            let list = try await ana.open("/games/scores")
            #expect(list.text.contains("Mini Crossword") && list.text.contains(">1:17</span>"))
            let form = try await ana.open("/games/nyt_mini/score?day=\(today)")
            #expect(form.text.contains("value=\"1:17\"") && form.text.contains("value=\"friends\" selected"))
            let slower = try await ana.submit(
                "/games/nyt_mini/score", fields.merging(["score": "1:01:05"]) { $1 })
            #expect(slower.location == "/games/scores")
            let later = try await ana.open("/games/nyt_mini/score?day=\(today)")
            #expect(later.text.contains("value=\"1:01:05\""))
            let path = "/games/nyt_mini/\(today)/delete"
            #expect(try await ana.open(path).text.contains("Delete your Mini Crossword score"))
            #expect(try await ana.submit(path).status == 303)
            #expect(try await ana.open("/games/scores").text.contains("No scores yet"))
        }
    }

    @Test("A score gets the chosen visibility, or the default one")
    func visibility() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let session = try await site.session("ana")
            try await ana.open("/games/wordle/score")
            let fields = ["day": "\(site.today)", "outcome": "solved", "score": "3"]
            for (choice, expected) in [
                ("", ScoreVisibility.friends), ("groups", .groups), ("", .groups), ("public", .public),
            ] {
                let saved = try await ana.submit(
                    "/games/wordle/score", fields.merging(["visibility": choice]) { $1 })
                #expect(saved.location == "/games/scores")
                let scores = try await session.scores(of: .me, from: nil, to: nil, PageRequest()).items
                #expect(scores.map(\.visibility) == [expected])
                try await ana.open("/games/wordle/score")
            }
            try await ana.submit("/games/wordle/score", fields.merging(["visibility": "groups"]) { $1 })
            #expect(try await ana.open("/games/scores").text.contains("Group leaderboards only"))
        }
    }

    @Test("A score is not said to be visible to everyone if the profile, such as a minor's, is not")
    func hiddenProfile() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await ana.open("/games/wordle/score")
            let fields = ["day": "\(site.today)", "outcome": "solved", "score": "3", "visibility": "public"]
            try await ana.submit("/games/wordle/score", fields)
            #expect(try await ana.open("/games/scores").text.contains("· Everyone"))
            _ = try await site.session("ana").update(AccountChanges(privacyLevel: .friends), ifMatch: nil)
            let page = try await ana.open("/games/scores").text
            #expect(page.contains("· Followers") && !page.contains("· Everyone"))
        }
    }

    @Test("A new score is as visible as usual, and only a published one can keep its visibility")
    func usualVisibility() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let session = try await site.session("ana")
            let form = "/games/wordle/score"
            let pasted = ["text": "Wordle 1,978 3/6"]
            let found = try await ana.submit("/games/add", pasted).text
            let pastedDay = try #require(found.firstMatch(of: /name="day-0" value="([^"]+)"/)).1
            let day = try #require(Day(String(pastedDay)))
            let check = { (isPublished: Bool) in
                for page in [
                    try await ana.open(form + "?day=\(day)"), try await ana.submit("/games/add", pasted),
                ] {
                    #expect(page.text.contains("Don’t change (new scores: Friends)") == isPublished)
                    #expect(page.text.contains("Your default: Friends") != isPublished)
                }
            }
            try await check(false)
            try await site.publish(3, in: "wordle", on: day, by: "ana")
            try await check(true)
            // The option is also true if the user types a day that has a score.
            let fields = ["day": "\(day)", "outcome": "solved", "score": "3"]
            for (choice, expected) in [("groups", ScoreVisibility.groups), ("usual", .friends)] {
                try await ana.submit(form, fields.merging(["visibility": choice]) { $1 })
                let scores = try await session.scores(of: .me, from: nil, to: nil, PageRequest()).items
                #expect(scores.map(\.visibility) == [expected])
            }
        }
    }

    @Test(
        "Errors in a score are shown next to their fields, and the input is kept",
        arguments: [
            ("wordle", ["score": "9"], "error-score"), ("wordle", ["score": "0"], "error-score"),
            ("wordle", ["score": "many"], "error-score"), ("wordle", ["score": ""], "error-score"),
            ("nyt_mini", ["score": "1:99"], "error-score"), ("wordle", ["day": "2026-13-01"], "error-day"),
            ("wordle", ["day": "9998-01-01"], "error-day"), ("wordle", ["puzzle": "first"], "error-puzzle"),
        ])
    func wrong(game: String, wrong: [String: String], place: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let right = ["day": "2026-01-02", "outcome": "solved", "score": "3", "puzzle": "1234"]
            let fields = right.merging(wrong) { $1 }
            let page = try await ana.submit("/games/\(game)/score", fields)
            #expect(page.status == 422)
            let error = try #require(page.text.firstMatch(of: /<p class="error" id="([^"]+)">[^<]+</)).1
            #expect(error == place)
            for value in fields.values where !value.isEmpty {
                #expect(page.text.contains("value=\"\(value)\""), "\(value)")
            }
        }
    }
}
