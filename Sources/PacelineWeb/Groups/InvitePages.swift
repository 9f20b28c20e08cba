import Paceline
import PacelineEngine

/// Bringing people into a group: by a link that anybody may follow, or one by one.
enum InvitePages {
    private static let friendsShown = PageRequest.limits.upperBound

    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        view(try await page(visit, caller), visit)
    }

    /// Makes the code that is in force, where there is none, and shows it.
    static func makeCode(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let group: LeaderboardGroup.ID = try visit.id()
        let invite = try await caller.session.invite(to: group)
        return .redirect(to: "/groups/\(group)/invite/\(invite.code)")
    }

    /// The page with the code of the address, as long as it is this group's and in force.
    static func showCode(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let page = try await page(visit, caller)
        guard let invite = page.invite, invite.code == visit.parameters["code"] else {
            return .redirect(to: "/groups/\(page.group.id)/invite")
        }
        return view(page, visit, invite: invite)
    }

    static func invite(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let group: LeaderboardGroup.ID = try visit.id()
        let name = (visit.form["person"] ?? "").lowercased()
        do {
            guard let person = PersonReference(name.hasPrefix("@") ? name : "@\(name)") else {
                throw SocialError(.personNotFound, visit.wording("error.person_not_found"))
            }
            try await caller.session.invite(person, to: group)
            return back(group, visit, "invited")
        } catch let error as SocialError
            where error.code != .groupNotFound && error.code != .notAllowed
        {
            return view(try await page(visit, caller), visit, error: error.about("person", visit.wording))
        }
    }

    static func withdraw(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let group: LeaderboardGroup.ID = try visit.id()
        try await caller.session.removeInvitation(of: try visit.person(), to: group)
        return back(group, visit, "invitationWithdrawn")
    }

    private static func page(_ visit: Visit, _ caller: Caller) async throws -> InvitePage {
        try await caller.session.invitePage(of: try visit.id(), limit: friendsShown)
    }

    /// - Parameter invite: the code to be shown; nil for the way to it.
    private static func view(
        _ page: InvitePage, _ visit: Visit, invite: GroupInvite? = nil, error: SocialError? = nil
    ) -> PageAnswer {
        let (wording, group) = (visit.wording, page.group)
        let path = "/groups/\(group.id)"
        let field = Field(
            name: "person", label: wording("invite.username"), hint: wording("invite.usernameHint"),
            attributes: [.isRequired])
        let view = GroupPages.head(group, wording).merging([
            "back": .back(to: "/groups/\(group.id)", named: group.title),
            "invite": .view(optional: invite.map { code($0, to: group, wording) }),
            "making": .view(
                ActionForm(action: "\(path)/invite", text: wording("invite.makeLink")).view),
            "outside": PeopleCard(
                name: "friends", title: wording("invite.friends"),
                people: page.friendsOutside.map { line($0, inviting($0, to: path, wording)) }
            ).value,
            "waiting": PeopleCard(
                name: "waiting", title: wording("invite.waiting"),
                people: page.invitees.map { line($0, withdrawing($0, from: path, wording)) }
            ).value,
            "person": .view(field.view(visit.form["person"], error, wording)),
        ])
        return .page(
            "Groups/invite", title: wording("invite.title"), at: .games,
            status: error == nil ? 200 : 422, view)
    }

    private static func code(_ invite: GroupInvite, to group: LeaderboardGroup, _ wording: Wording) -> View {
        let day = Day(of: invite.expiresAt, in: wording.timeZone)
        return CodeView(
            code: invite.code, url: invite.url,
            picture: ("/join/\(invite.code)/code.svg", wording("invite.picture")),
            hint: wording("invite.until", ["date": wording.date(day)]),
            end: ("/groups/\(group.id)/revoke", wording("groups.revoke.button")), isLong: true
        ).view
    }

    private static func line(_ person: Person, _ deed: ActionForm) -> View {
        person.line.merging(["deed": .view(deed.view)])
    }

    private static func inviting(_ person: Person, to path: String, _ wording: Wording) -> ActionForm {
        ActionForm(
            action: "\(path)/invitations", text: wording("invite.button"),
            label: wording("invite.inviteFor", ["name": person.displayName]), style: "small quiet",
            field: ("person", person.username))
    }

    private static func withdrawing(_ person: Person, from path: String, _ wording: Wording) -> ActionForm {
        ActionForm(
            action: "\(path)/invitations/@\(person.username)/withdraw", text: wording("invite.withdraw"),
            label: wording("invite.withdrawFor", ["name": person.displayName]), style: "small quiet")
    }

    private static func back(_ group: LeaderboardGroup.ID, _ visit: Visit, _ notice: String) -> PageAnswer {
        .redirect(to: "/groups/\(group)/invite").setting(visit.cookies.noting(notice))
    }
}
