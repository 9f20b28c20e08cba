import Paceline

extension FeedItem: WireObject {
    public static let schemaName = "FeedItem"
    public static let schema = JSONSchema.object(of: FeedItem.self)

    @inline(__always) static func visit(_ visitor: some WireVisitor<FeedItem>) {
        visitor.field("id", { $0.id }, .uuid)
        visitor.field("kind", { $0.content.kindName }, .choice(of: Kind.self))
        visitor.field("at", { $0.at }, .instant, "When it happened. Feeds are sorted by it.")
        visitor.field("author", { $0.author }, .component(Person.self))
        visitor.field("visibility", { $0.visibility }, .visibility)
        visitor.field("workout", { $0.workout }, .component(Workout.self))
        visitor.field("score", { $0.score }, .component(Score.self))
        visitor.field("levelUp", { $0.levelUp }, .component(LevelUp.self))
        visitor.field("achievement", { $0.achievement }, .component(Achievement.self))
        visitor.field("milestone", { $0.milestone }, .component(Achievement.self))
        visitor.field("kudosCount", { $0.kudosCount }, .count)
        visitor.field("hasKudos", { $0.hasKudos }, .boolean, "Whether you gave kudos.")
        visitor.field("commentCount", { $0.commentCount }, .count)
        visitor.field("latestComment", { $0.latestComment }, .component(Comment.self))
    }
}
