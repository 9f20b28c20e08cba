import Paceline

/// A card of the feed, also used as the head of an item's page.
struct CardView: Sendable {
    let item: FeedItem
    let localizer: Localizer

    var href: String {
        switch item.content {
        case .workout(let workout): "/workouts/\(workout.id)"
        case .score, .unknown: "/items/\(item.id)"
        }
    }

    var view: View {
        var view: View = [
            "id": .text("\(item.id)"), "href": .text(href), "author": .view(item.author.line),
            "time": .view(localizer.time(item.at)), "title": .text(title), "measures": .list(measures),
            "badges": .list(badges), "hasMeasures": .flag(!measures.isEmpty),
            "commentCount": .text(localizer.count("comments.count", item.commentCount)),
            "kudos": .view(KudosView(item, localizer).view), "latest": .nothing,
            "visibility": .text(localizer.visibilityName(item.visibility)),
            "isPrivate": .flag(item.visibility == .private),
        ]
        view["latest"] = .view(optional: item.latestComment.flatMap(LatestView.init)?.view)
        return view
    }

    /// - Parameter path: the path that its forms return to.
    func view(returningTo path: String) -> View {
        var view = view
        view["return"] = .text(path)
        view["isOnCard"] = true
        view["action"] = .text(CommentForm.action(on: item.id))
        return view
    }

    var title: String {
        switch item.content {
        case .workout(let workout): workout.title
        case .score(let score): localizer.gameName(score.game)
        case .unknown(let kind): kind
        }
    }

    private var measures: [View] {
        switch item.content {
        case .workout(let workout): WorkoutView(workout: workout, localizer: localizer).measures
        case .score, .unknown: []
        }
    }

    private var badges: [View] {
        switch item.content {
        case .workout(let workout): WorkoutView(workout: workout, localizer: localizer).badges
        case .score(let score):
            [
                .badge(score.metric, score.isCompleted ? .good : .plain),
                .badge(localizer.count("score.points", score.points)),
            ]
        case .unknown: []
        }
    }
}

extension View {
    /// The style of a badge, by its CSS classes.
    enum BadgeKind: String {
        case plain = "badge"
        case test = "badge test"
        case good = "badge good"
    }

    /// A badge.
    static func badge(_ text: String, _ kind: BadgeKind = .plain) -> View {
        ["text": .text(text), "kind": .text(kind.rawValue)]
    }
}

/// The latest comment on a card.
struct LatestView: Sendable {
    let view: View

    /// - Returns: nil if the comment was deleted.
    init?(_ comment: Comment) {
        guard let author = comment.author else { return nil }
        view = ["author": .view(author.line), "text": .text(comment.text)]
    }
}
