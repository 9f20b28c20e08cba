import Paceline

/// The data for a person's page.
public struct PersonPage: Sendable {
    public let person: Person
    /// Empty when the viewer may not see the whole profile.
    public let workouts: Page<Workout>
    /// What the person earned, newest first.
    public let achievements: [EarnedAchievement]
    /// The pending friend or follow request between the viewer and the person.
    public let request: ConnectionRequest?
    public let isMuted: Bool
    /// The kinds of requests that the person doesn't accept from the viewer.
    public let refused: Set<ConnectionRequest.Kind>
}

/// A person and one of their lists of people.
public struct PersonListPage: Sendable {
    public let person: Person
    public let people: Page<Person>
}

extension Session {
    /// Reads the data for a person's page in one transaction.
    public func personPage(
        _ reference: PersonReference, workouts page: PageRequest
    ) async throws -> PersonPage {
        try await read { transaction in
            let id = try transaction.resolve(reference, allowingBlocked: true)
            let person = try transaction.person(id)
            return PersonPage(
                person: person,
                workouts: person.isOpen ? try transaction.workouts(of: id, page) : Page(items: []),
                achievements: person.isOpen ? try Achievements(transaction).earned(by: id) : [],
                request: try Graph(transaction).pendingRequests(with: [person])[id],
                isMuted: try transaction.hasMuted(id),
                refused: try Graph(transaction).refusedRequests(of: [person])[id] ?? [])
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
                person: try transaction.person(id),
                people: try Graph(transaction).visiblePeople(list, of: id, page))
        }
    }
}

extension Person {
    /// Whether the viewer may see the whole profile. The card leaves out the date on which the person joined.
    public var isOpen: Bool { joinedAt != nil }
}
