import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("XP on pages") struct ExperiencePageTests {
    /// A run of 10 km in one hour at 150 bpm: 730 XP.
    private static func run(_ site: Site, hoursAgo: Double) -> WorkoutDraft {
        WorkoutDraft(
            type: .running, title: "Long run",
            startedAt: site.clock.now.addingTimeInterval(-hoursAgo * 3_600),
            duration: 3_600, measures: WorkoutMeasures(distance: 10_000, averageHeartRate: 150),
            visibility: .public)
    }

    /// Ten minutes of yoga: 20 XP.
    private static func yoga(_ site: Site, hoursAgo: Double) -> WorkoutDraft {
        WorkoutDraft(
            type: .yoga, title: "Stretching", startedAt: site.clock.now.addingTimeInterval(-hoursAgo * 3_600),
            duration: 600, visibility: .public)
    }

    @Test("The page shows level, progress, and what each workout earned")
    func page() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let empty = try await ana.open("/experience").text
            #expect(empty.contains("Level 1") && empty.contains("No XP yet") && empty.contains("14 days"))
            let run = try await site.publish(Self.run(site, hoursAgo: 5), by: "ana")
            let text = try await ana.open("/experience").text
            for part in [
                "Level 2", "730 XP", "+730 XP", "href=\"/workouts/\(run.id)\">Long run<", "To level 3",
                "770 XP to go", "max=\"1000\" value=\"230\"", "730 of 10,000 XP",
                "max=\"10000\" value=\"730\"",
            ] { #expect(text.contains(part), "\(part)") }
            #expect(!text.contains("No XP yet"))
        }
    }

    @Test("The table explains the formula, with a run as an example")
    func policy() async throws {
        try await Site.run { site in
            let text = try await site.member("ana").open("/experience").text
            for part in [
                "<td>Running</td><td>57</td><td>1</td>", "<td>Strength</td><td>–</td><td>4</td>",
                "<td>Other sports</td><td>–</td><td>3</td>", "(up to 180 bpm)", "adds 12 XP",
                "is worth 730 XP", "<dd>10,000</dd>", "<dd>30 minutes</dd>", "<dd>14 days</dd>",
            ] { #expect(text.contains(part), "\(part)") }
        }
    }

    @Test("What a workout earned leads to the level, badges and the board on which it counts")
    func places() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            var draft = Self.run(site, hoursAgo: 5)
            let run = try await site.publish(draft, by: "ana")
            let page = "/workouts/\(run.id)"
            let shown = try await ana.open(page).text
            for link in [
                "<a href=\"/experience\">XP and level</a>", "<a href=\"/experience/badges\">Badges</a>",
            ] { #expect(shown.contains(link), "\(link)") }
            // Weeks later, the link still leads to the week of the workout.
            for days in [0, 30] as [Int64] {
                site.clock.advance(by: days * 86_400)
                #expect(try await ana.openBoard(of: run).contains("730 XP"), "after \(days) days")
            }
            // A hidden workout counts on no board, and one that earns nothing leads to none of them.
            draft.visibility = .private
            _ = try await site.session("ana").publish(draft, as: run.id, ifMatch: nil)
            let hidden = try await ana.open(page).text
            #expect(hidden.contains("/experience/badges") && !hidden.contains(">Leaderboard</a>"))
            let late = try await site.publish(Self.run(site, hoursAgo: 15 * 24), by: "ana")
            #expect(try await !ana.open("/workouts/\(late.id)").text.contains("/experience/badges"))
        }
    }

    @Test("The link to the board leads to the week in which the workout earns, not always that of its start")
    func week() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana"), try await site.member("ben"))
            // Sunday, 23:30.
            site.clock.advance(by: 4 * 86_400 + 41_400)
            let last = try await site.publish(Self.run(site, hoursAgo: 1.25), by: "ben")
            // In Karachi, it started on Monday.
            _ = try await site.session("ben").update(AccountChanges(timeZone: "Asia/Karachi"), ifMatch: nil)
            #expect(try await ben.openBoard(of: last).contains("730 XP"))
            // Monday, 2:00. The first started on Sunday at 23:00, and the second, which overlaps it, at midnight.
            site.clock.advance(by: 9_000)
            var draft = Self.run(site, hoursAgo: 3)
            draft.duration = 5_400
            let first = try await site.publish(draft, by: "ana")
            draft.startedAt += 3_600
            draft.measures.distance = 11_000
            let second = try await site.publish(draft, by: "ana")
            #expect(try await ana.openBoard(of: second).contains("867 XP"))
            #expect(try await ana.open("/workouts/\(first.id)").text.contains("0 of 810 XP — why?"))
        }
    }

    @Test("A workout's XP and the level lead to the formula, which is on the page")
    func policyLinks() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana"), try await site.member("ben"))
            try await site.befriend("ana", "ben")
            let run = try await site.publish(Self.run(site, hoursAgo: 5), by: "ana")
            let workout = try await ana.open("/workouts/\(run.id)").text
            let award = try #require(
                workout.firstMatch(of: /<details class="breakdown award">(?s:.*?)<\/details>/))
            #expect(award.0.contains("<a href=\"/experience#policy\">How XP is calculated</a>"))
            #expect(try await !ben.open("/workouts/\(run.id)").text.contains("#policy"))
            let page = try await ana.open("/experience").text
            #expect(page.contains("<a href=\"#policy\">How XP is calculated</a>"))
            let target = try #require(page.firstMatch(of: /<section[^>]* id="policy"[^>]*>(?s:.*?)<\/h2>/))
            #expect(target.0.contains("How XP is calculated"))
        }
    }

    @Test("A workout's page says for whom it can count, unless it is late")
    func audience() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let run = try await site.publish(Self.run(site, hoursAgo: 5), by: "ana")
            let late = try await site.publish(Self.run(site, hoursAgo: 15 * 24), by: "ana")
            let page = "/workouts/\(run.id)"
            #expect(try await ana.open(page).text.contains("that everyone sees, and all leaderboards,"))
            for (visibility, text) in [
                ("followers", "that friends and followers see, and"), ("friends", "that friends see, and"),
                ("private", "and on no leaderboard."),
            ] {
                _ = try await ana.submit("\(page)/visibility", ["visibility": visibility])
                #expect(try await ana.open(page).text.contains(text), "\(visibility)")
            }
            let pageOfLate = try await ana.open("/workouts/\(late.id)").text
            #expect(
                !pageOfLate.contains("unless a workout beside it") && !pageOfLate.contains(">Leaderboard</a>")
            )
        }
    }

    @Test("A workout that earned less than a hidden one beside it counts for those who see only the former")
    func besideHidden() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let run = try await site.publish(Self.run(site, hoursAgo: 5), by: "ana")
            var draft = Self.run(site, hoursAgo: 6.2)
            (draft.visibility, draft.measures.distance) = (.private, 12_000)
            let hidden = try await site.publish(draft, by: "ana")
            let page = try await ana.open("/workouts/\(run.id)").text
            #expect(page.contains("0 of 730 XP — why?") && page.contains("It counts there unless"))
            #expect(try await ana.openBoard(of: run).contains("730 XP"))
            let other = try await ana.open("/workouts/\(hidden.id)").text
            #expect(other.contains("844 XP — why?") && other.contains("Only you see this workout"))
            #expect(!other.contains(">Leaderboard</a>"))
            // Nothing counts for others that is worth nothing, or earns its owner nothing and is hidden.
            draft = Self.run(site, hoursAgo: 10)
            draft.isCompleted = false
            let unfinished = try await site.publish(draft, by: "ana")
            draft = Self.yoga(site, hoursAgo: 5.2)
            draft.visibility = .private
            let hiddenRest = try await site.publish(draft, by: "ana")
            for workout in [unfinished, hiddenRest] {
                let page = try await ana.open("/workouts/\(workout.id)").text
                #expect(!page.contains("unless a workout beside it") && !page.contains("Only you see"))
                #expect(!page.contains(">Leaderboard</a>"))
            }
        }
    }

    @Test("What a workout no longer earns has a reason in words, and a deleted one no link")
    func reversals() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let yoga = try await site.publish(Self.yoga(site, hoursAgo: 5.2), by: "ana")
            let run = try await site.publish(Self.run(site, hoursAgo: 5), by: "ana")
            let text = try await ana.open("/experience").text
            let reason = "It is less than 30 minutes before or after another workout."
            for part in ["+20 XP", "−20 XP", reason, "+730 XP", "Total 730 XP"] {
                #expect(text.contains(part), "\(part)")
            }
            let page = try await ana.open("/workouts/\(yoga.id)").text
            #expect(page.contains("0 of 20 XP — why?") && page.contains(reason))
            try await site.session("ana").deleteWorkout(run.id)
            let after = try await ana.open("/experience").text
            #expect(after.contains("−730 XP") && after.contains("<b>Deleted workout</b>"))
            #expect(!after.contains("/workouts/\(run.id)"))
            #expect(try await ana.open("/workouts/\(yoga.id)").text.contains("20 XP — why?"))
        }
    }

    @Test("The owner sees how the worth of a workout came about, and others only the worth")
    func workout() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana"), try await site.member("ben"))
            try await site.befriend("ana", "ben")
            let path = "/workouts/\(try await site.publish(Self.run(site, hoursAgo: 5), by: "ana").id)"
            let own = try await ana.open(path).text
            for part in [
                "730 XP — why?", "Distance 10 km × 57</span> <b>570.0</b>",
                "Time 60 min × 1</span> <b>60.0</b>",
                "Heart rate 60 min × 150 bpm ÷ 90</span> <b>100.0</b>", "<b>730</b>",
            ] { #expect(own.contains(part), "\(part)") }
            let shown = try await ben.open(path).text
            #expect(shown.contains("<dt>Worth</dt><dd>730 XP</dd>") && !shown.contains("why?"))
            for settings in [
                SettingsChanges(showWorkoutStats: false),
                SettingsChanges(showWorkoutStats: true, showWorkoutDetails: false),
            ] {
                _ = try await site.session("ana").update(settings)
                #expect(try await !ben.open(path).text.contains("730 XP"))
                #expect(try await ana.open(path).text.contains("730 XP — why?"))
            }
        }
    }

    @Test("The page of a workout says what a late edit does to its XP")
    func lateEdit() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            var draft = Self.run(site, hoursAgo: 14 * 24)
            let run = try await site.publish(draft, by: "ana")
            let reason = "You edited it more than 14 days after it ended."
            #expect(try await !ana.open("/workouts/\(run.id)").text.contains(reason))
            site.clock.advance(by: 2 * 3_600)
            draft.measures.distance = 12_000
            _ = try await site.session("ana").publish(draft, as: run.id, ifMatch: nil)
            let page = try await ana.open("/workouts/\(run.id)").text
            #expect(page.contains("730 XP — why?") && page.contains(reason))
            draft.duration = 7_200
            _ = try await site.session("ana").publish(draft, as: run.id, ifMatch: nil)
            let longer = try await ana.open("/workouts/\(run.id)").text
            #expect(longer.contains("0 of 730 XP — why?") && longer.contains("moved or lengthened it"))
        }
    }

    @Test("The page of an old workout says that it was published late")
    func publishedLate() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let run = try await site.publish(Self.run(site, hoursAgo: 15 * 24), by: "ana")
            let page = try await ana.open("/workouts/\(run.id)").text
            #expect(page.contains("You published it more than 14 days after it ended."))
            #expect(!page.contains("moved or lengthened it"))
        }
    }

    @Test("The pages of two recordings say which one earned the XP, and which one counts in totals")
    func recordings() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            var draft = Self.run(site, hoursAgo: 5)
            draft.visibility = .public
            let open = try await site.publish(draft, by: "ana")
            (draft.visibility, draft.measures.distance) = (.friends, 12_000)
            let better = try await site.publish(draft, by: "ana")
            let (earned, counts) = (
                "The other workout earned the XP.", "Everyone who can see this workout sees its XP"
            )
            let page = try await ana.open("/workouts/\(open.id)").text
            #expect(page.contains("0 of 730 XP — why?") && page.contains(earned) && !page.contains(counts))
            let other = try await ana.open("/workouts/\(better.id)").text
            #expect(other.contains("844 XP — why?") && other.contains(counts) && !other.contains(earned))
        }
    }

    @Test("A profile shows level and XP while its owner shows statistics, and links one's own")
    func profile() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana"), try await site.member("ben"))
            try await site.befriend("ana", "ben")
            try await site.publish(Self.run(site, hoursAgo: 5), by: "ana")
            let level = "Level 2 · 730 XP"
            #expect(try await ana.open("/@ana").text.contains("href=\"/experience\">\(level)</a>"))
            #expect(try await ben.open("/@ana").text.contains("<b>\(level)</b>"))
            _ = try await site.session("ana").update(SettingsChanges(showWorkoutStats: false))
            #expect(try await ana.open("/@ana").text.contains(level))
            #expect(try await !ben.open("/@ana").text.contains(level))
        }
    }

    @Test("The ledger continues on the next page")
    func pages() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for number in 1...31 {
                try await site.publish(Self.yoga(site, hoursAgo: Double(number) * 3), by: "ana")
            }
            let first = try await ana.open("/experience").text
            #expect(first.matches(of: /\+20 XP/).count == 30)
            let more = try #require(first.firstMatch(of: /href="([^"]*cursor=[^"]*)"/)).1
            let second = try await ana.open(String(more).replacing("&amp;", with: "&")).text
            #expect(second.matches(of: /\+20 XP/).count == 1)
        }
    }
}

extension Browser {
    /// Follows the link from the page of one's own workout to the board on which it counts.
    fileprivate func openBoard(of workout: Workout) async throws -> String {
        let page = try await open("/workouts/\(workout.id)").text
        let link = try #require(page.firstMatch(of: /<a href="(\/games[^"]*)">Leaderboard<\/a>/)).1
        return try await open(String(link).replacing("&amp;", with: "&")).text
    }
}
