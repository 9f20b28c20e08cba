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

    @Test("A full id needs no lookup")
    func whole() async throws {
        let id = try #require(ShortID(argument: "0190163D-8694-739B-AEA5-966C26F8AD91"))
        let found = try await id.find("thing", id: \Thing.id) { _ in
            Issue.record("a full id must not be looked up")
            return Page(items: [])
        }
        #expect(found.description == "0190163d-8694-739b-aea5-966c26f8ad91")
    }

    @Test("The last digits find the id that ends in them")
    func tail() async throws {
        let id = try #require(ShortID(argument: "26f8ad91"))
        let found = try await id.find("thing", id: \Thing.id) { _ in page("26f8ad91", "26f8ad92") }
        #expect(found.short == "26f8ad91")
    }

    @Test("Digits that match no id, or several, are rejected")
    func rejections() async throws {
        let id = try #require(ShortID(argument: "ad91"))
        await #expect(throws: Failure.self) { try await id.find("thing", id: \Thing.id) { _ in page() } }
        await #expect(throws: Failure.self) {
            try await id.find("thing", id: \Thing.id) { _ in page("0000ad91", "1111ad91") }
        }
    }

    @Test(
        "Any four digits are accepted, even those that spell a word",
        arguments: ["feed", "F00D", "d-91a"])
    func endings(text: String) {
        #expect(ShortID(argument: text) != nil)
    }

    @Test("Text that cannot end an id is rejected", arguments: ["", "abc", "feet", "26f8 ad91", "-"])
    func malformed(text: String) {
        #expect(ShortID(argument: text) == nil)
    }
}

@Suite("Item arguments") struct ItemArgumentTests {
    @Test("An id alone has no owner; a name before it is the owner")
    func owner() {
        #expect(ItemArgument(argument: "26f8ad91")?.owner == nil)
        #expect(ItemArgument(argument: "ana/26F8AD91")?.owner?.description == "@ana")
        #expect(ItemArgument(argument: "@ana/26f8ad91")?.id.digits == "26f8ad91")
    }

    @Test("Text without an id is rejected", arguments: ["ana", "ana/", "/", "ana/b/26f8ad91"])
    func malformed(text: String) {
        #expect(ItemArgument(argument: text) == nil)
    }
}
