import Paceline

/// A member's actions on a group. Destructive ones ask for confirmation.
enum GroupActions {
    static func pin(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await user.session.setActiveGroup(try request.id())
        return try back(request, "groupActive")
    }

    static func confirmUnpinning(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await confirmation(request, user, "stop")
    }

    /// Unpins the group if it is pinned. Membership doesn't change.
    static func unpin(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let group = try await user.session.group(try request.id())
        if group.isActive { try await user.session.setActiveGroup(nil) }
        return try back(request, "groupStopped")
    }

    /// Sets whether the user shares with the group, without leaving it.
    static func share(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let isSharing = request.form["isSharing"] != nil
        _ = try await user.session.setSharing(isSharing, with: try request.id())
        return try back(request, isSharing ? "groupSharing" : "groupNotSharing")
    }

    static func confirmLeaving(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await confirmation(request, user, "leave")
    }

    static func leave(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await user.session.removeMember(.me, from: try request.id())
        return .redirect(to: "/groups").settingCookies(request.cookies.noticeCookie("groupLeft"))
    }

    static func confirmDeletion(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await confirmation(request, user, "delete")
    }

    static func delete(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await user.session.deleteGroup(try request.id())
        return .redirect(to: "/groups").settingCookies(request.cookies.noticeCookie("groupDeleted"))
    }

    static func confirmRevoking(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await confirmation(request, user, "revoke", back: "/invite")
    }

    static func revoke(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await user.session.revokeJoinCode(of: try request.id())
        return .redirect(to: "/groups/\(request.parameters["id"] ?? "")/invite")
            .settingCookies(request.cookies.noticeCookie("inviteRevoked"))
    }

    private static func confirmation(
        _ request: WebRequest, _ user: SignedInUser, _ verb: String, back: String = ""
    ) async throws -> PageResponse {
        let group = try await user.session.group(try request.id())
        let localizer = request.localizer
        return Confirmation(
            heading: localizer("groups.\(verb).title", ["group": group.title]),
            text: localizer("groups.\(verb).text"), button: localizer("groups.\(verb).button"),
            action: "/groups/\(group.id)/\(verb)", back: LocalPath("/groups/\(group.id)\(back)")
        ).page
    }

    private static func back(_ request: WebRequest, _ notice: String) throws -> PageResponse {
        let id: LeaderboardGroup.ID = try request.id()
        return .redirect(to: request.returnPath(or: "/groups/\(id)")).settingCookies(
            request.cookies.noticeCookie(notice))
    }
}
