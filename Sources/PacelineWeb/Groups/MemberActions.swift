import Paceline

/// Actions of owners and administrators on members.
enum MemberActions {
    static func setRole(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let group: LeaderboardGroup.ID = try request.id()
        guard let role = request.form["role"].flatMap(GroupRole.init) else {
            throw SocialError(.invalidValue, request.localizer("groups.noRole"), field: "role")
        }
        _ = try await user.session.setRole(role, of: try request.person(), in: group)
        return back(group, request, "roleChanged")
    }

    static func confirmRemoval(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await confirmation(request, user, "remove")
    }

    static func remove(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let group: LeaderboardGroup.ID = try request.id()
        try await user.session.removeMember(try request.person(), from: group)
        return back(group, request, "memberRemoved")
    }

    static func confirmTransfer(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await confirmation(request, user, "transfer")
    }

    static func transfer(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let group: LeaderboardGroup.ID = try request.id()
        _ = try await user.session.transferGroup(group, to: try request.person())
        return back(group, request, "groupTransferred")
    }

    private static func confirmation(
        _ request: WebRequest, _ user: SignedInUser, _ verb: String
    ) async throws -> PageResponse {
        let group = try await user.session.group(try request.id())
        let person = try await user.session.person(try request.person())
        let values = ["name": person.displayName, "group": group.title]
        return Confirmation(
            heading: request.localizer("groups.\(verb).title", values),
            text: request.localizer("groups.\(verb).text", values),
            button: request.localizer("groups.\(verb).button"),
            action: "/groups/\(group.id)/members/@\(person.username)/\(verb)",
            back: LocalPath("/groups/\(group.id)")
        ).page
    }

    private static func back(
        _ group: LeaderboardGroup.ID, _ request: WebRequest, _ notice: String
    ) -> PageResponse {
        .redirect(to: "/groups/\(group)").settingCookies(request.cookies.noticeCookie(notice))
    }
}
