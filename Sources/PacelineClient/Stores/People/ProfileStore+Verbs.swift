import Foundation
import Paceline

extension ProfileStore {
    /// Updates the viewer's own profile.
    ///
    /// ```swift
    /// try await ProfileStore(session).update(AccountChanges(bio: "Rows."))
    /// ```
    /// - Parameters:
    ///   - changes: what to change; everything else stays.
    ///   - version: updates only if the account still has this version; nil to update in any case.
    /// - Throws: ``SocialError/Code/notAllowed`` on another person's profile, or the errors of
    ///   ``AccountService/update(_:ifMatch:)``.
    @discardableResult
    public func update(_ changes: AccountChanges, ifMatch version: Version? = nil) async throws -> Account {
        let mayUpdate = isOwn
        return try await state.perform(on: nil) { content in
            if mayUpdate { content.person.show(changes) }
        } asking: { [services] in
            guard mayUpdate else { throw SocialError.notAllowed }
            return try await services.update(changes, ifMatch: version)
        } then: { account, content in
            content.person.show(account)
        }
    }

    /// Follows the person, or sends a request if they approve followers.
    /// - Parameter notifications: whether to notify the viewer of what the person publishes; nil keeps the choice.
    /// - Throws: the errors of ``GraphService/follow(_:notifications:)``.
    @discardableResult
    public func follow(notifications: Bool? = nil) async throws -> FollowOutcome {
        try await change { person in
            // Others may approve their followers.
            guard person.privacyLevel == .public, person.relationship == .notFriends else { return }
            person.relationship = .following
        } asking: {
            try await $0.follow($1, notifications: notifications)
        }
    }

    /// Stops following the person, and cancels a pending follow request.
    /// - Throws: the errors of ``GraphService/unfollow(_:)``.
    public func unfollow() async throws {
        try await change { person in
            switch person.relationship {
            case .following: person.relationship = .notFriends
            case .friends: person.relationship = .followedBy
            default: break
            }
        } asking: {
            try await $0.unfollow($1)
        }
    }

    /// Sends a friend request.
    ///
    /// ```swift
    /// try await ProfileStore(session, of: .username("mira")).addFriend(message: "We met at the regatta.")
    /// ```
    /// - Parameter message: up to 280 characters. Only adults receive it.
    /// - Throws: the errors of ``GraphService/request(_:)``.
    @discardableResult
    public func addFriend(message: String? = nil) async throws -> ConnectionRequest {
        try await change { person in
            switch person.relationship {
            case .notFriends, .following, .followedBy: person.relationship = .requestSentByMe
            case .requestSentToMe: person.relationship = .friends
            default: break
            }
        } asking: {
            try await $0.request(RequestDraft(to: .person($1), message: message))
        }
    }

    /// Ends the friendship.
    /// - Throws: the errors of ``GraphService/unfriend(_:)``.
    public func unfriend() async throws {
        try await change { person in
            if person.relationship == .friends { person.relationship = .notFriends }
        } asking: {
            try await $0.unfriend($1)
        }
    }

    /// Blocks the person.
    /// - Throws: the errors of ``GraphService/block(_:)``.
    public func block() async throws {
        try await change {
            $0.relationship = .blockedByMe
        } asking: {
            try await $0.block($1)
        }
    }

    /// Unblocks the person. Does not restore a friendship.
    /// - Throws: the errors of ``GraphService/unblock(_:)``.
    public func unblock() async throws {
        try await change { person in
            if person.relationship == .blockedByMe { person.relationship = .notFriends }
        } asking: {
            try await $0.unblock($1)
        }
    }

    /// Hides the person from the viewer's feed and notifications. They are not notified.
    /// - Throws: the errors of ``GraphService/mute(_:)``.
    public func mute() async throws {
        try await change { _ in
        } asking: {
            try await $0.mute($1)
        }
    }

    /// Ends a mute.
    /// - Throws: the errors of ``GraphService/unmute(_:)``.
    public func unmute() async throws {
        try await change { _ in
        } asking: {
            try await $0.unmute($1)
        }
    }

    private func change<Answer: Sendable>(
        showing effect: @escaping @MainActor (inout Person) -> Void,
        asking request: @MainActor (any SocialServices, PersonReference) async throws -> Answer
    ) async throws -> Answer {
        let answer = try await state.perform(on: nil) { content in
            effect(&content.person)
        } asking: { [services, reference] in
            try await request(services, reference)
        } then: { _, content in
            effect(&content.person)
        }
        state.markStale()
        await refresh()
        return answer
    }
}

extension Person {
    fileprivate mutating func show(_ changes: AccountChanges) {
        if let displayName = changes.displayName { self.displayName = displayName }
        if let bio = changes.bio { self.bio = bio.isEmpty ? nil : bio }
        if let privacyLevel = changes.privacyLevel { self.privacyLevel = privacyLevel }
    }

    fileprivate mutating func show(_ account: Account) {
        (displayName, bio, privacyLevel) = (account.displayName, account.bio, account.privacyLevel)
    }
}
