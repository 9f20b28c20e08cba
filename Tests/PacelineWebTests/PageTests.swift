import Foundation
import HTTPTypes
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Pages") struct PageTests {
    @Test("A card shows everything at once")
    func card() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana Ant")
            _ = try await site.member("ben", name: "Ben Bee")
            try await site.befriend("ana", "ben")
            let workout = try await site.publish(by: "ben")
            _ = try await site.session("ben").comment(CommentDraft(text: "Windy"), on: workout.id.item)
            let text = try await ana.open("/").text
            for part in [
                "Ben Bee", "4x500m", "6:54.0", "2000 m", "1:43.5 /500m", "Test", "Zone 4", "0 kudos",
                "1 comment", "Windy",
                "/workouts/\(workout.id)",
            ] { #expect(text.contains(part), "\(part)") }
        }
    }

    @Test("Kudos are given and taken back without a script, and lead back to where they were given")
    func kudos() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let item = try await site.publish(by: "ana").id.item
            try await ana.open("/")
            let given = try await ana.submit(
                "/items/\(item)/kudos", ["given": "1", "return": "/#item-\(item)"])
            #expect(given.location == "/#item-\(item)")
            #expect(try await ana.open("/").text.contains("1 kudos"))
            try await ana.submit("/items/\(item)/kudos", ["given": "0"])
            #expect(try await ana.open("/").text.contains("0 kudos"))
        }
    }

    @Test("A script gets the piece that changed")
    func fragment() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let item = try await site.publish(by: "ana").id.item
            let answer = try await ana.submit(
                "/items/\(item)/kudos", ["given": "1", "big": "1"], headers: [.fragment: "1"])
            #expect(answer.status == 200)
            #expect(answer.text.hasPrefix("<form") && answer.text.contains("1 kudos"))
        }
    }

    @Test("A workout's page has its intervals, kudos, comments, and for its owner its visibility")
    func workout() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let ben = try await site.member("ben")
            try await site.befriend("ana", "ben")
            let workout = try await site.publish(by: "ana", notes: "Felt good")
            _ = try await site.session("ben").giveKudos(to: workout.id.item, big: true)
            let text = try await ana.open("/workouts/\(workout.id)").text
            for part in ["4 intervals", "1:45.0", "Felt good", "@ben", "Big", "Seen by"] {
                #expect(text.contains(part) || part == "@ben" && text.contains("/@ben"), "\(part)")
            }
            #expect(!(try await ben.open("/workouts/\(workout.id)").text.contains("Seen by")))
            try await ana.submit("/workouts/\(workout.id)/visibility", ["visibility": "private"])
            #expect(try await ben.open("/workouts/\(workout.id)").status == 404)
            #expect(try await ana.open("/workouts/\(workout.id)").text.contains("Felt good"))
        }
    }

    @Test("Sets have a chart of what each lifted, unless there is nothing to compare", arguments: [1, 2])
    func sets(count: Int) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let sets = (0..<count).map {
                ExerciseSet(exercise: "Deadlift", index: $0, repetitions: 8 - $0, weight: 82.5)
            }
            let draft = WorkoutDraft(
                type: .strength, title: "Pull", startedAt: site.clock.now.addingTimeInterval(-3_600),
                duration: 600,
                detail: WorkoutDetail(sets: sets))
            let id = Workout.ID(UUID())
            _ = try await site.session("ana").publish(draft, as: id, ifMatch: nil)
            let text = try await ana.open("/workouts/\(id)").text
            #expect(text.contains("<td class=\"named\">Deadlift</td><td>8</td><td>82.5 kg</td>"))
            let bars = text.matches(of: /<rect class="([a-z-]+)".*?<title>([^<]*)</)
            #expect(bars.map { String($0.1) } == (count == 1 ? [] : ["bar-done", "bar-rest"]))
            #expect(
                bars.map { String($0.2) }
                    == (count == 1 ? [] : ["Deadlift, 8 × 82.5 kg", "Deadlift, 7 × 82.5 kg"]))
        }
    }

    @Test("Changing who sees a workout keeps everything else of it")
    func visibilityKeepsDetail() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana", notes: "Felt good")
            try await ana.submit("/workouts/\(workout.id)/visibility", ["visibility": "private"])
            var changed = try await site.session("ana").workout(workout.id)
            #expect(changed.visibility == .private)
            changed.visibility = workout.visibility
            changed.updatedAt = workout.updatedAt
            #expect(changed == workout)
        }
    }

    @Test("Comments are written, answered, changed, loved and deleted")
    func comments() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let page = "/workouts/\(workout.id)"
            try await ana.submit("/items/\(workout.id)/comments", ["text": "First", "return": page])
            let first = try #require(
                try await site.session("ana").comments(on: workout.id.item, PageRequest()).items.first)
            try await ana.submit(
                "/items/\(workout.id)/comments", ["text": "Answer", "parent": "\(first.id)", "return": page])
            #expect(try await ana.open(page + "?reply=\(first.id)").text.contains("Your reply"))
            #expect(try await ana.open(page).text.contains(#"class="comment reply""#))
            let edited = try await ana.submit(
                "/comments/\(first.id)/edit", ["text": "Changed", "return": page])
            #expect(edited.location == page + "#comment-\(first.id)")
            try await ana.submit("/comments/\(first.id)/heart", ["given": "1", "return": page])
            let text = try await ana.open(page).text
            #expect(text.contains("Changed") && text.contains("edited") && text.contains("1 heart"))
            let hearts = "/comments/\(first.id)/hearts"
            #expect(text.contains("\(hearts)?return="))
            let givers = try await ana.open("\(hearts)?return=\(page)").text
            #expect(givers.contains("Hearts for this comment") && givers.contains("@ana"))
            #expect(givers.contains("href=\"\(page)\""))
            #expect(try await ana.open("/comments/\(UUID())/hearts").status == 404)
            let asking = try await ana.open("/comments/\(first.id)/delete?return=\(page)").text
            #expect(asking.contains("Delete this comment?"))
            #expect(asking.contains("name=\"return\" value=\"\(page)\""))
            #expect(try await ana.submit("/comments/\(first.id)/delete", ["return": page]).location == page)
            #expect(try await ana.open(page).text.contains("This comment was deleted."))
        }
    }

    @Test("A comment that is refused stays in its field")
    func refusedComment() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let long = String(repeating: "long ", count: 120)
            let answer = try await ana.submit("/items/\(workout.id)/comments", ["text": long])
            #expect(answer.status == 422)
            #expect(answer.text.contains("500 characters") && answer.text.contains("long long long"))
        }
    }

    @Test("A list goes on where its page ends, without repeats")
    func pages() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for number in 1...20 { try await site.publish(by: "ana", title: "Row \(number).") }
            let first = try await ana.open("/").text
            let more = try #require(first.firstMatch(of: /href="([^"]*cursor=[^"]*)"/)).1
            let second = try await ana.open(String(more).replacing("&amp;", with: "&")).text
            let titles = { (text: String) in Set(text.matches(of: /Row \d+\./).map { String($0.0) }) }
            #expect(titles(first).count == 12 && titles(second).count == 8)
            #expect(titles(first).isDisjoint(with: titles(second)))
        }
    }

    @Test(
        "What is not there, or not for the visitor, is the same page",
        arguments: [
            "/nothing", "/@nobody", "/workouts/x", "/items/0190163d-8694-739b-aea5-966c26f8ad91", "//",
            "/%00",
        ])
    func missing(path: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let page = try await ana.open(path)
            #expect(page.status == 404)
            #expect(page.text.contains("There is nothing here") && page.text.contains("<!doctype html>"))
        }
    }

    @Test("The API keeps its own answers")
    func api() async throws {
        try await Site.run { site in
            let answer = try await site.browser().open("/v1/nothing")
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(try await site.browser().open("/health").status == 200)
        }
    }
}
