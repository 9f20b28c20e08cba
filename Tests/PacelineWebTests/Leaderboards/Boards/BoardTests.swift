import Foundation
import HTTPTypes
import Paceline
import Testing

@Suite("Leaderboards") struct BoardTests {
    /// Ana and Ben are friends who played: Ana solved it in 3 guesses, Ben in 4.
    private func playing(_ live: @Sendable (Site, Browser) async throws -> Void) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana Ant")
            _ = try await site.member("ben", name: "Ben Bee")
            try await site.befriend("ana", "ben")
            for (name, score) in [("ana", 3), ("ben", 4)] { try await site.play(name, score: score) }
            try await live(site, ana)
        }
    }

    @Test("A board shows ranks, names and results, and highlights the viewer's row")
    func rows() async throws {
        try await playing { _, ana in
            let page = try await ana.open("/games?scope=friends&range=today&game=wordle")
            #expect(page.status == 200)
            let rows = page.text.matches(of: /<li class="place[^>]*>(?s:.*?)<\/li>/).map { String($0.0) }
            #expect(rows.count == 2)
            #expect(rows.first?.contains("Ana Ant") == true && rows.first?.contains("3 guesses") == true)
            #expect(rows.first?.contains("mine") == true && rows.first?.contains(">You<") == true)
            #expect(rows.last?.contains("Ben Bee") == true && rows.last?.contains("4 guesses") == true)
        }
    }

    @Test("A change of rank is shown as an arrow and in words")
    func delta() async throws {
        try await playing { site, ana in
            let yesterday = site.today.adding(days: -1)
            try await site.play("ana", score: 6, on: yesterday)
            try await site.play("ben", score: 2, on: yesterday)
            let page = try await ana.open("/games?scope=friends&range=today&game=wordle")
            for way in ["up", "down"] {
                let arrow = try Regex(
                    #"class="delta \#(way)"><span aria-hidden="true"><svg.+?</svg>1</span>"#)
                #expect(page.text.contains(arrow), "\(way)")
                #expect(page.text.contains("\(way) 1 place since the day before"))
            }
        }
    }

    @Test("The board of all games shows the points per game")
    func breakdown() async throws {
        try await playing { site, ana in
            try await site.play("ana", game: "nerdle", score: 2)
            let page = try await ana.open("/games?scope=friends&range=sevenDays")
            #expect(page.text.contains("2 games") && page.text.contains("Nerdle <b>5 pts</b>"))
        }
    }

    @Test("The viewer's row and its neighbours are shown at any rank")
    func neighbours() async throws {
        try await Site.run { site in
            for place in 0..<32 {
                let name = "player\(place)"
                _ = try await site.member(name)
                try await site.play(name, score: place < 30 ? 2 : 5)
            }
            let ana = try await site.member("zoe")
            try await site.play("zoe", score: 6)
            let page = try await ana.open("/games?scope=global&range=today&game=wordle")
            // Every page links to the viewer's own profile in the navigation.
            let content = try #require(page.text.components(separatedBy: "<main").last)
            let parts = content.components(separatedBy: "Your place")
            #expect(parts.count == 2)
            #expect(parts.first?.contains("<li class=\"place mine\"") == false)
            #expect(parts.last?.contains("<li class=\"place mine\"") == true)
            #expect(page.text.matches(of: /<li class="place/).count == 25 + 6)
            let more = try #require(page.text.firstMatch(of: /href="([^"]*cursor=[^"]*)"/)).1
            let next = try await ana.open(String(more).replacing("&amp;", with: "&"))
            #expect(next.status == 200 && next.text.contains("/@zoe"))
        }
    }

    @Test("Menus offer what the links do, and keep a range that was not chosen")
    func menus() async throws {
        try await playing { site, ana in
            let yesterday = site.today.adding(days: -1)
            let games = try await ana.open("/games?scope=friends&range=today&game=wordle&day=\(yesterday)")
                .text
            for chosen in [
                "<option value=\"friends\" selected>Friends", "<option value=\"points\" selected>Games",
                "<option value=\"wordle\" selected>Wordle", "<option value=\"today\" selected>Day",
                "<input type=\"hidden\" name=\"day\" value=\"\(yesterday)\">",
            ] { #expect(games.contains(chosen), "\(chosen)") }
            let training = try await ana.open("/games?scope=friends&metric=xp").text
            #expect(training.contains("<option value=\"xp\" selected>XP"))
            #expect(training.contains("name=\"range\"") && !training.contains("<select name=\"game\""))
            #expect(training.contains(try Regex(#"<option value="" selected>(Today|7 days)"#)))
            let streak = try await ana.open("/games?scope=friends&metric=streak").text
            #expect(!streak.contains("<select name=\"range\""))
            let sent = try await ana.open("/games?scope=global&metric=points&game=&range=month")
            #expect(sent.status == 200 && sent.text.contains("<option value=\"month\" selected>Month"))
        }
    }

    @Test("A streak that has ended is not shown as one of no days")
    func endedStreak() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await site.play("ana", score: 3, on: site.today.adding(days: -3))
            let page = try await ana.open("/games").text
            #expect(page.contains("Longest: 1 day") && !page.contains(">0 days<"))
            #expect(!page.contains("class=\"streak\""))
        }
    }

    @Test("The pager and the calendar stop at today")
    func pager() async throws {
        try await playing { site, ana in
            let today = site.today
            let page = try await ana.open("/games?scope=friends&range=today")
            #expect(!page.text.contains("aria-label=\"Later\""))
            #expect(!page.text.contains("day=\(today.adding(days: 1))"))
            #expect(page.text.contains("day=\(today.adding(days: -1))"))
            let ahead = try await ana.open("/games?scope=friends&range=today&day=99990101")
            #expect(ahead.status == 200 && ahead.text.contains("Today, "))
            let before = try await ana.open("/games?scope=friends&range=week&day=\(today.adding(days: -14))")
            #expect(before.text.contains("aria-label=\"Later\""))
            let month = today.month.lowerBound.adding(days: -1).number / 100
            let calendar = try await ana.open("/games?scope=friends&range=today&calendar=\(month)")
            #expect(
                calendar.text.contains(
                    "calendar=\(today.number / 100)\" data-swap=\"board\" data-focus=\"later\""))
        }
    }

    @Test(
        "Errors in custom dates are shown next to their fields, and the input is kept",
        arguments: [
            ("from=2026-11-10&to=2026-11-01", "Choose an end date that isn’t before the start date."),
            ("from=2020-01-01&to=2026-11-01", "at most 366 days"),
            ("from=x%22y&to=2026-11-01", "Enter a date such as"),
        ])
    func custom(days: String, message: String) async throws {
        try await playing { _, ana in
            let page = try await ana.open("/games?scope=friends&range=custom&\(days)")
            #expect(page.status == 422)
            #expect(page.text.contains(message) && page.text.contains("value=\"2026-11-01\""))
        }
    }

    @Test("The last board is remembered, unless it belongs to a group that the user left")
    func remembered() async throws {
        try await playing { site, ana in
            try await ana.open("/games?scope=global&range=month&game=wordle")
            let again = try await ana.open("/games")
            #expect(again.text.contains("<h2 id=\"board-title\">Wordle</h2>"))
            #expect(again.text.contains("aria-current=\"true\">Everyone</a>"))
            let group = try await site.session("ana").createGroup(title: "Crew")
            try await ana.open("/games?scope=group:\(group.id)")
            try await site.session("ana").deleteGroup(group.id)
            let last = try await ana.open("/games")
            #expect(last.status == 200 && last.text.contains("aria-current=\"true\">Friends</a>"))
            #expect(try await ana.open("/games?scope=group:\(group.id)").status == 404)
        }
    }

    /// The range that is marked as the current one.
    private func range(_ page: Browser.Shown) -> String? {
        page.text.firstMatch(of: /data-focus="range-([a-zA-Z]+)" aria-current="true"/).map { String($0.1) }
    }

    @Test("Unless a range was chosen, a board without scores of today shows seven days")
    func emptyToday() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for place in 0..<27 {
                let name = "player\(place)"
                _ = try await site.member(name)
                // The oldest was 6 days ago, and not in the calendar week of today, a Wednesday.
                try await site.play(name, score: 2, on: site.today.adding(days: place == 0 ? -6 : -1))
            }
            let page = try await ana.open("/games?scope=global")
            #expect(range(page) == "sevenDays" && page.text.matches(of: /<li class="place/).count == 25)
            // Live updates, the next page and the days before show the same range; other boards choose their own.
            #expect(page.text.contains("data-from=\"/games?scope=global&amp;range=sevenDays\""))
            let earlier = site.today.adding(days: -7)
            #expect(page.text.contains("/games?scope=global&amp;range=sevenDays&amp;day=\(earlier)"))
            #expect(page.text.contains("href=\"/games?scope=friends\""))
            #expect(page.text.contains("href=\"/games?scope=global&amp;game=wordle\""))
            let more = try #require(page.text.firstMatch(of: /href="([^"]*cursor=[^"]*)"/)).1
            let next = try await ana.open(String(more).replacing("&amp;", with: "&"))
            #expect(range(next) == "sevenDays" && next.text.matches(of: /<li class="place/).count == 2)
        }
    }

    @Test("A range that was chosen is remembered, and so is that none was chosen")
    func rememberedRange() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            try await site.play("ana", score: 3, on: site.today.adding(days: -1))
            for path in ["/games?scope=friends", "/games"] {
                let page = try await ana.open(path)
                #expect(range(page) == "sevenDays", "\(path)")
            }
            for path in [
                "/games?scope=friends&range=today", "/games", "/games?scope=friends&day=\(site.today)",
            ] {
                let page = try await ana.open(path)
                #expect(range(page) == "today" && page.text.contains("No scores here yet"), "\(path)")
            }
            try await ana.open("/games?scope=friends")
            try await site.play("ana", score: 3)
            let page = try await ana.open("/games")
            #expect(range(page) == "today" && page.text.contains("<li class=\"place mine\""))
        }
    }

    @Test("The board cookie is validated like a query")
    func forgedCookie() async throws {
        try await playing { _, ana in
            for value in [
                "~~~~~", "friends~custom~wordle~~x~y", "group:x~all", "%00~~", "friends~today~nothing~9",
            ] {
                let page = try await ana.send(
                    .get, "/games",
                    [
                        .cookie: "paceline-session=\(await ana.cookies["paceline-session"] ?? "")"
                            + "; paceline-board=\(value)"
                    ])
                #expect(page.status == 200 || page.status == 422, "\(value)")
            }
        }
    }

    @Test("Boards rank by training, chosen by links, in units that people read")
    func training() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana Ant")
            _ = try await site.member("ben", name: "Ben Bee")
            try await site.befriend("ana", "ben")
            for (name, metres) in [("ana", 5_000.0), ("ben", 12_340)] {
                let draft = WorkoutDraft(
                    type: .running, title: "Run", startedAt: site.clock.now.addingTimeInterval(-4_500),
                    duration: 4_500, measures: WorkoutMeasures(distance: metres), visibility: .public)
                _ = try await site.publish(draft, by: name)
            }
            let games = try await ana.open("/games?scope=friends&range=today")
            #expect(games.text.contains("href=\"/games?scope=friends&amp;range=today&amp;metric=distance\""))
            let page = try await ana.open("/games?scope=friends&range=today&metric=distance")
            let rows = page.text.matches(of: /<li class="place[^>]*>(?s:.*?)<\/li>/).map { String($0.0) }
            #expect(rows.count == 2)
            #expect(rows.first?.contains("Ben Bee") == true && rows.first?.contains("12.3 km") == true)
            #expect(rows.last?.contains("mine") == true && rows.last?.contains("5.0 km") == true)
            #expect(page.text.contains("<h2 id=\"board-title\">Distance</h2>"))
            #expect(page.text.contains("data-focus=\"metric-distance\" aria-current=\"true\""))
            let time = try await ana.open("/games?scope=friends&range=week&metric=duration")
            #expect(time.text.contains("1 h 15 min"))
            let streak = try await ana.open("/games?scope=friends&metric=streak")
            #expect(streak.text.contains("1 day<") && !streak.text.contains("data-focus=\"range-week\""))
            let again = try await ana.open("/games")
            #expect(again.text.contains("data-focus=\"metric-streak\" aria-current=\"true\""))
            let everyone = try await ana.open("/games?scope=global&metric=streak&range=all")
            #expect(!everyone.text.contains("metric=streak"))
            #expect(everyone.text.contains("data-focus=\"metric-days\" aria-current=\"true\""))
            let old = try await ana.open("/games?scope=global&metric=xp&range=today&day=20200101")
            #expect(old.status == 200 && old.text.contains("This goes back too far"))
            let long = try await ana.open(
                "/games?scope=global&metric=xp&range=custom&from=2020-01-01&to=2020-03-01")
            #expect(long.status == 422 && long.text.contains("at most 31 days"))
            let none = try await ana.open("/games?scope=friends&metric=volume&range=today")
            #expect(none.text.contains("No workouts here yet") && none.text.contains("/workouts/add"))
        }
    }

    @Test("An empty board offers to add a score and to invite people")
    func empty() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let page = try await ana.open("/games?scope=friends&range=today&game=wordle")
            #expect(
                page.text.contains("No scores for Wordle") && page.text.contains("href=\"/friends/find\""))
            #expect(page.text.contains("Solve a puzzle two days in a row"))
        }
    }
}

extension Site {
    /// Publishes a person's score.
    func play(
        _ username: String, game: Game.ID = Game.ID(trusted: "wordle"), score: Int, on day: Day? = nil
    ) async throws {
        _ = try await session(username).publish(
            ScoreDraft(score: score, isCompleted: true), in: game, on: day ?? today)
    }

    func play(_ username: String, game: String, score: Int) async throws {
        try await play(username, game: Game.ID(trusted: game), score: score)
    }
}
