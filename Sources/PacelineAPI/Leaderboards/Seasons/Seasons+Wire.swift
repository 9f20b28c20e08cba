import Paceline

extension BoardMetric: JSONWritable {}
extension Season.Kind: JSONWritable {}
extension Season.State: JSONWritable {}

extension Season: WireObject {
    public static let schemaName = "Season"
    public static let schema = JSONSchema.object(of: Season.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<Season>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("group", { $0.group }, .uuid, "The group's id; absent from a global season.")
        visitor.field("kind", { $0.kind }, .choice(of: Kind.self))
        visitor.field(
            "title", { $0.title }, .string,
            "Of a tournament. A child gets `Tournament` unless a friend chose it.")
        visitor.field(
            "metric", { $0.metric }, .choice(of: BoardMetric.self), "What the people are ranked by.")
        visitor.field("firstDay", { $0.firstDay }, .day)
        visitor.field("lastDay", { $0.lastDay }, .day)
        visitor.field(
            "state", { $0.state }, .choice(of: State.self),
            "Whether more scores and workouts may still change the results.")
        visitor.field("closedAt", { $0.closedAt }, .instant, "When the last day has ended in all time zones.")
    }
}

extension TournamentDraft: WireObject {
    public static let schemaName = "TournamentDraft"
    public static let schema = JSONSchema.object(of: TournamentDraft.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<TournamentDraft>) {
        visitor.field("title", { $0.title }, .text(.groupTitle))
        visitor.field(
            "metric", { $0.metric }, .choice(of: BoardMetric.self), "Not `points` or `streak`.")
        visitor.field("firstDay", { $0.firstDay }, .day, "Today or later.")
        visitor.field("lastDay", { $0.lastDay }, .day, "At most 91 days after the first one.")
    }
}

extension SeasonResults: WireObject {
    public static let schemaName = "SeasonResults"
    public static let schema = JSONSchema.object(of: SeasonResults.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SeasonResults>) {
        visitor.field("season", { $0.season }, .component(Season.self))
        visitor.field("rows", { $0.rows }, .array(of: .component(SeasonRow.self)))
        visitor.field("me", { $0.me }, .component(SeasonRow.self), "Your own row.")
    }
}

extension SeasonRow: WireObject {
    public static let schemaName = "SeasonRow"
    public static let schema = JSONSchema.object(of: SeasonRow.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<SeasonRow>) {
        visitor.field("rank", { $0.rank }, .count)
        visitor.field("person", { $0.person }, .component(Person.self))
        visitor.field("points", { $0.points }, .count, "In the unit of the season's metric.")
        visitor.field(
            "breakdown", { $0.breakdown }, .map(of: .count), "Points per game id; empty for training.")
    }
}
