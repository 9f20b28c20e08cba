import Paceline
import PacelineDatabase

extension Engine {
    /// The names that a person cannot use as a display name or as the title of a group: the community's, and the
    /// display names of the staff. Their usernames are not among them: a refusal would reveal who the staff are.
    /// - Parameters:
    ///   - name: the name that is chosen; nil for none, which needs no reserved names.
    ///   - person: the person who chooses it, whose own names are free; nil while signing up.
    func reservedNames(
        forChoosing name: String?, by person: Person.ID?
    ) async throws -> CommunityNames {
        guard name != nil else { return environment.communityNames }
        return environment.communityNames.adding(try await read { try $0.staffNames(besides: person) })
    }
}

extension Connection {
    /// The display names of the staff, except for that of the person.
    func staffNames(besides person: Person.ID?) throws -> [String] {
        try staff().filter { $0.id != person }.map(\.displayName)
    }
}
