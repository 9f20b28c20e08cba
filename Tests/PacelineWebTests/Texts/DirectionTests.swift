import Foundation
import Paceline
import Testing

@testable import PacelineWeb

/// Without a direction of its own, a name in a right-to-left script reorders the figures beside it: “1 h ago”
/// becomes “1 … h ago”. Punctuation ends up on the wrong side of texts.
@Suite("Texts from right to left") struct DirectionTests {
    private static let (name, text) = ("דנה כהן", "כל הכבוד! 5 × 500 זה קשה")

    @Test("A name before a time has its own direction, on each kind of card and above comments")
    func names() async throws {
        try await Site.run { site in
            let dana = try await site.member("dana", name: Self.name)
            let run = try await site.publish(
                WorkoutDraft(
                    type: .running, title: "Long run", startedAt: site.clock.now.addingTimeInterval(-4_000),
                    duration: 3_600, measures: WorkoutMeasures(distance: 10_000)),
                by: "dana")
            _ = try await site.session("dana").comment(CommentDraft(text: Self.text), on: run.id.item)
            try await site.publish(3, in: "wordle", by: "dana")
            try await site.engine.followLog()
            let home = try await dana.open("/").text
            for card in ["card item\"", "card item earnings", "card item puzzles", "latest"] {
                let start = try #require(home.firstRange(of: "class=\"\(card)"), "\(card)").lowerBound
                let name = try #require(home[start...].firstRange(of: ">\(Self.name)<")).lowerBound
                #expect(home[start..<name].hasSuffix(#"<a dir="auto" href="/@dana""#), "\(card)")
            }
            #expect(home.contains("<bdi>\(Self.text)</bdi>"))
            let page = try await dana.open("/workouts/\(run.id)").text
            #expect(page.contains(#"<p class="by"><a dir="auto" href="/@dana">\#(Self.name)</a>"#))
        }
    }

    @Test("Titles have their own direction, and keep it in sentences")
    func titles() async throws {
        try await Site.run { site in
            let title = "אימון 5 × 500 m (מהיר)!"
            let dana = try await site.member("dana", name: Self.name)
            let run = try await site.publish(
                WorkoutDraft(
                    type: .running, title: title, startedAt: site.clock.now.addingTimeInterval(-4_000),
                    duration: 3_600, measures: WorkoutMeasures(distance: 10_000)),
                by: "dana")
            let ana = try await site.member("ana")
            try await site.befriend("dana", "ana")
            let row = try await site.publish(by: "ana")
            _ = try await site.session("ana").giveKudos(to: run.id.item, big: false)
            _ = try await site.session("dana").giveKudos(to: row.id.item, big: false)
            try await site.engine.followLog()
            #expect(try await dana.open("/").text.contains("<bdi>\(title)</bdi></a>"))
            #expect(try await dana.open("/@dana").text.contains("<b><bdi>\(title)</bdi>"))
            #expect(
                try await dana.open("/workouts/\(run.id)").text.contains("<h1 dir=\"auto\">\(title)</h1>"))
            #expect(try await dana.open("/notifications").text.contains("\u{2068}\(title)\u{2069}"))
            #expect(
                try await ana.open("/notifications").text.contains("\u{2068}\(Self.name)\u{2069}"))
        }
    }

    @Test("What people write has its own direction where it is shown, and where it is typed")
    func texts() async throws {
        try await Site.run { site in
            let dana = try await site.member("dana", name: Self.name)
            let ana = try await site.member("ana")
            try await site.befriend("dana", "ana")
            _ = try await site.session("dana").update(AccountChanges(bio: Self.text), ifMatch: nil)
            let workout = try await site.publish(by: "dana", notes: Self.text)
            _ = try await site.session("ana").comment(CommentDraft(text: Self.text), on: workout.id.item)
            let page = try await ana.open("/workouts/\(workout.id)").text
            for part in ["notes", "text"] {
                #expect(page.contains("<p class=\"\(part)\" dir=\"auto\">\(Self.text)"), "\(part)")
            }
            #expect(
                try await ana.open("/@dana").text.contains("<p class=\"notes\" dir=\"auto\">\(Self.text)"))
            let inbox = try await dana.open("/notifications").text
            #expect(inbox.contains("<p class=\"quotation\" dir=\"auto\">\(Self.text)"))
            for path in ["/", "/workouts/\(workout.id)", "/workouts/\(workout.id)/edit", "/notifications"] {
                let fields = try await dana.open(path).text.matches(of: /<textarea[^>]*>/).map(\.0)
                #expect(!fields.isEmpty && fields.allSatisfy { $0.contains("dir=\"auto\"") }, "\(path)")
            }
        }
    }
}
