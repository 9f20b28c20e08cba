import Foundation
import Paceline
import PacelineDatabase
import Testing

@testable import PacelineWeb

@Suite("Cards of the feed") struct FeedCardsTests {
    @Test("A day has its heading, its workouts, then one card for each person's puzzles")
    func dayOfPuzzles() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana")
            let today = site.today
            let games = ["wordle", "nyt_mini", "connections", "strands", "queens", "tango", "zip"]
            let workout = try await site.publish(by: "ana", title: "Row.")
            for game in games { try await site.publish(3, in: game, by: "ana") }
            try await site.publish(4, in: "wordle", on: today.adding(days: -1), by: "ana")
            let text = try await ana.open("/").text
            #expect(text.matches(of: /<article/).count == 3)
            #expect(text.matches(of: /<h2 class="day">([^<]+)</).map { String($0.1) } == ["Today"])
            let cards = text.matches(of: /<article[^>]*id="([a-z]+)-/).map { String($0.1) }
            #expect(cards == ["item", "puzzles", "puzzles"])
            #expect(
                text.contains("7 puzzles") && text.contains("3 more puzzles") && text.contains("1 puzzle<"))
            #expect(text.contains("/workouts/\(workout.id)"))
            #expect(text.matches(of: /<li class="puzzle"/).count == 8)
            #expect(text.contains(">0:03</span>"))
        }
    }

    @Test("A grid is veiled until the reader has a result for the same puzzle")
    func veil() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana", name: "Ana"), try await site.member("ben"))
            try await site.befriend("ana", "ben")
            let grid = PuzzleGrid("⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩")
            let score = try await site.publish(2, in: "wordle", grid: grid, by: "ana")
            let label = "aria-label=\"Grid: row 1: 3 black, 1 yellow, 1 green; row 2: 5 green\""
            for path in ["/", "/items/\(score.id)", "/games/scores"] {
                let text = try await ana.open(path).text
                #expect(text.contains(label) && !text.contains("<details class=\"veil\""), "\(path)")
            }
            for path in ["/", "/items/\(score.id)"] {
                let text = try await ben.open(path).text
                #expect(text.contains("<summary aria-label=\"Show Ana’s Wordle grid\">"), "\(path)")
            }
            try await site.publish(4, in: "wordle", on: site.today.adding(days: -1), by: "ben")
            try await site.publish(4, in: "connections", by: "ben")
            #expect(try await ben.open("/").text.contains("<details class=\"veil\""))
            try await site.publish(5, in: "wordle", by: "ben")
            for path in ["/", "/items/\(score.id)"] {
                let text = try await ben.open(path).text
                #expect(text.contains(label) && !text.contains("<details class=\"veil\""), "\(path)")
            }
        }
    }

    @Test("The next page does not repeat the heading of the day that it continues")
    func nextPage() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for number in 1...14 { try await site.publish(by: "ana", title: "Row \(number).") }
            let first = try await ana.open("/").text
            let more = try #require(first.firstMatch(of: /href="([^"]*cursor=[^"]*)"/)).1
            let second = try await ana.open(String(more).replacing("&amp;", with: "&")).text
            #expect(first.matches(of: /class="day"/).count == 1 && !second.contains("class=\"day\""))
            #expect(second.matches(of: /<article/).count == 2)
        }
    }

    @Test("Before anyone trained today, the home page begins with the last workouts", arguments: [1, 2, 3])
    func workoutsFirst(daysAgo: Int) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for number in 1...13 { try await site.row("Row \(number).", daysAgo: daysAgo, by: "ana") }
            try await site.publish(3, in: "wordle", by: "ana")
            let first = try await ana.open("/")
            let kinds = first.text.matches(of: /<article[^>]*id="([a-z]+)-/).map { String($0.1) }
            let workouts = [String](repeating: "item", count: 11)
            #expect(kinds == (daysAgo < 3 ? workouts + ["puzzles"] : ["puzzles"] + workouts))
            let headings = first.text.matches(of: /class="day">([^<]+)</).map { String($0.1) }
            #expect(headings.count == (daysAgo < 3 ? 1 : 2))
            #expect(headings.first?.hasPrefix(["Since yesterday", "Since ", "Today"][daysAgo - 1]) == true)
            // The next page continues the day of the workouts, without a heading.
            let more = try #require(first.text.firstMatch(of: /href="([^"]*cursor=[^"]*)"/)).1
            let second = try await ana.open(String(more).replacing("&amp;", with: "&")).text
            #expect(second.matches(of: /<article/).count == 2 && !second.contains("class=\"day\""))
            // Below a filter, only what it shows.
            let games = try await ana.open("/?show=scores").text
            #expect(games.matches(of: /class="day">([^<]+)</).map { String($0.1) } == ["Today"])
            // Once someone trains, the day begins with their workout.
            try await site.publish(by: "ana", title: "Today's.")
            let later = try await ana.open("/").text
            #expect(later.firstMatch(of: /class="day">([^<]+)</).map { String($0.1) } == "Today")
            let articles = later.matches(of: /<article[^>]*id="([a-z]+)-/).map { String($0.1) }
            #expect(articles.prefix(3) == ["item", "puzzles", "item"])
        }
    }

    @Test("Old days are named with weekday, month and, in another year, the year")
    func oldDays() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for days in [0.0, 1, 5, 400] {
                try await site.publish(
                    WorkoutDraft(
                        type: .running, title: "Run.",
                        startedAt: site.clock.now.addingTimeInterval(-86_400 * days - 60), duration: 30),
                    by: "ana")
            }
            let text = try await ana.open("/").text
            let headings = text.matches(of: /class="day">([^<]+)</).map { String($0.1) }
            #expect(headings.prefix(2) == ["Today", "Yesterday"])
            #expect(
                headings.count == 4 && headings[2].firstMatch(of: /^[A-Z][a-z]+day \d+ [A-Z][a-z]+$/) != nil)
            #expect(headings[3].firstMatch(of: /^[A-Z][a-z]+day \d+ [A-Z][a-z]+ \d{4}$/) != nil)
        }
    }

    @Test(
        "A card shows the three measures that matter in the sport",
        arguments: [
            ("rowing", ["Distance", "Time", "Pace"]), ("cycling", ["Distance", "Time", "Speed"]),
            ("running", ["Distance", "Time", "Pace"]), ("strength", ["Lifted", "Exercises", "Time"]),
            ("yoga", ["Time", "Heart rate", "Energy"]),
        ])
    func measures(sport: String, expected: [String]) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let type = try #require(WorkoutType(rawValue: sport))
            let travels = !["strength", "yoga"].contains(sport)
            var draft = WorkoutDraft(
                type: type, title: "Out.", startedAt: site.clock.now.addingTimeInterval(-3_600),
                duration: 1_800,
                measures: WorkoutMeasures(
                    distance: travels ? 8_000 : nil, energy: 210, averageHeartRate: 130))
            if type == .strength { (draft.volume, draft.exerciseCount) = (4_200, 5) }
            try await site.publish(draft, by: "ana")
            let text = try await ana.open("/").text
            #expect(text.matches(of: /<dt>([^<]+)</).map { String($0.1) } == expected)
        }
    }

    @Test("The intervals of a long workout are joined in its sketch", arguments: [46, 1_000])
    func longWorkout(count: Int) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let intervals = (0..<count).map {
                Interval(
                    index: $0, duration: 60 + Double($0 % 7), distance: 250, strokeRate: 24,
                    heartRate: 151, restDuration: 30)
            }
            try await site.publish(
                WorkoutDraft(
                    type: .rowing, title: "Long.", startedAt: site.clock.now.addingTimeInterval(-172_800),
                    duration: 93 * Double(count), measures: WorkoutMeasures(distance: 250 * Double(count)),
                    detail: WorkoutDetail(intervals: intervals)),
                by: "ana")
            let text = try await ana.open("/").text
            let says = text.firstMatch(of: /class="plot" role="img" aria-label="([\d,]+) intervals/)
            #expect(says?.1.replacing(",", with: "") == "\(count)")
            let bars = text.matches(of: /M\d+ \d+h\d+v\d+h-\d+z/).count
            #expect((2...WorkoutSketch.maximumBars).contains(bars), "\(bars) bars")
        }
    }

    @Test(
        "The card of a strength workout compares what was lifted by exercise, and counts those it leaves out")
    func lifts() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let sets = [("Squat", 100.0), ("Bench press", 50), ("Row", 25), ("Curl", 5), ("Squat", 100)]
                .enumerated().map { index, set in
                    ExerciseSet(exercise: set.0, index: index, repetitions: 10, weight: set.1)
                }
            try await site.publish(
                WorkoutDraft(
                    type: .strength, title: "Full body.",
                    startedAt: site.clock.now.addingTimeInterval(-3_600), duration: 1_800,
                    detail: WorkoutDetail(sets: sets)),
                by: "ana")
            let text = try await ana.open("/").text
            let lifts = text.matches(of: /<dt>([^<]+)<\/dt><dd>([^<]+)<svg[^>]*><rect width="([\d.]+)%"/)
                .map { "\($0.1): \($0.2), \($0.3)" }
            #expect(lifts == ["Squat: 2,000 kg, 100", "Bench press: 500 kg, 25", "Row: 250 kg, 12.5"])
            #expect(text.contains("1 more exercise"))
        }
    }

    @Test("A photo takes the place of the sketch, and keeps its size while it loads")
    func photo() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            #expect(try await ana.open("/").text.contains("class=\"chart sketch"))
            let picture = Array(try #require(Data(base64Encoded: EditTests.pixel)))
            try await site.session("ana").setPhoto(picture, of: workout.id)
            let text = try await ana.open("/").text
            #expect(!text.contains("class=\"chart sketch"))
            let image = try #require(text.firstMatch(of: /<img src="\/workouts\/[^"]+\/photo"[^>]*>/)).0
            #expect(image.contains("width=") && image.contains("height="))
        }
    }

    @Test("A workout without intervals has no sketch", arguments: [0, 1])
    func noSketch(count: Int) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let intervals = (0..<count).map { Interval(index: $0, duration: 100, distance: 500) }
            try await site.publish(
                WorkoutDraft(
                    type: .rowing, title: "500m", startedAt: site.clock.now.addingTimeInterval(-3_600),
                    duration: 100, detail: WorkoutDetail(intervals: intervals)),
                by: "ana")
            #expect(!(try await ana.open("/").text.contains("sketch")))
        }
    }

    @Test("A card names two who gave kudos and counts the others, without blocked people and the reader")
    func givers() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana Ant")
            let names = ["ben", "cleo", "dora", "emil"]
            for name in names {
                _ = try await site.member(name, name: name.capitalized + " Bee")
                try await site.befriend("ana", name)
            }
            let item = try await site.publish(by: "ben", visibility: .public).id.item
            try await ana.open("/")
            #expect(!(try await ana.open("/").text.contains("class=\"givers\"")))
            for name in ["cleo", "dora", "emil", "ana"] {
                _ = try await site.session(name).giveKudos(to: item, big: false)
            }
            let sentence = {
                try await ana.open("/").text.firstMatch(of: /class="givers".*?<span>([^<]+)<\/span><\/a>/).map
                { String($0.1) }
            }
            let all = try #require(try await sentence())
            #expect(all.firstMatch(of: /^(Cleo|Dora|Emil), (Cleo|Dora|Emil) and 1 other$/) != nil, "\(all)")
            try await site.session("emil").block(.username("ana"))
            let two = try #require(try await sentence())
            #expect(["Cleo and Dora", "Dora and Cleo"].contains(two))
            _ = try await site.session("dora").withdrawKudos(from: item)
            #expect(try await sentence() == "Cleo")
        }
    }

    @Test("The feed can be filtered by a group of the reader's, and no other")
    func groups() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for name in ["ben", "cleo"] {
                _ = try await site.member(name)
                try await site.befriend("ana", name)
                try await site.publish(by: name, title: "By \(name).")
            }
            let group = try await site.session("ana").createGroup(title: "Crew & Co")
            let code = try await site.session("ana").joinCode(of: group.id).code
            _ = try await site.session("ben").joinGroup(code: code)
            let text = try await ana.open("/?whose=group:\(group.id)").text
            #expect(text.contains("By ben.") && !text.contains("By cleo."))
            #expect(text.contains("<optgroup label=\"Groups\">"))
            #expect(text.contains("value=\"group:\(group.id)\" selected>Crew &amp; Co</option>"))
            #expect(try await site.member("dora").open("/?whose=group:\(group.id)").status == 404)
        }
    }

    @Test("A card offers no comment form of its own: its link leads to the item's form without a script")
    func commentLink() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let text = try await ana.open("/").text
            #expect(text.matches(of: /<textarea/).count == 1)
            #expect(text.contains("href=\"/workouts/\(workout.id)#comments\" data-say=\"\(workout.id)\""))
            let page = try await ana.open("/workouts/\(workout.id)").text
            #expect(page.contains("id=\"comments\"") && page.contains("<textarea"))
        }
    }

    @Test("A score of seconds is shown as the time that was entered, on its page too")
    func time() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let score = try await site.publish(31, in: "nyt_mini", by: "ana")
            for path in ["/", "/items/\(score.id)", "/games/scores"] {
                let text = try await ana.open(path).text
                #expect(text.contains(">0:31<") && !text.contains("&lt;1m<"), "\(path)")
            }
        }
    }
}

extension Site {
    /// Publishes a workout that ended about a number of days ago.
    fileprivate func row(_ title: String, daysAgo: Int, by username: String) async throws {
        try await publish(
            WorkoutDraft(
                type: .rowing, title: title,
                startedAt: clock.now.addingTimeInterval(-86_400 * Double(daysAgo) - 60), duration: 30),
            by: username)
    }
}
