import Paceline
import PacelineEngine

/// Follows, blocks and mutes.
struct GraphPart: WorldPart, Equatable {
    var follows: Set<RandomWorld.Pair> = []
    var blocks: Set<RandomWorld.Pair> = []
    var mutes: Set<RandomWorld.Pair> = []

    static let steps: [WorldStep] = [
        .between(4) { try await $0.befriend($1, $2) },
        .between(2) { try await $0.follow($1, $2) },
        .between(1) { try await $0.unfollow($1, $2) },
        .between(1) { try await $0.block($1, $2) },
        .between(1) { try await $0.mute($1, $2) },
        .between(1) { try await $0.unblock($1, $2) },
        .between(1) { try await $0.unmute($1, $2) },
    ]
}

extension RandomWorld {
    private var graph: GraphPart {
        get { self[GraphPart.self] }
        set { self[GraphPart.self] = newValue }
    }

    var follows: Set<Pair> { graph.follows }
    var blocks: Set<Pair> { graph.blocks }
    var mutes: Set<Pair> { graph.mutes }

    func follows(_ one: Int, _ other: Int) -> Bool { follows.contains(Pair(from: one, to: other)) }

    func areFriends(_ one: Int, _ other: Int) -> Bool { follows(one, other) && follows(other, one) }

    func hasMuted(_ one: Int, _ other: Int) -> Bool { mutes.contains(Pair(from: one, to: other)) }

    func hasBlocked(_ one: Int, _ other: Int) -> Bool { blocks.contains(Pair(from: one, to: other)) }

    /// Whether one of the two has blocked the other.
    func areBlocked(_ one: Int, _ other: Int) -> Bool { hasBlocked(one, other) || hasBlocked(other, one) }

    func closeness(_ viewer: Int, _ owner: Int) -> Closeness {
        Closeness(
            isMe: viewer == owner, isBlocked: areBlocked(viewer, owner), follows: follows(viewer, owner),
            isFollowedBack: follows(owner, viewer))
    }

    /// Whether a reader who watches the items receives events about this owner's item.
    func receives(_ viewer: Int, of item: FeedItem.ID, by owner: Int, watching items: Set<FeedItem.ID>)
        -> Bool
    {
        viewer == owner || items.contains(item) || follows(viewer, owner) && !hasMuted(viewer, owner)
    }

    /// Whether the person is a child, and not a friend of the viewer's.
    func isUnknownChild(_ person: Int, _ viewer: Int) -> Bool {
        people[person].isChild && person != viewer && !areFriends(person, viewer)
    }

    /// Whether the viewer reads what the author writes, if it is not hidden: children and people of unknown age read no
    /// one's texts but their friends' and their own.
    func reads(_ viewer: Int, textsOf author: Int) -> Bool {
        !people[viewer].readsFriendsOnly || viewer == author || areFriends(viewer, author)
    }

    /// Whether the person follows the viewer, and is a child whom the viewer does not know.
    func hidesFollower(_ person: Int, _ viewer: Int) -> Bool {
        isUnknownChild(person, viewer) && follows(person, viewer)
    }

    func friendCount(_ person: Int, _ viewer: Int) -> Int {
        isUnknownChild(person, viewer) ? 0 : count(person, viewer) { areFriends($0, person) }
    }

    /// The number of people, visible to the viewer, that match.
    func count(_ person: Int, _ viewer: Int, _ isCounted: (Int) -> Bool) -> Int {
        people.indices.filter { isCounted($0) && !areBlocked($0, viewer) }.count
    }
}

// Actions.
extension RandomWorld {
    mutating func befriend(_ one: Int, _ other: Int) async throws {
        guard !areBlocked(one, other), !areFriends(one, other) else { return }
        // Children can be asked, and can ask, by the code only.
        let needsCode = people[one].isChild || people[other].isChild
        let code = try await session(other).friendCode().code
        let request = try await session(one).request(
            RequestDraft(to: needsCode ? .code(code) : .person(.id(people[other].id))))
        if request.state == .pending { _ = try await session(other).accept(request.id) }
        graph.follows.formUnion([Pair(from: one, to: other), Pair(from: other, to: one)])
    }

    fileprivate mutating func follow(_ one: Int, _ other: Int) async throws {
        guard !areBlocked(one, other) else { return }
        do {
            // Half of the followers turn on notifications.
            let wantsNotifications = (one + other).isMultiple(of: 2) ? true : nil
            let needsApproval =
                !follows(one, other)
                && (people[other].privacyLevel != .public || people[other].approvesFollowers)
            let place = "\(one) following \(other)"
            switch try await session(one).follow(.id(people[other].id), notifications: wantsNotifications) {
            case .following: try expect(needsApproval, false, place)
            case .requested(let request):
                try expect(needsApproval, true, place)
                _ = try await session(other).accept(request.id)
            }
            graph.follows.insert(Pair(from: one, to: other))
        } catch let error as SocialError
            where error.code == .requestsNotAllowed && (people[one].isChild || people[other].isChild)
        {
            return
        }
    }

