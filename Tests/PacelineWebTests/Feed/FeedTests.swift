import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("The feed") struct FeedTests {
    @Test("A card shows all facts")
    func wholeCard() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana Ant")
            _ = try await site.member("ben", name: "Ben Bee")
            try await site.befriend("ana", "ben")
            let workout = try await site.publish(by: "ben")
            _ = try await site.session("ben").comment(CommentDraft(text: "Windy"), on: workout.id.item)
            let text = try await ana.open("/").text
            for part in [
                "Ben Bee", "4 × 500 m", "6:54.0", "2000 m", "1:43.5 /500m", "Rowing", "Test", "0 kudos",
                "1 comment", "Windy", "4 intervals, from 1:45.0 /500m to 1:42.0 /500m",
                "/workouts/\(workout.id)",
            ] { #expect(text.contains(part), "\(part)") }
        }
    }

    @Test("The feed can be filtered by person and type")
    func filters() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana")
            _ = try await site.member("ben", name: "Ben")
            try await site.befriend("ana", "ben")
            try await site.publish(by: "ana", title: "Mine.")
            try await site.publish(by: "ben", title: "Theirs.")
            for (query, shows) in [
                ("", [true, true]), ("?whose=me", [true, false]), ("?whose=@ben", [false, true]),
                ("?whose=@ben&show=rowing", [false, true]), ("?whose=@ben&show=running", [false, false]),
                ("?whose=&show=", [true, true]), ("?show=workouts", [true, true]),
                ("?show=scores", [false, false]), ("?show=nordicSkiing", [false, false]),
            ] {
                let text = try await ana.open("/" + query).text
                #expect([text.contains("Mine."), text.contains("Theirs.")] == shows, "\(query)")
            }
            let text = try await ana.open("/?whose=@ben&show=rowing").text
            #expect(text.contains(#"<option value="@ben" selected>Ben</option>"#))
            // “Only me” is a visibility.
            #expect(text.contains(#"<option value="me">Me</option>"#) && !text.contains("Only me"))
            #expect(
                text.contains(#"<option value="rowing" selected>"#)
                    && text.contains(#"<option value="yoga">"#))
            #expect(text.contains("/?whose=@ben&amp;show=workouts"))
            let games = try await ana.open("/?show=scores").text
            #expect(games.contains(#"<option value="scores" selected>All sports</option>"#))
        }
    }

    @Test("The filter lists friends, newest first, but not mere followers")
    func choosingPeople() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for name in ["ben", "cleo", "dora", "emil"] { _ = try await site.member(name, name: name) }
            for name in ["ben", "cleo", "dora"] {
                try await site.befriend("ana", name)
                site.clock.advance(by: 60)
            }
            _ = try await site.session("ana").follow(.username("emil"), notifications: nil)
            try await site.session("dora").block(.username("ana"))
            let text = try await ana.open("/?whose=me").text
            let choices = text.matches(of: /<option value="@([a-z]+)">/).map(\.1)
            #expect(choices == ["cleo", "ben"])
        }
    }

    @Test("A comment on a card returns to the card")
    func commenting() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            try await site.befriend("ana", "ben")
            let item = try await site.publish(by: "ben").id.item
            try await ana.open("/")
            let fields = ["text": "Nice", "card": "1", "return": "/#item-\(item)"]
            let response = try await ana.submit("/items/\(item)/comments", fields)
            #expect(response.location == "/#item-\(item)")
            let piece = try await ana.submit("/items/\(item)/comments", fields, headers: [.fragment: "1"])
            #expect(piece.text.hasPrefix("<div class=\"talk\"") && piece.text.contains("2 comments"))
            #expect(piece.text.contains("Nice") && piece.text.contains("#item-\(item)"))
            let long = fields.merging(["text": String(repeating: "long ", count: 120)]) { $1 }
            let rejected = try await ana.submit("/items/\(item)/comments", long)
            #expect(rejected.status == 422 && rejected.text.contains("long long"))
        }
    }

    @Test("A single card can be loaded by people who can see it")
    func card() async throws {
        try await Site.run { site in
            let (ana, ben) = (try await site.member("ana"), try await site.member("ben"))
            let item = try await site.publish(by: "ana", title: "Mine.").id
            let card = try await ana.open("/items/\(item)/card").text
            #expect(card.hasPrefix("<article") && card.contains("Mine."))
            #expect(try await ben.open("/items/\(item)/card").status == 404)
        }
    }
}
