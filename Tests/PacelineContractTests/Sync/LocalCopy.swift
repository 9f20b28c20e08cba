import Foundation
import Paceline
import Testing

/// The local copy that an app keeps for one person, synchronized as docs/sync.md describes.
struct LocalCopy: Sendable {
    let owner: Member
    var token: ChangeToken
    var account: Account?
    var items: [FeedItem.ID: FeedItem] = [:]
    var comments: [Paceline.Comment.ID: Paceline.Comment] = [:]
    /// Profiles of people whom the owner follows and has not muted.
    var people: [Person.ID: Person] = [:]
    var edges: [Person.ID: Relationship] = [:]
    var mutes: Set<Person.ID> = []
    var requests: [ConnectionRequest.ID: ConnectionRequest] = [:]
    var groups: [LeaderboardGroup.ID: LeaderboardGroup] = [:]

    private var services: any SocialServices { owner.services }

    /// Gets a token, then loads everything.
    init(of owner: Member) async throws {
        self.owner = owner
        token = try await owner.services.changes(since: nil).next
        account = try await owner.services.me()
        for group in try await walk(inPagesOf: 100, { try await owner.services.groups($0) }) {
            groups[group.id] = group
        }
        for person in try await walk(inPagesOf: 100, { try await owner.services.mutes($0) }) {
            mutes.insert(person.id)
        }
        try await loadEdges()
        try await loadRequests()
        try await loadItems(FeedQuery())
    }

    private mutating func loadEdges() async throws {
        let owner = owner
        let following = try await walk(inPagesOf: 100) { try await owner.services.following(of: .me, $0) }
        let followers = try await walk(inPagesOf: 100) { try await owner.services.followers(of: .me, $0) }
        let blocks = try await walk(inPagesOf: 100) { try await owner.services.blocks($0) }
        for person in following + followers + blocks { edges[person.id] = person.relationship }
        for person in following { try await loadProfile(person.id) }
    }

    private mutating func loadRequests() async throws {
        let owner = owner
        for direction in ConnectionRequest.Direction.allCases {
            let waiting = try await walk(inPagesOf: 100) {
                try await owner.services.requests(direction, kind: nil, $0)
            }
            for request in waiting {
                requests[request.id] = request
                let other = request.from.id == owner.id ? request.to.id : request.from.id
                edges[other] = try await services.person(.id(other)).relationship
            }
        }
    }

    private mutating func loadItems(_ query: FeedQuery) async throws {
        let owner = owner
        for item in try await walk(inPagesOf: 100, { try await owner.services.feed(query, $0) }) {
            try await store(item)
        }
    }

    private mutating func loadProfile(_ person: Person.ID) async throws {
        guard !mutes.contains(person) else { return }
        people[person] = try await services.person(.id(person))
    }

    /// Loads the comments of a new item.
    private mutating func store(_ item: FeedItem) async throws {
        let isNew = items.updateValue(item, forKey: item.id) == nil
        guard isNew else { return }
        let owner = owner
        for comment in try await walk(inPagesOf: 100, { try await owner.services.comments(on: item.id, $0) })
        {
            comments[comment.id] = comment
        }
    }

    /// Ignores items of people whom the owner does not follow, which arrive after the owner's own reactions but are not
    /// in the feed.
    private mutating func receive(_ item: FeedItem) async throws {
        if items[item.id] != nil || item.author.id == owner.id || people[item.author.id] != nil {
            try await store(item)
        }
    }

    private mutating func remove(_ item: FeedItem.ID) {
        items[item] = nil
        comments = comments.filter { $0.value.item != item }
    }

    private mutating func removeAll(of person: Person.ID) {
        for item in items.values where item.author.id == person { remove(item.id) }
        people[person] = nil
    }
}

extension LocalCopy {
    /// Applies changes until there are no more.
    mutating func follow(inPagesOf limit: Int = 100) async throws {
        var hasMore = true
        while hasMore {
            let page = try await owner.services.changes(since: token, limit: limit)
            for change in page.changes { try await apply(change) }
            token = page.next
            hasMore = page.hasMore
        }
    }

