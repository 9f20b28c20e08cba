import Foundation
import Paceline
import PacelineEngine
import Testing

@testable import PacelineWeb

@Suite("Page size") struct PageSizeTests {
    /// The maximum size of a page before compression, in bytes.
    private static let maximumSize = 60_000

    /// Creates a row of many different intervals.
    private static func row(_ count: Int, title: String, on site: Site) -> WorkoutDraft {
        let intervals = (0..<count).map {
            Interval(
                index: $0, duration: 60.1 + Double($0 % 7), distance: 251, strokeRate: 24,
                heartRate: 151 + Double($0 % 9), restDuration: 30)
        }
        return WorkoutDraft(
            type: .rowing, title: title, startedAt: site.clock.now.addingTimeInterval(-172_800),
            duration: 100_000, measures: WorkoutMeasures(distance: 251 * Double(count)),
            detail: WorkoutDetail(intervals: intervals))
    }

    @Test("A home page of workouts with sketches, kudos and comments, or of puzzles, is small")
    func home() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for name in ["ben", "cleo"] {
                _ = try await site.member(name)
                try await site.befriend("ana", name)
            }
            let comment = String(repeating: "今日も長い一言。", count: 62)
            for number in 0..<12 {
                let workout = try await site.publish(
                    Self.row(WorkoutSketch.maximumBars, title: "Row \(number)", on: site), by: "ana")
                for name in ["ben", "cleo"] {
                    _ = try await site.session(name).giveKudos(to: workout.id.item, big: false)
                    _ = try await site.session(name).comment(CommentDraft(text: comment), on: workout.id.item)
                }
            }
            let sketches = try await ana.open("/").text
            #expect(sketches.matches(of: /class="chart sketch/).count == 12)
            #expect(sketches.utf8.count < Self.maximumSize, "\(sketches.utf8.count)")
            for game in ["wordle", "nyt_mini", "connections", "strands", "queens", "tango"] {
                for day in 0..<5 {
                    try await site.publish(3, in: game, on: site.today.adding(days: -day), by: "ana")
                }
            }
            let puzzles = try await ana.open("/?show=scores").text
            #expect(puzzles.matches(of: /class="puzzle"/).count == 30)
            #expect(puzzles.utf8.count < Self.maximumSize, "\(puzzles.utf8.count)")
        }
    }

    @Test("The page and the form of a workout with hundreds of intervals and many comments are small")
    func longWorkout() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(Self.row(1_000, title: "Long", on: site), by: "ana")
            for comment in ["Long comment. ", "👩🏽‍🚣"] {
                for _ in 0..<20 {
                    let draft = CommentDraft(text: String(repeating: comment, count: 500 / comment.count))
                    _ = try await site.session("ana").comment(draft, on: workout.id.item)
                }
            }
            for page in ["", "?intervals=960", "/edit", "/edit?intervals=960"] {
                let response = try await ana.open("/workouts/\(workout.id)\(page)")
                let size = response.text.utf8.count
                #expect(response.status == 200 && size < Self.maximumSize, "\(page): \(size)")
            }
            // A form that was extended as often as its button allows.
            try await ana.open("/workouts/add")
            var form = try await ana.open("/workouts/add").text
            for _ in 0..<20 where form.contains("name=\"more\" value=\"intervals\"") {
                let fields = await ana.filledIn.merging(["more": "intervals"]) { $1 }
                let response = try await ana.upload("/workouts/add", fields)
                await ana.show(response)
                form = response.text
            }
            #expect(form.contains("intervals.40.duration") && !form.contains("intervals.45.duration"))
            #expect(form.utf8.count < Self.maximumSize, "\(form.utf8.count)")
        }
    }

    @Test("Lists of people, requests, groups, scores and notifications are small")
    func lists() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana Antonia von und zu Antwerpen")
            let session = try await site.session("ana")
            let group = try await session.createGroup(title: "Crew of the river and the lake")
            let code = try await session.joinCode(of: group.id).code
            for number in 0..<30 { _ = try await session.createGroup(title: "Crew of the lake \(number)") }
            let item = try await site.publish(by: "ana", visibility: .public).id.item
            let comment = String(repeating: "Long comment. ", count: 35)
            for number in 0..<70 {
                let name = "member_of_crew_\(number)"
                _ = try await site.member(name, name: "Bartholomew Number \(number) of the Crew")
                let other = try await site.session(name)
                switch number % 3 {
                case 0: _ = try await other.request(RequestDraft(to: .person(.username("ana"))))
                case 1: _ = try await session.request(RequestDraft(to: .person(.username(name))))
                default: try await site.befriend("ana", name)
                }
                if number % 2 == 0 { _ = try await other.joinGroup(code: code) }
                _ = try await other.giveKudos(to: item, big: true)
                _ = try await other.comment(CommentDraft(text: comment), on: item)
            }
            for day in 0..<60 {
                try await site.publish(
                    4, in: "wordle", on: site.today.adding(days: -day),
                    grid: PuzzleGrid("⬛🟨⬛⬛⬛\n🟨🟩⬛⬛🟩\n🟩⬛⬛⬛🟩\n🟩⬛🟨⬛🟩\n🟩🟩⬛🟩🟩\n🟩🟩🟩🟩🟩"), by: "ana")
            }
            let pages = [
                "/", "/friends", "/friends/followers", "/friends/following", "/friends/find",
                "/friends/find?q=bartholomew", "/notifications", "/groups", "/groups/\(group.id)",
                "/groups/\(group.id)/invite", "/games/scores", "/games?scope=group:\(group.id)",
                "/workouts/\(item)", "/@ana", "/@ana/friends", "/settings/sign-in",
            ]
            for page in pages {
                let response = try await ana.open(page)
                let size = response.text.utf8.count
                #expect(response.status == 200 && size < Self.maximumSize, "\(page): \(size)")
            }
            let results = (0..<40).map { "Wordle \(1_200 + $0) 4/6" }.joined(separator: "\n\n")
            try await ana.open("/games/add")
            let tooMany = try await ana.submit("/games/add", ["text": results])
            #expect(tooMany.status == 422 && tooMany.text.contains("at most 30 results"))
            let some = (0..<30).map { "Wordle \(1_200 + $0) 4/6" }.joined(separator: "\n\n")
            let preview = try await ana.submit("/games/add", ["text": some])
            #expect(
                preview.status == 200 && preview.text.utf8.count < Self.maximumSize,
                "\(preview.text.utf8.count)")
        }
    }
}
