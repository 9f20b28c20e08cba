import Paceline

/// What the page of a group shows.
public struct GroupPage: Sendable {
    public let group: LeaderboardGroup
    public let members: Page<GroupMember>
    /// Whether results of at least one week or month are kept.
    public let hasSeasons: Bool
}

/// What the page of all groups shows.
public struct GroupsPage: Sendable {
    public let groups: [LeaderboardGroup]
    public let invitations: [Invitation]
}

/// What the list of a group's weeks and months shows.
public struct SeasonsPage: Sendable {
    public let group: LeaderboardGroup
    public let seasons: Page<Season>
}

/// What the page of one week or month of a group shows.
public struct SeasonPage: Sendable {
    public let group: LeaderboardGroup
    public let results: SeasonResults
}

extension Session {
    /// Reads everything that the page of a group shows, as it stands at one moment.
    public func groupPage(_ id: LeaderboardGroup.ID, members page: PageRequest) async throws -> GroupPage {
        try await read { transaction in
            let groups = Groups(transaction)
            return GroupPage(
                group: try groups.group(id), members: try groups.members(of: id, page),
                hasSeasons: try !transaction.seasons(of: id, nil, PageRequest(limit: 1)).items.isEmpty)
        }
    }

    /// Reads the viewer's groups and the newest invitations to others, as they stand at one moment.
    public func groupsPage(invitationLimit: Int) async throws -> GroupsPage {
        try await read { transaction in
            let groups = Groups(transaction)
            return GroupsPage(
                groups: try groups.groups(PageRequest(limit: LeaderboardGroup.mostOfOnePerson)).items,
                invitations: try groups.invitations(PageRequest(limit: invitationLimit)).items)
        }
    }

    /// Reads a group with its seasons, as they stand at one moment.
    public func seasonsPage(of id: LeaderboardGroup.ID, _ page: PageRequest) async throws -> SeasonsPage {
        try await read { transaction in
            SeasonsPage(
                group: try Groups(transaction).group(id), seasons: try transaction.seasons(of: id, nil, page))
        }
    }

    /// Reads a season with its group, as they stand at one moment.
    public func seasonPage(_ id: Season.ID) async throws -> SeasonPage {
        try await read { transaction in
            let results = try transaction.results(of: id)
            return SeasonPage(group: try Groups(transaction).group(results.season.group), results: results)
        }
    }
}
