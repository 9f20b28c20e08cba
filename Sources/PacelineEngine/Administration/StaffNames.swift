import Paceline
import PacelineDatabase

extension Engine {
    /// The names that a person cannot use as a display name or as the title of a group: the community's, and the display
    /// names and usernames of the staff.
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
    /// The display names and usernames of the staff, except for those of the person.
    func staffNames(besides person: Person.ID?) throws -> [String] {
        try staff().filter { $0.id != person }.flatMap { [$0.displayName, $0.username] }
    }
}
