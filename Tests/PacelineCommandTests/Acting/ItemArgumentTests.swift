import Testing

@testable import PacelineCommand

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
