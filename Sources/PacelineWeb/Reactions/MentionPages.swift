import Paceline
import PacelineEngine

/// The names that the script offers after an `@` in a comment. Without it, users type them.
enum MentionPages {
    private static let namesShown = 6

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let people = try await user.session.mentionCandidates(
            request.query["q"] ?? "", on: try request.id(), limit: namesShown)
        return .fragment(
            "Reactions/names",
            [
                "people": .list(people.map(\.line)),
                "says": .text(request.localizer.count("mentions.found", people.count)),
            ])
    }
}
