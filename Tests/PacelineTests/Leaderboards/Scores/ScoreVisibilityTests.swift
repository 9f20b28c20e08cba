import Testing

@testable import Paceline

@Suite struct ScoreVisibilityTests {
    @Test func `visibilities are ordered from private to public`() {
        #expect(ScoreVisibility.allCases.sorted() == ScoreVisibility.allCases)
        #expect(
            ScoreVisibility.allCases.map(\.rawValue) == [
                "private", "groups", "friends", "followers", "public",
            ])
    }

    @Test func `no one but the owner sees a score for groups`() {
        let items = ScoreVisibility.allCases.map(\.itemVisibility)
        #expect(items == [.private, .private, .friends, .followers, .public])
    }
}
