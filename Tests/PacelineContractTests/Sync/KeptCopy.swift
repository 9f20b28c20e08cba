import Foundation
import Paceline
import Testing

/// Everything that a device has received for one person, with the first load and with changes, until a change removes
/// it, as docs/sync.md describes.
///
/// Unlike a ``LocalCopy``, it keeps items of people whom its owner does not follow.
struct KeptCopy: Sendable {
    let owner: Member
    private var token: ChangeToken
    private var account: Account
    private(set) var items: [FeedItem.ID: FeedItem] = [:]
    private(set) var comments: [Paceline.Comment.ID: Paceline.Comment] = [:]
    private(set) var people: [Person.ID: Person] = [:]
    private(set) var requests: [ConnectionRequest.ID: ConnectionRequest] = [:]
    private(set) var groups: [LeaderboardGroup.ID: LeaderboardGroup] = [:]
    private(set) var boards: [LeaderboardGroup.ID: [BoardMetric: Set<Person.ID>]] = [:]
    private(set) var invitations: [LeaderboardGroup.ID: Invitation] = [:]
    private(set) var inbox: NotificationInbox
    private var edges: [Person.ID: Relationship] = [:]
    private var mutes: Set<Person.ID> = []

    private var services: any SocialServices { owner.services }

    /// Gets a token, then loads everything.
    init(of owner: Member) async throws {
        self.owner = owner
        let services = owner.services
        token = try await services.changes(since: nil).next
        account = try await services.me()
        inbox = try await services.notifications(PageRequest())
        for person in try await walk(inPagesOf: 100, { try await services.mutes($0) }) {
            mutes.insert(person.id)
        }
        for person in try await walk(inPagesOf: 100, { try await services.blocks($0) }) {
            edges[person.id] = person.relationship
        }
        for person in try await walk(inPagesOf: 100, { try await services.following(of: .me, $0) }) {
            people[person.id] = try await services.person(.id(person.id))
        }
        for group in try await walk(inPagesOf: 100, { try await services.groups($0) }) {
            try await store(group)
        }
        for invitation in try await walk(inPagesOf: 100, { try await services.groupInvitations($0) }) {
            invitations[invitation.group] = invitation
        }
        for direction in ConnectionRequest.Direction.allCases {
            let waiting = try await walk(inPagesOf: 100) {
                try await services.requests(direction, kind: nil, $0)
            }
            for request in waiting { requests[request.id] = request }
        }
        try await loadItems(FeedQuery())
    }

    /// Applies changes until there are no more.
    mutating func follow(inPagesOf limit: Int) async throws {
        var hasMore = true
        while hasMore {
            let page = try await services.changes(since: token, limit: limit)
            for change in page.changes { try await apply(change) }
            token = page.next
            hasMore = page.hasMore
        }
    }

    /// Loads everything again, and continues from the token.
    mutating func reload() async throws {
        let token = token
        self = try await KeptCopy(of: owner)
        self.token = token
    }

    private mutating func apply(_ change: Change) async throws {
        switch change.content {
        case .account(let account):
            let isSameAge = account.birthDate == self.account.birthDate
            self.account = account
            if !isSameAge { try await reload() }
        case .person(let person): try await replace(person)
        case .edge(let person, let relationship): try await apply(edge: person.id, relationship)
        case .mute(let person): try await apply(mute: person.id, isOver: false)
        case .request(let request): requests[request.id] = request
        case .item(let item): try await store(item)
        case .comment(let comment): comments[comment.id] = items[comment.item] == nil ? nil : comment
        case .group(let group): try await store(group)
        case .board: try await loadBoards(of: LeaderboardGroup.ID(change.id.uuid))
        case .invitation(let invitation): invitations[invitation.group] = invitation
        case .inbox(let inbox): self.inbox = inbox
        case .settings, .notificationSettings, .season, .unknown: break
        case .deleted(let kind): try await forget(kind, change.id.uuid)
        }
    }

