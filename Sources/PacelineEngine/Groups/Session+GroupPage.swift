import Paceline

/// The data for a group's page.
public struct GroupPage: Sendable {
    public let group: LeaderboardGroup
    public let members: Page<GroupMember>
    /// Whether there is a season.
    public let hasSeasons: Bool
    /// The open tournaments.
    public let tournaments: [Season]
}

/// The data for the page of the viewer's groups.
public struct GroupsPage: Sendable {
    public let groups: [LeaderboardGroup]
    public let invitations: Page<Invitation>
}

/// The data for the page that lists the seasons of a group, or the global ones.
public struct SeasonsPage: Sendable {
    /// Nil for global seasons.
    public let group: LeaderboardGroup?
    public let seasons: Page<Season>
    /// Of the final ones.
    public let outcomes: [Season.ID: SeasonOutcome]
    /// Whether the viewer may create tournaments here: as the group's owner or administrator, or, for everyone, as an
    /// administrator of the community.
    public let canCreateTournaments: Bool
    /// Whether an administrator of the community must confirm who they are first.
    public let needsReauthentication: Bool
}

/// The data for the page of one season.
public struct SeasonPage: Sendable {
    /// Nil for a global season.
    public let group: LeaderboardGroup?
    public let results: SeasonResults
    /// Whether the season is a tournament that the viewer may cancel.
    public let canCancel: Bool
}

extension Session {
    /// Reads the data for a group's page in one transaction.
    public func groupPage(_ id: LeaderboardGroup.ID, members page: PageRequest) async throws -> GroupPage {
        try await read { transaction in
            let groups = Groups(transaction)
            return GroupPage(
                group: try groups.group(id), members: try groups.members(of: id, page),
                hasSeasons: try !transaction.seasons(of: id, nil, PageRequest(limit: 1)).items.isEmpty,
                tournaments: try transaction.seasons(
                    of: id, .tournament, PageRequest(limit: TournamentDraft.maxOpenPerGroup)
                ).items.filter { $0.state == .open })
        }
    }

    /// Reads the viewer's groups and newest invitations in one transaction.
    public func groupsPage(invitations page: PageRequest) async throws -> GroupsPage {
        try await read { transaction in
            let groups = Groups(transaction)
            return GroupsPage(
                groups: try groups.groups(PageRequest(limit: LeaderboardGroup.maxGroupsPerPerson)).items,
                invitations: try groups.invitations(page))
        }
    }

    /// Reads a group and its seasons, or the global ones, in one transaction.
    public func seasonsPage(of id: LeaderboardGroup.ID?, _ page: PageRequest) async throws -> SeasonsPage {
        try await read { transaction in
            let group = try id.map { try Groups(transaction).group($0) }
            let isManager = canManageTournaments(of: group)
            let seasons = try transaction.seasons(of: id, nil, page)
            return SeasonsPage(
                group: group, seasons: seasons, outcomes: try transaction.outcomes(of: seasons.items),
                canCreateTournaments: isManager,
                needsReauthentication: try isManager && group == nil
                    && !Accounts(transaction).hasStrongestCredential(in: sessionID))
        }
    }

    /// Reads a season and its group in one transaction.
    public func seasonPage(_ id: Season.ID) async throws -> SeasonPage {
        try await read { transaction in
            let results = try transaction.results(of: id)
            let group = try results.season.group.map { try Groups(transaction).group($0) }
            return SeasonPage(
                group: group, results: results,
                canCancel: results.season.state == .open && canManageTournaments(of: group))
        }
    }

    /// Whether the viewer creates and cancels tournaments of the group, or of everyone.
    private func canManageTournaments(of group: LeaderboardGroup?) -> Bool {
        group?.role.canManage ?? (role == .administrator)
    }
}
