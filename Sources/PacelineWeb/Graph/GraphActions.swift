import Paceline
import PacelineEngine

/// Actions of one person on another. Each redirects to where it was started.
enum GraphActions {
    static func follow(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let outcome = try await user.session.follow(try request.person(), notifications: nil)
        if case .requested = outcome { return try back(request, "followRequested") }
        return try back(request, "followed")
    }

    /// Turns notifications about a followed person's posts on or off.
    static func notify(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let isOn = request.form["notifications"] == "1"
        _ = try await user.session.follow(try request.person(), notifications: isOn)
        return try back(request, isOn ? "bellOn" : "bellOff")
    }

    static let unfollow = action("unfollowed") { try await $0.unfollow($1) }
    static let removeFollower = action("followerRemoved") { try await $0.removeFollower($1) }
    static let mute = action("muted") { try await $0.mute($1) }
    static let unmute = action("unmuted") { try await $0.unmute($1) }
    static let unfriend = action("unfriended") { try await $0.unfriend($1) }
    static let block = action("blocked") { try await $0.block($1) }
    static let unblock = action("unblocked") { try await $0.unblock($1) }

    /// Builds a handler that acts on the person in the path and then shows a notice.
    private static func action(
        _ notice: String, _ act: @escaping @Sendable (Session, PersonReference) async throws -> Void
    ) -> @Sendable (WebRequest, SignedInUser) async throws -> PageResponse {
        { request, user in
            try await act(user.session, try request.person())
            return try back(request, notice)
        }
    }

    static func accept(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await answer(request) {
            let connection = try await user.session.accept(try request.id())
            return connection.kind == .friend ? "friendsNow" : "followerNow"
        }
    }

    static func decline(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await answer(request) {
            try await user.session.decline(try request.id())
            return "declined"
        }
    }

    /// Answers a request where its buttons are. The page may show a request that was cancelled since.
    /// - Parameter act: returns the key of the notice.
    private static func answer(
        _ request: WebRequest, _ act: () async throws -> String
    ) async throws -> PageResponse {
        var notice = "requestEnded"
        do {
            notice = try await act()
        } catch let error as SocialError where error.code == .requestNotFound {}
        guard request.wantsFragment else { return backToFriends(request, notice) }
        return NotificationAnswered(text: request.localizer("notice.\(notice)")).fragment
    }

    static func cancel(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await user.session.cancel(try request.id())
        return backToFriends(request, "cancelled")
    }

    static func confirmUnfriending(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await confirmation(request, user, "unfriend")
    }

    static func confirmMuting(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await confirmation(request, user, "mute")
    }

    static func confirmBlocking(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await confirmation(request, user, "block")
    }

    private static func confirmation(
        _ request: WebRequest, _ user: SignedInUser, _ verb: String
    ) async throws -> PageResponse {
        let person = try await user.session.person(try request.person())
        return Confirmation(
            heading: request.localizer("confirm.\(verb).title", ["name": person.displayName]),
            text: request.localizer("confirm.\(verb).text", ["name": person.displayName]),
            button: request.localizer("action.\(verb)"), action: "/@\(person.username)/\(verb)",
            back: LocalPath("/@\(person.username)")
        ).page
    }

    private static func back(_ request: WebRequest, _ notice: String) throws -> PageResponse {
        .redirect(to: request.returnPath(or: "/\(try request.person())")).settingCookies(
            request.cookies.noticeCookie(notice))
    }

    private static func backToFriends(_ request: WebRequest, _ notice: String) -> PageResponse {
        .redirect(to: request.returnPath(or: "/friends")).settingCookies(request.cookies.noticeCookie(notice))
    }
}
