import Testing

@testable import PacelineCommand

@Suite("Misspelt commands") struct MisspellingTests {
    private static let typed: [(arguments: [String], meant: String?)] = [
        (["fed"], "feed"), (["poeple", "find"], "people"), (["xyzzy"], nil),
        (["requests", "acept", "ana"], "requests accept"),
        (["workouts", "importe", "a.csv"], "workouts import"),
    ]

    @Test("A misspelt command suggests the closest one", arguments: typed)
    func suggestions(typed: (arguments: [String], meant: String?)) {
        let misspelling = Misspelling(in: typed.arguments)
        #expect(misspelling != nil)
        #expect(misspelling?.nearest == typed.meant)
    }

    @Test(
        "A word that may be an argument is not a misspelling",
        arguments: [
            ["kudos", "26f8ad91"], ["people", "ana"], ["feed", "--limt", "3"], ["help", "feed"], [],
        ])
    func arguments(typed: [String]) {
        #expect(Misspelling(in: typed) == nil)
    }
}
