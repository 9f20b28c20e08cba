import Paceline

extension FeedItem: WireValue {
    public static let schemaName = "FeedItem"
    public static let schema = Schema.object(
        .required("id", .uuid),
        .required("kind", .choice(of: Kind.self)),
        .required("at", .instant, "When it happened; feeds are sorted by it."),
        .required("author", .component(Person.self)),
        .required("visibility", .visibility),
        .optional("workout", .component(Workout.self)),
        .optional("score", .component(Score.self)),
        .required("kudosCount", .count),
        .required("hasKudos", .boolean, "Whether I gave some."),
        .required("commentCount", .count),
        .optional("latestComment", .component(Comment.self)))
}
