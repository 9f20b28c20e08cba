/// Friends, followers, requests, blocks and mutes.
///
/// ```swift
/// let pending = try await session.requests(.incoming, kind: .friend, PageRequest())
/// for request in pending.items { _ = try await session.accept(request.id) }
/// ```
public protocol GraphService: Sendable {
    /// A person's friends.
    func friends(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person>
    /// The people who follow a person.
    func followers(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person>
    /// The people a person follows.
    func following(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person>

    /// Sends a friend or follow request.
    ///
    /// Returns an accepted request right away when the other person already sent a friend request, and when following a
    /// public profile.
    /// - Throws: ``SocialError/Code/personNotFound``, ``SocialError/Code/friendCodeNotFound``,
    ///   ``SocialError/Code/requestExists``, ``SocialError/Code/requestsNotAllowed``,
    ///   ``SocialError/Code/alreadyFriends``, ``SocialError/Code/alreadyFollowing``,
    ///   ``SocialError/Code/blockedByMe``, ``SocialError/Code/ageRestricted`` or
    ///   ``SocialError/Code/selfNotAllowed``.
    func request(_ draft: RequestDraft) async throws -> ConnectionRequest
    /// Pending requests, newest first.
    func requests(
        _ direction: ConnectionRequest.Direction, kind: ConnectionRequest.Kind?, _ page: PageRequest
    ) async throws -> Page<ConnectionRequest>
    /// Accepts a received request.
    /// - Throws: ``SocialError/Code/requestNotFound``.
    func accept(_ id: ConnectionRequest.ID) async throws -> ConnectionRequest
    /// Rejects a received request. The sender is not notified.
    func reject(_ id: ConnectionRequest.ID) async throws
    /// Cancels a sent request.
    func cancel(_ id: ConnectionRequest.ID) async throws

    /// Ends a friendship.
    /// - Throws: ``SocialError/Code/notFriends``.
    func unfriend(_ person: PersonReference) async throws
    /// Removes a person from the viewer's followers.
    func removeFollower(_ person: PersonReference) async throws
    /// Follows a person, or sends a follow request if they approve followers.
    /// - Parameter notifications: whether to notify the viewer when the person publishes something; nil keeps the
    ///   current choice, initially off. Takes effect only once the viewer follows the person.
    func follow(_ person: PersonReference, notifications: Bool?) async throws -> FollowOutcome
    /// Stops following a person, and cancels a pending follow request.
    func unfollow(_ person: PersonReference) async throws

    /// The people the viewer has blocked.
    func blocks(_ page: PageRequest) async throws -> Page<Person>
    /// Blocks a person. Ends friendship and following in both directions; neither sees the other.
    func block(_ person: PersonReference) async throws
    /// Unblocks a person. Does not restore the friendship.
    func unblock(_ person: PersonReference) async throws
    /// The people the viewer has muted.
    func mutes(_ page: PageRequest) async throws -> Page<Person>
    /// Hides a person from the viewer's feed and notifications. They are not notified.
    func mute(_ person: PersonReference) async throws
    /// Unmutes a person.
    func unmute(_ person: PersonReference) async throws
}
