import Paceline

// Actions. Each takes place one second after the previous one.
extension Member {
    @discardableResult
    func asks(
        _ other: Member, kind: ConnectionRequest.Kind = .friend, message: String? = nil
    ) async throws -> ConnectionRequest {
        clock.tick()
        return try await services.request(
            RequestDraft(kind: kind, to: .person(other.reference), message: message))
    }

    @discardableResult
    func accepts(_ request: ConnectionRequest) async throws -> ConnectionRequest {
        clock.tick()
        return try await services.accept(request.id)
    }

    func declines(_ request: ConnectionRequest) async throws {
        clock.tick()
        try await services.decline(request.id)
    }

    @discardableResult
    func follows(_ other: Member) async throws -> FollowOutcome {
        clock.tick()
        return try await services.follow(other.reference, notifications: nil)
    }

    func blocks(_ other: Member) async throws {
        clock.tick()
        try await services.block(other.reference)
    }

    func mutes(_ other: Member) async throws {
        clock.tick()
        try await services.mute(other.reference)
    }

    func unmutes(_ other: Member) async throws {
        clock.tick()
        try await services.unmute(other.reference)
    }
}

extension World {
    /// Makes the two friends by a request that the other accepts.
    func befriend(_ one: Member, _ other: Member) async throws {
        // Children can be asked by their code only.
        let code = try await other.services.friendCode().code
        try await other.accepts(try await one.services.request(RequestDraft(to: .code(code))))
    }
}

// Reads.
extension Member {
    func relationship(to other: Member) async throws -> Relationship? {
        try await sees(other).relationship
    }

    func friends(of other: Member) async throws -> [String] {
        try await services.friends(of: other.reference, .whole).items.map(\.username)
    }

    func followers(of other: Member) async throws -> [String] {
        try await services.followers(of: other.reference, .whole).items.map(\.username)
    }

    func following(of other: Member) async throws -> [String] {
        try await services.following(of: other.reference, .whole).items.map(\.username)
    }

    /// The ids of the pending requests, newest first.
    func requests(_ direction: ConnectionRequest.Direction) async throws -> [ConnectionRequest.ID] {
        try await services.requests(direction, kind: nil, .whole).items.map(\.id)
    }
}
