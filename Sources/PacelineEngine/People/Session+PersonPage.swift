import Paceline

/// What the page of a person shows.
public struct PersonPage: Sendable {
    public let person: Person
    /// Empty where the viewer does not see the whole profile.
    public let workouts: Page<Workout>
    /// The friend or follow request between the viewer and the person that waits for an answer.
    public let request: ConnectionRequest?
    /// Whether the viewer has muted the person.
    public let isMuted: Bool
}

/// A person with the people on one of their lists.
public struct PersonListPage: Sendable {
    public let person: Person
    public let people: Page<Person>
}

extension Session {
    /// Reads everything that the page of a person shows, as it stands at one moment.
    public func personPage(
        _ reference: PersonReference, workouts page: PageRequest
    ) async throws -> PersonPage {
        try await read { transaction in
            let id = try transaction.resolve(reference, evenBlocked: true)
            let person = try transaction.person(id)
            return PersonPage(
                person: person,
                workouts: person.isOpen ? try transaction.workouts(of: id, page) : Page(items: []),
                request: try transaction.waitingRequests(with: [person])[id],
                isMuted: try transaction.hasMuted(id))
        }
    }

    public func friendsPage(of person: PersonReference, _ page: PageRequest) async throws -> PersonListPage {
        try await listPage(.friends, of: person, page)
    }

    public func followersPage(of person: PersonReference, _ page: PageRequest) async throws -> PersonListPage
    {
        try await listPage(.followers, of: person, page)
    }

    public func followingPage(of person: PersonReference, _ page: PageRequest) async throws -> PersonListPage
    {
        try await listPage(.following, of: person, page)
    }

    private func listPage(
        _ list: EdgeList, of person: PersonReference, _ page: PageRequest
    ) async throws -> PersonListPage {
        try await read { transaction in
            let id = try transaction.resolve(person)
            return PersonListPage(
                person: try transaction.person(id), people: try transaction.visiblePeople(list, of: id, page))
        }
    }
}

extension Person {
    /// Whether the viewer sees the whole profile. Strangers to one that is not public are told a few things only, and
    /// when the person joined is not among them.
    public var isOpen: Bool { joinedAt != nil }
}
