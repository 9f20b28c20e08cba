import Foundation
import Observation
import Paceline

/// A list of people for a screen: a person's friends, followers or the people they follow, or those whom the viewer
/// blocked or muted.
///
/// ```swift
/// let friends = Friends(session)
/// await friends.refresh()
/// if let first = friends.items.first { try await friends.unfriend(first.id) }
/// ```
///
/// Each list is a store of its own. Verbs that take a person off the viewer's own list show that at once; what else
/// they change, such as counts, is read again.
@MainActor @Observable
public final class Friends: PagedStore {
    /// The lists.
    ///
    /// ```swift
    /// let followers = Friends(session, .followers, of: .username("mira"))
    /// ```
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The person's friends.
        case friends
        /// The people who follow the person.
        case followers
        /// The people whom the person follows.
        case following
        /// The people whom the viewer blocked.
        case blocked
        /// The people whom the viewer muted.
        case muted
    }

    /// Which list it is.
    public let kind: Kind
    /// Whose list it is.
    public let person: PersonReference
    private let services: any SocialServices
    private let list: ListState<Person, Void>

    /// Creates a list. It reads nothing before ``refresh()``.
    /// - Parameters:
    ///   - services: a session of a server, or of a community in the app.
    ///   - kind: which list.
    ///   - person: whose list; ``Kind/blocked`` and ``Kind/muted`` are always the viewer's.
    ///   - pageSize: how many people are read at a time, 1 to 100.
    public init(
        _ services: any SocialServices, _ kind: Kind = .friends, of person: PersonReference = .me,
        pageSize: Int = PageRequest.defaultLimit
    ) {
        let isAlwaysOwn = kind == .blocked || kind == .muted
        self.kind = kind
        self.person = isAlwaysOwn ? .me : person
        self.services = services
        list = ListState(pageSize: pageSize) { page in
            switch kind {
            case .friends: (try await services.friends(of: person, page), ())
            case .followers: (try await services.followers(of: person, page), ())
            case .following: (try await services.following(of: person, page), ())
            case .blocked: (try await services.blocks(page), ())
            case .muted: (try await services.mutes(page), ())
            }
        }
    }

    public var phase: LoadPhase { list.state.phase }
    public var isStale: Bool { list.state.isStale }
    public var isRefreshing: Bool { list.state.isRefreshing }
    public var problem: SocialError? {
        get { list.state.problem }
        set { list.state.problem = newValue }
    }
    public var items: [Person] { list.items }
    public var hasMore: Bool { list.hasMore }
    public var isLoadingMore: Bool { list.isLoadingMore }

    public func refresh() async { await list.refresh() }
    public func loadMore() async { await list.loadMore() }
}

// Verbs.
extension Friends {
    /// Ends a friendship.
    /// - Throws: the errors of ``GraphService/unfriend(_:)``.
    public func unfriend(_ person: Person.ID) async throws {
        try await change(person, offLists: [.friends, .followers, .following], .notFriends) {
            try await $0.unfriend($1)
        }
    }

    /// Follows a person, or sends a request if they approve followers.
    /// - Throws: the errors of ``GraphService/follow(_:notifications:)``.
    @discardableResult
    public func follow(_ person: Person.ID, notifications: Bool? = nil) async throws -> FollowOutcome {
        try await change(person, offLists: [], nil) { try await $0.follow($1, notifications: notifications) }
    }

    /// Stops following a person.
    /// - Throws: the errors of ``GraphService/unfollow(_:)``.
    public func unfollow(_ person: Person.ID) async throws {
        try await change(person, offLists: [.friends, .following], nil) { try await $0.unfollow($1) }
    }

    /// Removes a person from the viewer's followers.
    /// - Throws: the errors of ``GraphService/removeFollower(_:)``.
    public func removeFollower(_ person: Person.ID) async throws {
        try await change(person, offLists: [.friends, .followers], nil) { try await $0.removeFollower($1) }
    }

    /// Blocks a person.
    /// - Throws: the errors of ``GraphService/block(_:)``.
    public func block(_ person: Person.ID) async throws {
        try await change(person, offLists: [.friends, .followers, .following], .blockedByMe) {
            try await $0.block($1)
        }
    }

    /// Unblocks a person.
    /// - Throws: the errors of ``GraphService/unblock(_:)``.
    public func unblock(_ person: Person.ID) async throws {
        try await change(person, offLists: [.blocked], .notFriends) { try await $0.unblock($1) }
    }

    /// Hides a person from the viewer's feed and notifications.
    /// - Throws: the errors of ``GraphService/mute(_:)``.
    public func mute(_ person: Person.ID) async throws {
        try await change(person, offLists: [], nil) { try await $0.mute($1) }
    }

    /// Ends a mute.
    /// - Throws: the errors of ``GraphService/unmute(_:)``.
    public func unmute(_ person: Person.ID) async throws {
        try await change(person, offLists: [.muted], nil) { try await $0.unmute($1) }
    }

    /// - Parameters:
    ///   - lists: the viewer's lists on which the person no longer is.
    ///   - relationship: the one that the person has afterwards; nil if it depends.
    private func change<Answer: Sendable>(
        _ person: Person.ID, offLists lists: Set<Kind>, _ relationship: Relationship?,
        _ request: @MainActor (any SocialServices, PersonReference) async throws -> Answer
    ) async throws -> Answer {
        let leaves = self.person == .me && lists.contains(kind)
        let effect: StoreState<ListContent<Person, Void>>.Effect = { content in
            if leaves {
                content.remove(person.uuid)
            } else if let relationship {
                content.update(person.uuid) { if $0.relationship != nil { $0.relationship = relationship } }
            }
        }
        let answer = try await list.state.perform(on: person.uuid, showing: effect) { [services] in
            try await request(services, .id(person))
        } then: { _, content in
            effect(&content)
        }
        if !leaves { list.state.markStale() }
        return answer
    }
}

// Live events.
extension Friends {
    public func apply(_ event: LiveEvent) {
        switch event.content {
        case .relationship(let id):
            if person == .me || list.item(id) != nil { list.state.markStale() }
        case .request(let request): if request.state == .accepted { list.state.markStale() }
        case .reset: list.state.markStale()
        case .upToDate, .item, .itemRemoved, .kudos, .comment, .commentRemoved, .requestRemoved, .score,
            .group,
            .groupLost, .groupInvitation, .account, .notifications:
            break
        }
    }
}
