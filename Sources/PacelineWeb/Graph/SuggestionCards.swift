import Paceline
import PacelineEngine

/// Suggested people: on one card those who have friends in common with the user, and on another the others, whom the
/// user can't be said to know.
struct SuggestionCards: Sendable {
    let views: [View]

    init(
        _ suggestions: [Suggestion], _ refused: RefusedRequests, returningTo path: String,
        _ localizer: Localizer
    ) {
        let known = suggestions.filter(\.hasFriendsInCommon)
        let others = suggestions.filter { !$0.hasFriendsInCommon }
        views = [("suggestions", known), ("others", others)].compactMap { name, people in
            PeopleCard(
                name: name, title: localizer("find.\(name)"),
                people: people.map {
                    FindPages.suggested($0, refused, returningTo: path, localizer)
                }
            ).view
        }
    }
}

extension Suggestion {
    fileprivate var hasFriendsInCommon: Bool {
        if case .friendsInCommon? = reason { true } else { false }
    }
}
