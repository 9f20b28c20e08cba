import Paceline

/// The user's groups and invitations, with forms to create and join groups.
enum GroupsPages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(request, user, nil)
    }

    static func create(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        do {
            let group = try await user.session.createGroup(title: request.form["title"] ?? "")
            return .redirect(to: "/groups/\(group.id)").settingCookies(
                request.cookies.noticeCookie("groupCreated"))
        } catch let error as SocialError where error.code == .invalidValue || error.code == .limitReached {
            return try await page(request, user, error.attached(to: "title", request.localizer))
        }
    }

    /// Redirects from a code or link to the page that it opens.
    static func find(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let typed = request.query["code"] ?? ""
        let text = typed.split(separator: "/").last.map(String.init) ?? ""
        guard let code = JoinCode.Value(text) else {
            let error = SocialError(.invalidValue, request.localizer("groups.notACode"), field: "code")
            return try await page(request, user, error)
        }
        return .redirect(to: "/join/\(code)")
    }

    private static func page(
        _ request: WebRequest, _ user: SignedInUser, _ error: SocialError?
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let page = try await user.session.groupsPage(
            invitations: request.page(of: 10, at: "invitations"))
        let groups = page.groups
        let fields = [
            Field(
                name: "title", label: localizer("groups.name"),
                hint: localizer("groups.nameHint", localizer.limits(TextRule.groupTitle.length)),
                attributes: [.isRequired], length: TextRule.groupTitle.length),
            Field(
                name: "code", label: localizer("groups.code"), hint: localizer("groups.codeHint"),
                attributes: [.isRequired]),
        ]
        let view: View = [
            "tabs": Tabs.games.view(localizer, shown: "groups"),
            "groups": .list(groups.map { line($0, localizer) }),
            "empty": groups.isEmpty
                ? .view(
                    EmptyState(
                        icon: .people, title: localizer("groups.none"), text: localizer("groups.noneText")
                    ).view) : .nothing,
            "active": .text(optional: groups.first(where: \.isActive)?.title),
            "invitations": .list(page.invitations.items.map { InvitationView($0, request).view }),
            "more": request.moreLink(
                page.invitations.next, ofCard: "invitations", "friends.more", of: "/groups"),
        ]
        return .page(
            "Groups/groups", title: localizer("games.groups"), at: .games,
            status: error == nil ? 200 : 422,
            view.merging(fields.view(error, localizer) { request.form[$0] ?? request.query[$0] }))
    }

    /// The buttons that accept and decline an invitation.
    static func invitationActions(
        _ group: LeaderboardGroup.ID, _ title: String, _ localizer: Localizer
    ) -> [ActionForm] {
        [
            ActionForm(
                action: "/groups/\(group)/accept", text: localizer("action.accept"),
                label: localizer("groups.acceptFor", ["group": title]), style: "small"),
            ActionForm(
                action: "/groups/\(group)/decline", text: localizer("action.decline"),
                label: localizer("groups.declineFor", ["group": title]), style: "small quiet"),
        ]
    }

    private static func line(_ group: LeaderboardGroup, _ localizer: Localizer) -> View {
        [
            "title": .text(group.title), "href": .text("/groups/\(group.id)"),
            "members": .text(localizer.count("groups.members", group.memberCount)),
            "role": .text(localizer("groups.role.\(group.role.rawValue)")), "isActive": .flag(group.isActive),
            "isWaiting": .flag(group.isWaiting == true),
            "board": .text("/games?scope=group:\(group.id)"),
        ]
    }
}

extension SocialError {
    /// Returns the error attached to a field.
    func attached(to field: String, _ localizer: Localizer) -> SocialError {
        SocialError(code, localizer.message(for: self), field: field)
    }
}

/// A pending invitation to a group.
struct InvitationView: Sendable {
    let view: View

    init(_ invitation: Invitation, _ request: WebRequest) {
        let localizer = request.localizer
        let actions = GroupsPages.invitationActions(invitation.group, invitation.title, localizer)
        view = invitation.inviter.line.merging([
            "title": .text(invitation.title),
            "message": .text(
                localizer(
                    "groups.invited",
                    ["name": invitation.inviter.displayName, "group": invitation.title])),
            "members": .text(localizer.count("groups.members", invitation.memberCount)),
            "label": .text(localizer("groups.acceptFor", ["group": invitation.title])),
            "actions": .list(actions.map(\.view)),
        ])
    }
}
