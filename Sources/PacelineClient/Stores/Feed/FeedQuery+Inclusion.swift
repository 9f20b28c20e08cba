import Paceline

extension FeedQuery {
    /// Whether a feed with this query shows an item that the viewer may see; nil if only the service knows.
    func includes(_ item: FeedItem) -> Bool? {
        guard kinds.isEmpty || item.content.kind.map(kinds.contains) == true,
            type == nil || item.workout?.type == type,
            from.map({ item.at >= $0 }) ?? true, to.map({ item.at < $0 }) ?? true
        else { return false }
        guard window == nil, group == nil else { return nil }
        return switch person {
        case .id(let id): item.author.id == id
        case .username(let username): item.author.username == username
        case .me: item.author.relationship.map { $0 == .me }
        case nil: isFromHome(item.author.relationship)
        }
    }

    /// Whether the viewer follows the author, or is the author. Events also come of items that are open on the screen.
    private func isFromHome(_ relationship: Relationship?) -> Bool? {
        switch relationship {
        case .me?, .friends?, .following?: true
        case .notFriends?, .followedBy?, .blockedByMe?: false
        // A request comes before following in what a relationship says.
        case .requestSentByMe?, .requestSentToMe?, nil: nil
        }
    }
}
