/// Friends, followers, requests, blocks and mutes (G1–G7).
public protocol GraphService: Sendable {
    func friends(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person>
    func followers(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person>
    func following(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person>

    /// Asks; a crossing friend request is accepted instead, and the accepted one returned. To follow a public profile
    /// nobody is asked: that request comes back accepted.
    func request(_ draft: RequestDraft) async throws -> ConnectionRequest
    /// Pending ones, newest first.
    func requests(
        _ direction: ConnectionRequest.Direction, kind: ConnectionRequest.Kind?, _ page: PageRequest
    ) async throws -> Page<ConnectionRequest>
    func accept(_ id: ConnectionRequest.ID) async throws -> ConnectionRequest
    func reject(_ id: ConnectionRequest.ID) async throws
    func cancel(_ id: ConnectionRequest.ID) async throws

    func unfriend(_ person: PersonReference) async throws
    func removeFollower(_ person: PersonReference) async throws
    /// - Parameter notifications: whether the follower is told of what the person publishes; nil keeps what was
    ///   chosen before, and is off at first. Where following has to be asked for, it is chosen once that is allowed.
    func follow(_ person: PersonReference, notifications: Bool?) async throws -> FollowOutcome
    /// Also withdraws a follow request that still waits.
    func unfollow(_ person: PersonReference) async throws

    func blocks(_ page: PageRequest) async throws -> Page<Person>
    func block(_ person: PersonReference) async throws
    func unblock(_ person: PersonReference) async throws
    func mutes(_ page: PageRequest) async throws -> Page<Person>
    func mute(_ person: PersonReference) async throws
    func unmute(_ person: PersonReference) async throws
}
