import Foundation
import HTTPTypes
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Kudos and comments") struct ReactionTests {
    @Test("Kudos can be given and removed without JavaScript, and return to the same page")
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

    @Test("The owner of an item has no button for kudos, except to withdraw their own")
    func ownKudos() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let item = try await site.publish(by: "ana").id.item
            for path in ["/", "/workouts/\(item)"] {
                let text = try await ana.open(path).text
                #expect(!text.contains("action=\"/items/\(item)/kudos\""), "\(path)")
            }
            _ = try await site.session("ana").giveKudos(to: item, big: false)
            for path in ["/", "/workouts/\(item)"] {
                let text = try await ana.open(path).text
                #expect(text.contains("action=\"/items/\(item)/kudos\""), "\(path)")
                #expect(text.contains("aria-pressed=\"true\""), "\(path)")
            }
        }
    }

    @Test("The script receives only the changed fragment")
    func fragment() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let item = try await site.publish(by: "ana").id.item
            let response = try await ana.submit(
                "/items/\(item)/kudos", ["given": "1", "big": "1"], headers: [.fragment: "1"])
            #expect(response.status == 200)
            #expect(response.text.hasPrefix("<form") && response.text.contains("1 kudos"))
        }
    }

    @Test("Comments can be added, replied to, edited, hearted and deleted")
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
            let form = try await ana.open(page + "?edit=\(first.id)")
            #expect(form.text.contains("action=\"/comments/\(first.id)/edit\""))
            #expect(await ana.filledIn["return"] == page)
            #expect(form.text.contains(">First</textarea>"))
            #expect(form.text.contains("href=\"\(page)#comment-\(first.id)\""))
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

    @Test("A rejected comment stays in its field")
    func rejectedComment() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let long = String(repeating: "long ", count: 120)
            let response = try await ana.submit("/items/\(workout.id)/comments", ["text": long])
            #expect(response.status == 422)
            #expect(response.text.contains("Enter 1–500 characters."))
            #expect(response.text.contains("long long long"))
            let first = try await site.session("ana").comment(
                CommentDraft(text: "First"), on: workout.id.item)
            let rejectedReply = try await ana.submit(
                "/items/\(workout.id)/comments", ["text": long, "parent": "\(first.id)"])
            #expect(rejectedReply.status == 422)
            let kept = rejectedReply.text.matches(of: /<textarea [^>]*>([^<]*)<\/textarea>/).map {
                String($0.1)
            }
            #expect(kept.map { $0.contains("long long long") } == [true, false])
            for text in ["", " \n"] {
                let empty = try await ana.submit("/items/\(workout.id)/comments", ["text": text])
                #expect(empty.status == 422 && empty.text.contains("Enter 1–500 characters."))
            }
        }
    }

    @Test("A comment beyond those of an hour stays in its field, with when to try again")
    func tooManyComments() async throws {
        try await Site.run(configuring: { $0.quotas.commentsPerHour = 1 }) { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let path = "/items/\(workout.id)/comments"
            #expect(try await ana.submit(path, ["text": "First"]).status == 303)
            let response = try await ana.submit(path, ["text": "Second"])
            #expect(response.status == 422)
            #expect(response.text.contains("Second") && response.text.contains("Try again in 60 minutes."))
        }
    }

    @Test("A rejected edit comes back with its text, and a rejected comment of a card in its form")
    func rejectedElsewhere() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let first = try await site.session("ana").comment(
                CommentDraft(text: "First"), on: workout.id.item)
            let long = String(repeating: "long ", count: 120)
            try await ana.open("/workouts/\(workout.id)?edit=\(first.id)")
            let edit = await ana.filledIn.merging(["text": long]) { $1 }
            let rejected = try await ana.submit("/comments/\(first.id)/edit", edit)
            #expect(rejected.status == 422 && rejected.text.contains("Enter 1–500 characters."))
            let kept = rejected.text.matches(of: /<textarea [^>]*>([^<]*)<\/textarea>/).map { String($0.1) }
            #expect(kept.map { $0.contains("long long long") } == [true, false])
            #expect(rejected.text.contains("action=\"/comments/\(first.id)/edit\""))

            let card = try await ana.submit(
                "/items/\(workout.id)/comments",
                ["text": long, "card": "1", "return": "/#item-\(workout.id)"],
                headers: [.fragment: "1"])
            #expect(card.status == 422 && card.text.contains(#"class="say""#))
            #expect(card.text.contains("Enter 1–500 characters.") && card.text.contains("long long long"))
            #expect(card.text.contains("name=\"return\" value=\"/#item-\(workout.id)\""))
        }
    }

    @Test("A reply to a comment that is gone keeps its text in the form below the thread")
    func rejectedReply() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let response = try await ana.submit(
                "/items/\(workout.id)/comments", ["text": "Well done", "parent": "\(UUID())"])
            #expect(response.status == 422 || response.status == 404)
            #expect(response.text.contains(">Well done</textarea>"))
        }
    }

    @Test("Replies and edits open in a field that their link names, and can be cancelled")
    func openings() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let workout = try await site.publish(by: "ana")
            let page = "/workouts/\(workout.id)"
            let first = try await site.session("ana").comment(
                CommentDraft(text: "First"), on: workout.id.item)
            let text = try await ana.open(page).text
            for kind in ["reply", "edit"] {
                #expect(text.contains("href=\"\(page)?\(kind)=\(first.id)#\(kind)-\(first.id)\""))
                let opened = try await ana.open("\(page)?\(kind)=\(first.id)").text
                #expect(opened.contains("<textarea id=\"\(kind)-\(first.id)\""))
                #expect(opened.contains("href=\"\(page)#comment-\(first.id)\""))
            }
        }
    }

    @Test("The script receives names for a mention")
    func mentions() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben", name: "<Ben>")
            let workout = try await site.publish(by: "ana")
            #expect(
                try await ana.open("/workouts/\(workout.id)").text
                    .contains("data-mentions=\"/items/\(workout.id)/mentions\""))
            let names = try await ana.open("/items/\(workout.id)/mentions?q=be", [.fragment: "1"])
            #expect(names.status == 200 && names.text.hasPrefix("<ul"))
            #expect(names.text.contains(#"data-name="ben""#) && names.text.contains("&lt;Ben&gt;"))
            #expect(
                !(try await ana.open("/items/\(workout.id)/mentions?q=x").text.contains("role=\"option\"")))
            #expect(try await ana.open("/items/\(UUID())/mentions?q=be").status == 404)
        }
    }
}
