import Paceline

extension API {
    public static let seasons = Endpoint<GroupPath, SeasonsQuery, EmptyBody, Page<Season>>(
        .get, "/v1/groups/{id}/seasons", id: "seasons", .groups,
        "List a group's seasons, newest first",
        notes: "Finished weeks and months, and tournaments, also open ones.", headers: .ifNoneMatch,
        errors: [.groupNotFound],
        .member { try await $0.seasons(of: $1.path.id, kind: $1.query.kind, $1.query.page.page) })

    public static let season = Endpoint<SeasonPath, NoParameters, EmptyBody, SeasonResults>(
        .get, "/v1/seasons/{id}", id: "season", .groups, "Get the results of a season",
        notes: """
            Scores and workouts count if they arrive within 48 hours after its end; then it is `final`. The results of \
            an `open` tournament are those so far.
            """,
        headers: .ifNoneMatch,
        errors: [.seasonNotFound],
        .member { try await $0.season($1.path.id) })

    public static let globalSeasons = Endpoint<NoParameters, SeasonsQuery, EmptyBody, Page<Season>>(
        .get, "/v1/seasons", id: "globalSeasons", .leaderboards,
        "List global seasons, newest first",
        notes: """
            Finished weeks and months by XP, and tournaments, also open ones. Their results have up to 1,000 people, \
            those who are on the global leaderboards.
            """,
        headers: .ifNoneMatch,
        .member { try await $0.seasons(of: nil, kind: $1.query.kind, $1.query.page.page) })

    public static let createTournament = Endpoint<GroupPath, NoParameters, TournamentDraft, Season>(
        .post, "/v1/groups/{id}/tournaments", id: "createTournament", .groups,
        "Create a tournament in a group",
        notes: """
            For its owner and administrators. A group can have \(TournamentDraft.maxOpenPerGroup) open tournaments.
            """,
        status: 201, headers: .idempotencyKey,
        errors: [.groupNotFound, .notAllowed, .limitReached, .nameReserved],
        .member { try await $0.createTournament($1.body, in: $1.path.id) })

    public static let cancelTournament = Endpoint<SeasonPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/seasons/{id}", id: "cancelTournament", .groups, "Cancel a group's tournament",
        notes: "Before it has ended, for the group's owner and administrators. It is deleted.",
        errors: [.seasonNotFound, .notAllowed],
        .member { try await $0.cancelTournament($1.path.id) })
}

extension API {
    public static let createGlobalTournament = Endpoint<NoParameters, NoParameters, TournamentDraft, Season>(
        .post, "/v1/admin/tournaments", id: "createGlobalTournament", .administration,
        "Create a global tournament",
        notes: "There can be \(TournamentDraft.maxOpenGlobally) open ones.",
        status: 201, headers: [.idempotencyKey, .client], errors: [.limitReached, .nameReserved],
        .staff(.administrator) { try await $0.createGlobalTournament($1.body) })

    public static let cancelGlobalTournament = Endpoint<SeasonPath, NoParameters, EmptyBody, NoContent>(
        .delete, "/v1/admin/tournaments/{id}", id: "cancelGlobalTournament", .administration,
        "Cancel a global tournament", notes: "Before it has ended. It is deleted.",
        headers: .client, errors: [.seasonNotFound, .notAllowed],
        .staff(.administrator) { try await $0.cancelGlobalTournament($1.path.id) })
}

/// `{id}`: a season's id.
public typealias SeasonPath = IDPath<Season>

/// The query of lists of seasons: kind and page.
public struct SeasonsQuery: Parameters {
    public var kind: Season.Kind?
    public var page: PageQuery

    static let kind = Parameter<Season.Kind>.choice("kind", "Only weeks, months or tournaments.")
    public static let descriptions = [kind.description] + PageQuery.descriptions

    public init(kind: Season.Kind? = nil, _ page: PageRequest = PageRequest()) {
        self.kind = kind
        self.page = PageQuery(page)
    }

    public init(_ values: ParameterReader) throws {
        kind = try values.value(of: Self.kind)
        page = try PageQuery(values)
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.kind, kind)
        page.write(to: &writer)
    }
}
