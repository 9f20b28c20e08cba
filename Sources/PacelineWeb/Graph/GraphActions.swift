import Paceline

/// What one person does about another; each leads back to where it was done.
enum GraphActions {
    static func request(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let request = try await caller.session.request(RequestDraft(to: .person(try visit.person())))
        return try back(visit, request.state == .accepted ? "friendsNow" : "requested")
    }

    static func follow(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let outcome = try await caller.session.follow(try visit.person(), notifications: nil)
        if case .requested = outcome { return try back(visit, "followRequested") }
        return try back(visit, "followed")
    }

    static func unfollow(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.unfollow(try visit.person())
        return try back(visit, "unfollowed")
    }

    static func removeFollower(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.removeFollower(try visit.person())
        return try back(visit, "followerRemoved")
    }

    static func mute(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.mute(try visit.person())
        return try back(visit, "muted")
    }

    static func unmute(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.unmute(try visit.person())
        return try back(visit, "unmuted")
    }

    static func unfriend(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.unfriend(try visit.person())
        return try back(visit, "unfriended")
    }

    static func block(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.block(try visit.person())
        return try back(visit, "blocked")
    }

    static func unblock(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.unblock(try visit.person())
        return try back(visit, "unblocked")
    }

    static func accept(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let request = try await caller.session.accept(try visit.id())
        return answered(visit, request.kind == .friend ? "friendsNow" : "followerNow")
    }

    static func reject(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.reject(try visit.id())
        return answered(visit, "rejected")
    }

    static func cancel(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.cancel(try visit.id())
        return answered(visit, "cancelled")
    }

    /// Asks before a friendship ends.
    static func confirmUnfriending(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await confirmation(visit, caller, "unfriend")
    }

    /// Asks before somebody is blocked.
    static func confirmBlocking(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await confirmation(visit, caller, "block")
    }

    private static func confirmation(
        _ visit: Visit, _ caller: Caller, _ verb: String
    ) async throws -> PageAnswer {
        let person = try await caller.session.person(try visit.person())
        return Confirmation(
            heading: visit.wording("confirm.\(verb).title", ["name": person.displayName]),
            text: visit.wording("confirm.\(verb).text", ["name": person.displayName]),
            button: visit.wording("action.\(verb)"), action: "/@\(person.username)/\(verb)",
            back: LocalPath("/@\(person.username)")
        ).page
    }

    private static func back(_ visit: Visit, _ notice: String) throws -> PageAnswer {
        .redirect(to: visit.returning(or: "/\(try visit.person())")).setting(visit.cookies.noting(notice))
    }

    private static func answered(_ visit: Visit, _ notice: String) -> PageAnswer {
        .redirect(to: visit.returning(or: "/friends")).setting(visit.cookies.noting(notice))
    }
}
