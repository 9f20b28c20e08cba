import Foundation
import Paceline

/// What a notification is about: those who do the same to the same thing stand in one.
enum NotificationSubject: Hashable {
    case item(FeedItem.ID)
    case comment(Comment.ID, on: FeedItem.ID)
    case request(ConnectionRequest.ID)
    case group(LeaderboardGroup.ID)
    /// What happened to the receiver on a day.
    case day(Day)
    /// The board of a day: of a group, or of the receiver's friends.
    case board(LeaderboardGroup.ID?, Day)

    var item: FeedItem.ID? {
        switch self {
        case .item(let item), .comment(_, let item): item
        case .request, .group, .day, .board: nil
        }
    }

    var comment: Comment.ID? {
        if case .comment(let comment, _) = self { comment } else { nil }
    }

    var request: ConnectionRequest.ID? {
        if case .request(let request) = self { request } else { nil }
    }

    var group: LeaderboardGroup.ID? {
        switch self {
        case .group(let group): group
        case .board(let group, _): group
        case .item, .comment, .request, .day: nil
        }
    }

    var day: Day? {
        switch self {
        case .day(let day), .board(_, let day): day
        case .item, .comment, .request, .group: nil
        }
    }

    /// What a row is found by, besides the day: the receiver where it is about nothing else.
    func id(for receiver: Person.ID) -> UUID {
        switch self {
        case .item(let item): item.uuid
        case .comment(let comment, _): comment.uuid
        case .request(let request): request.uuid
        case .group(let group): group.uuid
        case .board(let group, _): group?.uuid ?? receiver.uuid
        case .day: receiver.uuid
        }
    }
}
