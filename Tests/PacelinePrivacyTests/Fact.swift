import Paceline

/// One thing that somebody can know of a world, and that a live stream keeps them informed of.
enum Fact: Hashable, Sendable {
    case item(FeedItem.ID)
    case kudos(FeedItem.ID)
    case commentCount(FeedItem.ID)
    case comment(Comment.ID, on: FeedItem.ID)
    case relationship(Person.ID)
    case group(LeaderboardGroup.ID)
    case account

    /// The item that this is about.
    var item: FeedItem.ID? {
        switch self {
        case .item(let item), .kudos(let item), .commentCount(let item), .comment(_, on: let item): item
        case .relationship, .group, .account: nil
        }
    }

    var isReaction: Bool {
        switch self {
        case .kudos, .commentCount, .comment: true
        case .item, .relationship, .group, .account: false
        }
    }

    var isComment: Bool {
        if case .comment = self { true } else { false }
    }
}

/// What is known, in words that are the same when it is the same.
typealias Facts = [Fact: String]

extension Facts {
    /// What is not the same in both.
    func differences(from other: Facts) -> Set<Fact> {
        Set(keys).union(other.keys).filter { self[$0] != other[$0] }
    }
}
