import Paceline
import PacelineEngine

/// What one person does about another; each leads back to where it was done.
enum GraphActions {
    static func follow(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let outcome = try await caller.session.follow(try visit.person(), notifications: nil)
        if case .requested = outcome { return try back(visit, "followRequested") }
        return try back(visit, "followed")
    }

    /// Whether the viewer is told of what somebody publishes whom they follow.
    static func notify(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let isOn = visit.form["notifications"] == "1"
        _ = try await caller.session.follow(try visit.person(), notifications: isOn)
        return try back(visit, isOn ? "bellOn" : "bellOff")
    }

    static let unfollow = action("unfollowed") { try await $0.unfollow($1) }
    static let removeFollower = action("followerRemoved") { try await $0.removeFollower($1) }
    static let mute = action("muted") { try await $0.mute($1) }
    static let unmute = action("unmuted") { try await $0.unmute($1) }
    static let unfriend = action("unfriended") { try await $0.unfriend($1) }
    static let block = action("blocked") { try await $0.block($1) }
    static let unblock = action("unblocked") { try await $0.unblock($1) }

    /// Does something about the person of the address, and says so.
    private static func action(
        _ notice: String, _ act: @escaping @Sendable (Session, PersonReference) async throws -> Void
    ) -> @Sendable (Visit, Caller) async throws -> PageAnswer {
        { visit, caller in
            try await act(caller.session, try visit.person())
            return try back(visit, notice)
        }
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

    /// Asks before somebody is muted.
    static func confirmMuting(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await confirmation(visit, caller, "mute")
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
