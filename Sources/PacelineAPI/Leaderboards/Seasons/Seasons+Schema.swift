import Paceline

extension Season: WireValue {
    public static let schemaName = "Season"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .required("group", .uuid, "The group's id."),
        .required("kind", .choice(of: Kind.self)),
        .required("firstDay", .day),
        .required("lastDay", .day),
        .required("state", .choice(of: State.self), "Whether late scores may still change the results."),
        .required("closedAt", .instant, "When the results were made."))
}

extension SeasonResults: WireValue {
    public static let schemaName = "SeasonResults"
    public static let schema = Schema.object(
        .required("season", .component(Season.self)),
        .required("rows", .array(of: .component(SeasonRow.self))),
        .optional("me", .component(SeasonRow.self), "The viewer's own row."))
}

extension SeasonRow: WireValue {
    public static let schemaName = "SeasonRow"
    public static let schema = Schema.object(
        .required("rank", .count),
        .required("person", .component(Person.self)),
        .required("points", .count),
        .required("breakdown", .map(of: .count), "The points of each game by its id."))
}