    private mutating func apply(_ change: Change) async throws {
        switch change.content {
        case .account(let account): self.account = account
        case .settings(let settings): account?.settings = settings
        case .person(let person): try await replace(person)
        case .edge(let person, let relationship): try await apply(edge: person.id, relationship)
        case .mute(let person): try await apply(mute: person.id, isOver: false)
        case .request(let request): requests[request.id] = request
        case .item(let item): try await receive(item)
        case .comment(let comment): comments[comment.id] = items[comment.item] == nil ? nil : comment
        case .group(let group): groups[group.id] = group
        case .notificationSettings, .board, .invitation, .season, .inbox, .unknown: break
        case .deleted(let kind): try await forget(kind, change.id.uuid)
        }
    }

    private mutating func forget(_ kind: Change.Kind, _ id: UUID) async throws {
        switch kind {
        case .account: account = nil
        case .person: people[Person.ID(id)] = nil
        case .edge: try await apply(edge: Person.ID(id), nil)
        case .mute: try await apply(mute: Person.ID(id), isOver: true)
        case .request: requests[ConnectionRequest.ID(id)] = nil
        case .item: remove(FeedItem.ID(id))
        case .comment: comments[Paceline.Comment.ID(id)] = nil
        case .group: groups[LeaderboardGroup.ID(id)] = nil
        case .settings, .notificationSettings, .board, .invitation, .season, .inbox: break
        }
    }

    /// A block affects everything the owner sees; other changes affect only the other person's items.
    private mutating func apply(edge person: Person.ID, _ relationship: Relationship?) async throws {
        if relationship == nil || relationship == .blockedByMe || edges[person] == .blockedByMe {
            try await reload()
        } else {
            edges[person] = relationship == .notFriends ? nil : relationship
            removeAll(of: person)
            try await load(person)
        }
    }

    /// Reloads everything, and keeps the token.
    mutating func reload() async throws {
        let token = token
        self = try await LocalCopy(of: owner)
        self.token = token
    }

    private mutating func apply(mute person: Person.ID, isOver: Bool) async throws {
        removeAll(of: person)
        if isOver { mutes.remove(person) } else { mutes.insert(person) }
        try await load(person)
    }

    /// Replaces a profile, and loads the person's workouts again when they hide or show the details or the totals.
    private mutating func replace(_ person: Person) async throws {
        let old = people.updateValue(person, forKey: person.id)
        guard let old,
            (old.showsWorkoutDetails, old.stats == nil) != (person.showsWorkoutDetails, person.stats == nil)
        else { return }
        try await loadItems(FeedQuery(person: .id(person.id)))
    }

    private mutating func load(_ person: Person.ID) async throws {
        let owner = owner
        // While a request is open, the relationship does not show that the owner already follows.
        let following = try await walk(inPagesOf: 100) { try await owner.services.following(of: .me, $0) }
        guard following.contains(where: { $0.id == person }), !mutes.contains(person) else { return }
        try await loadProfile(person)
        try await loadItems(FeedQuery(person: .id(person)))
    }
}

extension LocalCopy {
    /// The stored objects, one line each, without the people embedded in them.
    var lines: Set<String> {
        var lines: Set<String> = []
        for item in items.values { lines.insert("item \(item.bare)") }
        for comment in comments.values { lines.insert("comment \(comment.bare)") }
        for person in people.values { lines.insert("person \(person.username) \(person.displayName)") }
        for (person, relationship) in edges { lines.insert("edge \(person) \(relationship)") }
        for person in mutes { lines.insert("mute \(person)") }
        for request in requests.values { lines.insert("request \(request.id) \(request.state)") }
        for group in groups.values { lines.insert("group \(group.bare)") }
        lines.insert("account \(account?.displayName ?? "") \(account?.settings.pushNotifications ?? false)")
        return lines
    }
}

extension FeedItem {
    fileprivate var bare: String {
        let latest = latestComment.map { "\($0.id) \($0.text)" } ?? "none"
        let distance = workout.map { "\($0.distance ?? 0) m, \($0.xpEarned) XP, " } ?? ""
        return "\(id) by \(author.username), \(visibility), \(workout?.title ?? score?.metric ?? ""), "
            + distance
            + "kudos \(kudosCount) \(hasKudos), comments \(commentCount), latest \(latest)"
    }
}

extension Paceline.Comment {
    fileprivate var bare: String {
        "\(id) on \(item) by \(author?.username ?? "an erased person"): \(text), hearts \(heartCount) \(hasHeart)"
    }
}

extension LeaderboardGroup {
    fileprivate var bare: String {
        "\(id) \(title) of \(owner.username), \(memberCount), \(role) \(isActive) \(isSharing)"
    }
}
