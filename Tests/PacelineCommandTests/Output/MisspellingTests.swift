import Testing

@testable import PacelineCommand

@Suite("Misspelt commands") struct MisspellingTests {
    private static let typed: [(arguments: [String], meant: String?)] = [
        (["fed"], "feed"), (["poeple", "find"], "people"), (["xyzzy"], nil),
        (["requests", "acept", "ana"], "requests accept"),
        (["workouts", "importe", "a.csv"], "workouts import"),
    ]

    @Test("A slip names the command that was likely meant", arguments: typed)
    func slips(slip: (arguments: [String], meant: String?)) {
        let misspelling = Misspelling(in: slip.arguments)
        #expect(misspelling != nil)
        #expect(misspelling?.nearest == slip.meant)
    }

    @Test(
        "What may be an argument is none",
        arguments: [
            ["kudos", "26f8ad91"], ["people", "ana"], ["feed", "--limt", "3"], ["help", "feed"], [],
        ])
    func arguments(typed: [String]) {
        #expect(Misspelling(in: typed) == nil)
    }
}
