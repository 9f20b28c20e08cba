import Paceline
import PacelineAPI

extension RemoteSession {
    public func friends(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person> {
        try await client.call(API.friends, PersonPath(person), query: PageQuery(page))
    }

    public func followers(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person> {
        try await client.call(API.followers, PersonPath(person), query: PageQuery(page))
    }

    public func following(of person: PersonReference, _ page: PageRequest) async throws -> Page<Person> {
        try await client.call(API.following, PersonPath(person), query: PageQuery(page))
    }

    public func unfriend(_ person: PersonReference) async throws {
        _ = try await client.call(API.unfriend, PersonPath(person))
    }

    public func removeFollower(_ person: PersonReference) async throws {
        _ = try await client.call(API.removeFollower, PersonPath(person))
    }

    public func follow(_ person: PersonReference, notifications: Bool?) async throws -> FollowOutcome {
        try await client.call(
            API.follow, PersonPath(person), body: FollowBody(notifications: notifications))
    }

    public func unfollow(_ person: PersonReference) async throws {
        _ = try await client.call(API.unfollow, PersonPath(person))
    }

    public func blocks(_ page: PageRequest) async throws -> Page<Person> {
        try await client.call(API.blocks, query: PageQuery(page))
    }

    public func block(_ person: PersonReference) async throws {
        _ = try await client.call(API.block, PersonPath(person))
    }

    public func unblock(_ person: PersonReference) async throws {
        _ = try await client.call(API.unblock, PersonPath(person))
    }

    public func mutes(_ page: PageRequest) async throws -> Page<Person> {
        try await client.call(API.mutes, query: PageQuery(page))
    }

    public func mute(_ person: PersonReference) async throws {
        _ = try await client.call(API.mute, PersonPath(person))
    }

    public func unmute(_ person: PersonReference) async throws {
        _ = try await client.call(API.unmute, PersonPath(person))
    }
}