    fileprivate mutating func unfollow(_ one: Int, _ other: Int) async throws {
        guard !areBlocked(one, other) else { return }
        if areFriends(one, other) {
            try await session(one).unfriend(.id(people[other].id))
            graph.follows.subtract([Pair(from: one, to: other), Pair(from: other, to: one)])
            for part in Self.parts { part.applyUnfriending(one, other, in: &self) }
        } else {
            try await session(one).unfollow(.id(people[other].id))
            graph.follows.remove(Pair(from: one, to: other))
        }
    }

    mutating func block(_ one: Int, _ other: Int) async throws {
        guard !areBlocked(one, other) else { return }
        try await session(one).block(.id(people[other].id))
        graph.blocks.insert(Pair(from: one, to: other))
        graph.follows.subtract([Pair(from: one, to: other), Pair(from: other, to: one)])
        for part in Self.parts { part.applyBlock(one, other, in: &self) }
    }

    fileprivate mutating func mute(_ one: Int, _ other: Int) async throws {
        guard !areBlocked(one, other) else { return }
        try await session(one).mute(.id(people[other].id))
        graph.mutes.insert(Pair(from: one, to: other))
    }

    fileprivate mutating func unblock(_ one: Int, _ other: Int) async throws {
        guard hasBlocked(one, other) else { return }
        try await session(one).unblock(.id(people[other].id))
        graph.blocks.remove(Pair(from: one, to: other))
    }

    fileprivate mutating func unmute(_ one: Int, _ other: Int) async throws {
        guard hasMuted(one, other), !areBlocked(one, other) else { return }
        try await session(one).unmute(.id(people[other].id))
        graph.mutes.remove(Pair(from: one, to: other))
    }
}

// Facts and checks.
extension GraphPart {
    private static func fact(_ person: Person.ID) -> Fact {
        Fact(name: "relationship to \(person)", guarantee: .whileVisible)
    }

    static func facts(in world: RandomWorld, knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts {
        var facts: Facts = [:]
        for person in world.people.indices where person != viewer {
            facts[fact(world.people[person].id)] = relationship(viewer, person, in: world)
        }
        return facts
    }

    /// The relationship of the viewer to the other; nil when the other, or that they follow, is hidden from the viewer.
    private static func relationship(_ viewer: Int, _ other: Int, in world: RandomWorld) -> String? {
        if world.hasBlocked(viewer, other) { return "blocked" }
        guard !world.areBlocked(viewer, other), !world.hidesFollower(other, viewer) else { return nil }
        let isMuted = world.hasMuted(viewer, other)
        return "\(world.follows(viewer, other)), \(world.follows(other, viewer)), muted: \(isMuted)"
    }

    static func apply(_ content: LiveEvent.Content, in facts: inout Facts, loading now: Facts) {
        if case .relationship(let person) = content { facts.load(fact(person), from: now) }
        if case .request(let request) = content {
            for person in [request.from.id, request.to.id] { facts.load(fact(person), from: now) }
        }
    }

    static func check(
        _ content: LiveEvent.Content, deliveredTo viewer: Int, isCurrent: Bool, in world: RandomWorld
    ) async throws {
        let place = "\(content.summary) delivered to \(viewer)"
        if case .relationship(let person) = content { try world.checkExists(person, for: viewer, place) }
        if case .request(let request) = content {
            try world.checkExists(request.from.id, for: viewer, place)
            try world.checkExists(request.to.id, for: viewer, place)
        }
    }

    static func check(_ change: Change, deliveredTo viewer: Int, in world: RandomWorld) async throws {
        let place = "\(change.kindName) delivered to \(viewer)"
        guard let other = world.index(of: Person.ID(change.id.uuid)) else {
            throw PrivacyMismatch(description: place)
        }
        if change.kind == .edge {
            try check(edge: change, to: other, deliveredTo: viewer, in: world, place)
        } else {
            try expect(change.isDeleted, !world.hasMuted(viewer, other), place)
            try expect(world.areBlocked(viewer, other), false, place)
        }
    }

    /// A blocked person learns at most that there is no relationship any more.
    private static func check(
        edge change: Change, to other: Int, deliveredTo viewer: Int, in world: RandomWorld, _ place: String
    ) throws {
        let isBlocker = world.hasBlocked(viewer, other)
        try expect(change.isDeleted, world.areBlocked(viewer, other) && !isBlocker, "end of \(place)")
        let relationship: Relationship? = if case .edge(_, let now) = change.content { now } else { nil }
        if isBlocker { try expect(relationship, .blockedByMe, place) }
        if world.hidesFollower(other, viewer) {
            try expect(relationship == .followedBy, false, "a child who follows in \(place)")
        }
        if world.areFriends(viewer, other) { try expect(relationship, .friends, place) }
    }

    static func check(
        _ notification: SocialNotification, of person: Int, shownTo viewer: Int, in world: RandomWorld
    ) throws {
        try expect(world.follows(person, viewer), true, "follower \(person) shown to \(viewer)")
    }
}

extension RandomWorld {
    /// Checks that the person is visible: people who blocked the viewer never are, people whom the viewer blocked are.
    func checkExists(_ id: Person.ID, for viewer: Int, _ place: String) throws {
        let isThere = index(of: id).map { !areBlocked($0, viewer) || hasBlocked(viewer, $0) } ?? false
        try expect(isThere, true, place)
    }
}
