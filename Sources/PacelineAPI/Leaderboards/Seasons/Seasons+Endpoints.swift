import Paceline

extension API {
    public static let seasons = Endpoint<GroupPath, SeasonsQuery, EmptyBody, Page<Season>>(
        .get, "/v1/groups/{id}/seasons", id: "seasons", .groups,
        "List a group's seasons, newest first", headers: .ifNoneMatch,
        errors: [.groupNotFound],
        .member { try await $0.seasons(of: $1.path.id, kind: $1.query.kind, $1.query.page.page) })

    public static let season = Endpoint<SeasonPath, NoParameters, EmptyBody, SeasonResults>(
        .get, "/v1/seasons/{id}", id: "season", .groups, "Get the results of a season",
        notes: "Scores and workouts count if they arrive within 48 hours after its end; then it is `final`.",
        headers: .ifNoneMatch,
        errors: [.seasonNotFound],
        .member { try await $0.season($1.path.id) })
}

/// `{id}`: a season's id.
public typealias SeasonPath = IDPath<Season>

/// The query of a group's seasons: kind and page.
public struct SeasonsQuery: Parameters {
    public var kind: Season.Kind?
    public var page: PageQuery

    static let kind = Parameter<Season.Kind>.choice("kind", "Only weeks or only months.")
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
