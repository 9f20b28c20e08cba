import Foundation
import Paceline

/// The subject of a notification. Actions of the same kind on the same subject share one notification.
enum NotificationSubject: Hashable {
    case item(FeedItem.ID)
    case comment(Comment.ID, on: FeedItem.ID)
    case request(ConnectionRequest.ID)
    case group(LeaderboardGroup.ID)
    /// Events about the receiver on one day.
    case day(Day)
    /// A day's board of a group, or of the receiver's friends.
    case board(LeaderboardGroup.ID?, Day)
    /// The age that the receiver reached, in years; nil for a missing birth date.
    case age(Int?)
    case securityEvent(SecurityEvent.ID)
    case redemption(Redemption.ID)

    var item: FeedItem.ID? {
        switch self {
        case .item(let item), .comment(_, let item): item
        case .request, .group, .day, .board, .age, .securityEvent, .redemption: nil
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
        case .item, .comment, .request, .day, .age, .securityEvent, .redemption: nil
        }
    }

    /// The day's number, or the age; 0 for neither.
    var number: Int {
        switch self {
        case .day(let day), .board(_, let day): day.number
        case .age(let years): years ?? 0
        case .item, .comment, .request, .group, .securityEvent, .redemption: 0
        }
    }

    /// The id that identifies the row, together with the number; the receiver's id when there is no other subject.
    func id(for receiver: Person.ID) -> UUID {
        switch self {
        case .item(let item): item.uuid
        case .comment(let comment, _): comment.uuid
        case .request(let request): request.uuid
        case .group(let group): group.uuid
        case .board(let group, _): group?.uuid ?? receiver.uuid
        case .day, .age: receiver.uuid
        case .securityEvent(let event): event.uuid
        case .redemption(let redemption): redemption.uuid
        }
    }
}
