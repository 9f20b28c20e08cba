import Foundation
import Observation
import Paceline

/// An item's comments for a screen.
///
/// ```swift
/// let comments = Comments(session, on: item.id)
/// await comments.refresh()
/// try await comments.post("Well rowed!")
/// ```
@MainActor @Observable
public final class Comments: PagedStore {
    struct Summary: Sendable {
        var sending: Set<Comment.ID> = []
    }

    /// The item.
    public let item: FeedItem.ID
    let services: any SocialServices
    let viewer: Viewer
    let list: ListState<Comment, Summary>

    /// Creates a list. It reads nothing before ``refresh()``.
    /// - Parameters:
    ///   - services: a session of a server, or of a community in the app.
    ///   - item: the item whose comments are shown.
    ///   - pageSize: how many comments are read at a time, 1 to 100.
    public init(
        _ services: any SocialServices, on item: FeedItem.ID, pageSize: Int = PageRequest.defaultLimit
    ) {
        let viewer = Viewer(services)
        self.item = item
        self.services = services
        self.viewer = viewer
        list = ListState(pageSize: pageSize, subjectNotFound: .itemNotFound) { page in
            // Comments that are being sent show their author.
            async let author = viewer.person()
            let comments = try await services.comments(on: item, page)
            _ = try await author
            return (comments, Summary())
        }
    }

    public var phase: LoadPhase { list.state.phase }
    public var isStale: Bool { list.state.isStale }
    public var isRefreshing: Bool { list.state.isRefreshing }
    public var problem: SocialError? {
        get { list.state.problem }
        set { list.state.problem = newValue }
    }
    public var items: [Comment] { list.items }
    public var hasMore: Bool { list.hasMore }
    public var isLoadingMore: Bool { list.isLoadingMore }

    public func refresh() async { await list.refresh() }
    public func loadMore() async { await list.loadMore() }

    /// Whether the comment is shown before the service has answered. Other verbs on it fail until then.
    public func isSending(_ comment: Comment.ID) -> Bool {
        list.state.shown?.summary.sending.contains(comment) == true
    }
}

// Live events.
extension Comments {
    public func apply(_ event: LiveEvent) {
        switch event.content {
        case .comment(let comment, _): if comment.item == item { list.state.commit { $0.put(comment) } }
        case .commentRemoved(let id, let item, _):
            if item == self.item { list.state.commit { $0.delete(id) } }
        case .itemRemoved(let id): if id == item { list.state.drop(.itemNotFound) }
        case .relationship, .reset: list.state.markStale()
        case .upToDate, .item, .kudos, .request, .requestRemoved, .score, .group, .groupLost,
            .groupInvitation,
            .account, .notifications:
            break
        }
    }
}

extension ListContent<Comment, Comments.Summary> {
    /// Deletes a comment as the service does: one with replies stays as a tombstone, until the last of them is gone.
    mutating func delete(_ id: Comment.ID) {
        guard let index = index(of: id.uuid) else { return }
        if rows.contains(where: { $0.parent == id }) {
            return update(id.uuid) { $0 = $0.asTombstone }
        }
        let parent = rows[index].parent
        remove(id.uuid)
        if let parent, rows.contains(where: { $0.id == parent && $0.isDeleted }) { delete(parent) }
    }
}

extension Comment {
    fileprivate var asTombstone: Comment {
        Comment(
            id: id, item: item, author: nil, text: "", parent: parent, createdAt: createdAt,
            editedAt: editedAt,
            heartCount: 0, hasHeart: false, isDeleted: true)
    }
}
