import Paceline
import PacelineEngine

/// Suggested people, in two sections: people with friends in common with the user, and people whom the user may not
/// know.
struct SuggestionSections: Sendable {
    let views: [View]

    init(
        _ suggestions: [Suggestion], _ refused: RefusedRequests, returningTo path: String,
        _ localizer: Localizer
    ) {
        let known = suggestions.filter(\.hasFriendsInCommon)
        let others = suggestions.filter { !$0.hasFriendsInCommon }
        views = [("suggestions", known), ("others", others)].compactMap { name, people in
            PeopleSection(
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
