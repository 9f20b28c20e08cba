/// Friends, followers, requests, blocks and mutes.
///
/// ```swift
/// let pending = try await session.requests(.incoming, kind: .friend, PageRequest())
/// for request in pending.items { _ = try await session.accept(request.id) }
/// ```
public protocol GraphService: Sendable {
    /// A person's friends.
    /// - Throws: ``SocialError/Code/personNotFound``.
    func friends(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person>
    /// The people who follow a person. Children are listed to their friends only, but counted.
    /// - Throws: ``SocialError/Code/personNotFound``.
    func followers(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person>
    /// The people a person follows.
    /// - Throws: ``SocialError/Code/personNotFound``.
    func following(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person>

    /// Sends a friend or follow request.
    ///
    /// Returns an accepted request right away when the other person already sent a friend request, and when following a
    /// public profile.
    /// - Throws: ``SocialError/Code/personNotFound``, ``SocialError/Code/friendCodeNotFound``,
    ///   ``SocialError/Code/requestExists``, ``SocialError/Code/requestsNotAllowed``,
    ///   ``SocialError/Code/alreadyFriends``, ``SocialError/Code/alreadyFollowing``,
    ///   ``SocialError/Code/blockedByMe``, ``SocialError/Code/selfNotAllowed``,
    ///   or ``SocialError/Code/quotaExceeded`` when too many of the viewer's requests wait for an answer.
    func request(_ draft: RequestDraft) async throws -> ConnectionRequest
    /// Pending requests, newest first.
    func requests(
        _ direction: ConnectionRequest.Direction, kind: ConnectionRequest.Kind?, _ page: PageRequest
    ) async throws -> Page<ConnectionRequest>
    /// Accepts a received request.
    /// - Throws: ``SocialError/Code/requestNotFound``, or ``SocialError/Code/blockedByMe`` when the viewer has blocked
    ///   the sender.
    func accept(_ id: ConnectionRequest.ID) async throws -> ConnectionRequest
    /// Declines a received request. The sender is not notified.
    /// - Throws: ``SocialError/Code/requestNotFound``.
    func decline(_ id: ConnectionRequest.ID) async throws
    /// Cancels a sent request.
    /// - Throws: ``SocialError/Code/requestNotFound``.
    func cancel(_ id: ConnectionRequest.ID) async throws

    /// Ends a friendship.
    /// - Throws: ``SocialError/Code/personNotFound``, ``SocialError/Code/notFriends`` or
    ///   ``SocialError/Code/selfNotAllowed``.
    func unfriend(_ person: PersonReference) async throws
    /// Removes a person from the viewer's followers.
    /// - Throws: ``SocialError/Code/personNotFound`` or ``SocialError/Code/selfNotAllowed``.
    func removeFollower(_ person: PersonReference) async throws
    /// Follows a person, or sends a follow request if they approve followers.
    /// - Parameter notifications: whether to notify the viewer when the person publishes something; nil keeps the
    ///   current choice, initially off. Takes effect only once the viewer follows the person.
    /// - Throws: ``SocialError/Code/personNotFound``, ``SocialError/Code/selfNotAllowed``,
    ///   ``SocialError/Code/blockedByMe``, ``SocialError/Code/requestsNotAllowed``,
    ///   ``SocialError/Code/requestExists``, ``SocialError/Code/alreadyFollowing`` or
    ///   ``SocialError/Code/quotaExceeded``.
    func follow(_ person: PersonReference, notifications: Bool?) async throws -> FollowOutcome
    /// Stops following a person, and cancels a pending follow request.
    /// - Throws: ``SocialError/Code/personNotFound`` or ``SocialError/Code/selfNotAllowed``.
    func unfollow(_ person: PersonReference) async throws

    /// The people the viewer has blocked.
    func blocks(_ page: PageRequest) async throws -> Page<Person>
    /// Blocks a person. Ends friendship and following in both directions; neither sees the other.
    /// - Throws: ``SocialError/Code/personNotFound`` or ``SocialError/Code/selfNotAllowed``.
    func block(_ person: PersonReference) async throws
    /// Unblocks a person. Does not restore the friendship.
    /// - Throws: ``SocialError/Code/personNotFound`` or ``SocialError/Code/selfNotAllowed``.
    func unblock(_ person: PersonReference) async throws
    /// The people the viewer has muted.
    func mutes(_ page: PageRequest) async throws -> Page<Person>
    /// Hides a person from the viewer's feed and notifications. They are not notified.
    /// - Throws: ``SocialError/Code/personNotFound`` or ``SocialError/Code/selfNotAllowed``.
    func mute(_ person: PersonReference) async throws
    /// Unmutes a person.
    /// - Throws: ``SocialError/Code/personNotFound`` or ``SocialError/Code/selfNotAllowed``.
    func unmute(_ person: PersonReference) async throws
}