    private mutating func forget(_ kind: Change.Kind, _ id: UUID) async throws {
        switch kind {
        case .person: people[Person.ID(id)] = nil
        case .edge: try await apply(edge: Person.ID(id), nil)
        case .mute: try await apply(mute: Person.ID(id), isOver: true)
        case .request: requests[ConnectionRequest.ID(id)] = nil
        case .item: remove(FeedItem.ID(id))
        case .comment: comments[Paceline.Comment.ID(id)] = nil
        case .group: (groups[LeaderboardGroup.ID(id)], boards[LeaderboardGroup.ID(id)]) = (nil, nil)
        case .invitation: invitations[LeaderboardGroup.ID(id)] = nil
        case .account, .settings, .notificationSettings, .board, .season, .inbox: break
        }
    }

    /// A block affects everything that the owner sees; other changes affect what the other person shares.
    private mutating func apply(edge person: Person.ID, _ relationship: Relationship?) async throws {
        guard let relationship, relationship != .blockedByMe, edges[person] != .blockedByMe else {
            return try await reload()
        }
        edges[person] = relationship
        removeAll(of: person)
        try await load(person)
    }

    private mutating func apply(mute person: Person.ID, isOver: Bool) async throws {
        removeAll(of: person)
        if isOver { mutes.remove(person) } else { mutes.insert(person) }
        try await load(person)
    }

    private mutating func removeAll(of person: Person.ID) {
        for item in items.values where item.author.id == person { remove(item.id) }
        people[person] = nil
    }

    private mutating func remove(_ item: FeedItem.ID) {
        items[item] = nil
        comments = comments.filter { $0.value.item != item }
    }
}

// Loading.
extension KeptCopy {
    private mutating func load(_ person: Person.ID) async throws {
        let services = services
        let following = try await walk(inPagesOf: 100) { try await services.following(of: .me, $0) }
        guard following.contains(where: { $0.id == person }), !mutes.contains(person) else { return }
        people[person] = try await services.person(.id(person))
        try await loadItems(FeedQuery(person: .id(person)))
    }

    private mutating func loadItems(_ query: FeedQuery) async throws {
        let services = services
        for item in try await walk(inPagesOf: 100, { try await services.feed(query, $0) }) {
            try await store(item)
        }
    }

    /// Loads the comments of a new item whose changes the owner follows.
    private mutating func store(_ item: FeedItem) async throws {
        let isNew = items.updateValue(item, forKey: item.id) == nil
        guard isNew, isFollowed(item) else { return }
        let services = services
        for comment in try await walk(inPagesOf: 100, { try await services.comments(on: item.id, $0) }) {
            comments[comment.id] = comment
        }
    }

    /// Whether the owner receives all changes of the item, and not only its loss.
    func isFollowed(_ item: FeedItem) -> Bool {
        item.author.id == owner.id || people[item.author.id] != nil && !mutes.contains(item.author.id)
    }

    private mutating func store(_ group: LeaderboardGroup) async throws {
        groups[group.id] = group
        try await loadBoards(of: group.id)
    }

    private mutating func loadBoards(of group: LeaderboardGroup.ID) async throws {
        guard groups[group] != nil else { return }
        for metric in Self.metrics { boards[group, default: [:]][metric] = try await rows(of: group, metric) }
    }

    static let metrics = [BoardMetric.points, .distance]

    /// The people on the group's board; none if the owner may not read it.
    func rows(of group: LeaderboardGroup.ID, _ metric: BoardMetric) async throws -> Set<Person.ID> {
        do {
            let query = LeaderboardQuery(scope: .group(group), range: .all, metric: metric)
            return Set(try await services.leaderboard(query, .whole).rows.map(\.person.id))
        } catch let error as SocialError where error.code == .groupNotFound {
            return []
        }
    }

    /// Replaces a profile, and loads the person's items again when they hide or show the details or the totals.
    private mutating func replace(_ person: Person) async throws {
        let old = people.updateValue(person, forKey: person.id)
        guard let old,
            (old.showsWorkoutDetails, old.stats == nil) != (person.showsWorkoutDetails, person.stats == nil)
        else { return }
        try await loadItems(FeedQuery(person: .id(person.id)))
    }
}
