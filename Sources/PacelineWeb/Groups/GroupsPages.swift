import Paceline

/// The groups somebody is in, those they are invited to, and how they come by another.
enum GroupsPages {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await page(visit, caller, nil)
    }

    static func create(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        do {
            let group = try await caller.session.createGroup(title: visit.form["title"] ?? "")
            return .redirect(to: "/groups/\(group.id)").setting(visit.cookies.noting("groupCreated"))
        } catch let error as SocialError where error.code == .invalidValue || error.code == .limitReached {
            return try await page(visit, caller, error.about("title", visit.wording))
        }
    }

    /// Leads from a code that was typed, or a whole link, to what it opens.
    static func find(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let typed = visit.query["code"] ?? ""
        let text = typed.split(separator: "/").last.map(String.init) ?? ""
        guard let code = InviteCode(text) else {
            let error = SocialError(.invalidValue, visit.wording("groups.notACode"), field: "code")
            return try await page(visit, caller, error)
        }
        return .redirect(to: "/join/\(code)")
    }

    private static func page(
        _ visit: Visit, _ caller: Caller, _ error: SocialError?
    ) async throws -> PageAnswer {
        let wording = visit.wording
        let page = try await caller.session.groupsPage(invitationLimit: 50)
        let groups = page.groups
        let fields = [
            Field(
                name: "title", label: wording("groups.name"), hint: wording("groups.nameHint"),
                attributes: [.isRequired]),
            Field(
                name: "code", label: wording("groups.code"), hint: wording("groups.codeHint"),
                attributes: [.isRequired]),
        ]
        let view: View = [
            "tabs": Tabs.games.view(wording, shown: "groups"),
            "groups": .list(groups.map { line($0, wording) }),
            "empty": groups.isEmpty
                ? .view(
                    EmptyState(
                        icon: .people, title: wording("groups.none"), text: wording("groups.noneText")
                    ).view) : .nothing,
            "active": .text(optional: groups.first(where: \.isActive)?.title),
            "invitations": .list(page.invitations.map { InvitationView($0, visit).view }),
        ]
        return .page(
            "Groups/groups", title: wording("games.groups"), at: .games,
            status: error == nil ? 200 : 422,
            view.merging(fields.view(error, wording) { visit.form[$0] ?? visit.query[$0] }))
    }

    private static func line(_ group: LeaderboardGroup, _ wording: Wording) -> View {
        [
            "title": .text(group.title), "href": .text("/groups/\(group.id)"),
            "members": .text(wording.count("groups.members", group.memberCount)),
            "role": .text(wording("groups.role.\(group.role.rawValue)")), "isActive": .flag(group.isActive),
            "board": .text("/games?scope=group:\(group.id)"),
        ]
    }
}

extension SocialError {
    /// The same beside a field of a group's form; of a title that cannot be, it says what one can be.
    func about(_ field: String, _ wording: Wording) -> SocialError {
        let isTitle = code == .invalidValue && field == "title"
        return SocialError(code, isTitle ? wording("groups.nameHint") : wording.said(by: self), field: field)
    }
}

/// An invitation that waits for the viewer's answer.
struct InvitationView: Sendable {
    let view: View

    init(_ invitation: GroupInvitation, _ visit: Visit) {
        let wording = visit.wording
        let accept = wording("groups.acceptFor", ["group": invitation.title])
        let answers = [
            ActionForm(
                action: "/groups/\(invitation.group)/accept", text: wording("action.accept"), label: accept,
                style: "small"),
            ActionForm(
                action: "/groups/\(invitation.group)/decline", text: wording("action.reject"),
                label: wording("groups.declineFor", ["group": invitation.title]), style: "small quiet"),
        ]
        view = invitation.inviter.line.merging([
            "title": .text(invitation.title),
            "says": .text(
                wording(
                    "groups.invited",
                    ["name": invitation.inviter.displayName, "group": invitation.title])),
            "members": .text(wording.count("groups.members", invitation.memberCount)),
            "label": .text(accept), "answers": .list(answers.map(\.view)),
        ])
    }
}
