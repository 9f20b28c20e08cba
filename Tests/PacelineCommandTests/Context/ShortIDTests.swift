import Foundation
import Paceline
import Testing

@testable import PacelineCommand

@Suite("Short ids") struct ShortIDTests {
    private struct Thing { let id: Workout.ID }

    private func page(_ ends: String...) -> Page<Thing> {
        Page(
            items: ends.compactMap { Workout.ID("0190163d-8694-739b-aea5-9600" + $0) }.map(Thing.init))
    }

    @Test("A whole id is itself, and nothing is looked for")
    func whole() async throws {
        let id = try #require(ShortID(argument: "0190163D-8694-739B-AEA5-966C26F8AD91"))
        let found = try await id.find("thing", id: \Thing.id) { _ in
            Issue.record("nothing should be looked for")
            return Page(items: [])
        }
        #expect(found.description == "0190163d-8694-739b-aea5-966c26f8ad91")
    }

    @Test("The last digits find the one thing that ends so")
    func tail() async throws {
        let id = try #require(ShortID(argument: "26f8ad91"))
        let found = try await id.find("thing", id: \Thing.id) { _ in page("26f8ad91", "26f8ad92") }
        #expect(found.short == "26f8ad91")
    }

    @Test("Digits that end nothing, or several things, are refused with what to do")
    func refusals() async throws {
        let id = try #require(ShortID(argument: "ad91"))
        await #expect(throws: Failure.self) { try await id.find("thing", id: \Thing.id) { _ in page() } }
        await #expect(throws: Failure.self) {
            try await id.find("thing", id: \Thing.id) { _ in page("0000ad91", "1111ad91") }
        }
    }

    @Test(
        "Any four digits may end an id, those that spell a word as well",
        arguments: ["feed", "F00D", "d-91a"])
    func endings(text: String) {
        #expect(ShortID(argument: text) != nil)
    }

    @Test("What is no end of an id is no argument", arguments: ["", "abc", "feet", "26f8 ad91", "-"])
    func malformed(text: String) {
        #expect(ShortID(argument: text) == nil)
    }
}

@Suite("Items as they are typed") struct ItemArgumentTests {
    @Test("An id alone is looked for in one's own feed, behind a name among that person's workouts")
    func owner() {
        #expect(ItemArgument(argument: "26f8ad91")?.owner == nil)
        #expect(ItemArgument(argument: "ana/26F8AD91")?.owner?.description == "@ana")
        #expect(ItemArgument(argument: "@ana/26f8ad91")?.id.digits == "26f8ad91")
    }

    @Test("What has no id is no item", arguments: ["ana", "ana/", "/", "ana/b/26f8ad91"])
    func malformed(text: String) {
        #expect(ItemArgument(argument: text) == nil)
    }
}
