import Paceline
import PacelineEngine

/// Inviting people to a group, by link or one by one.
enum InvitePages {
    private static let peopleShown = 30

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        view(try await page(request, user), request)
    }

    /// Shows the group's join code, which is created if there is none.
    static func makeCode(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let group: LeaderboardGroup.ID = try request.id()
        let joinCode = try await user.session.joinCode(of: group)
        return .redirect(to: "/groups/\(group)/invite/\(joinCode.code)")
    }

    /// Shows the code in the path. Redirects to the page without it if it isn't the group's current code.
    static func showCode(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let page = try await page(request, user)
        guard let joinCode = page.joinCode, joinCode.code == request.parameters["code"] else {
            return .redirect(to: "/groups/\(page.group.id)/invite")
        }
        return view(page, request, joinCode: joinCode)
    }

    static func invite(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let group: LeaderboardGroup.ID = try request.id()
        let name = (request.form["person"] ?? "").lowercased()
        do {
            guard let person = PersonReference(name.hasPrefix("@") ? name : "@\(name)") else {
                throw SocialError(.personNotFound, request.localizer("error.person_not_found"))
            }
            try await user.session.invite(person, to: group)
            return back(group, request, "invited")
        } catch let error as SocialError
            where error.code != .groupNotFound && error.code != .notAllowed
        {
            return view(
                try await page(request, user), request, error: error.attached(to: "person", request.localizer)
            )
        }
    }

    static func withdraw(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let group: LeaderboardGroup.ID = try request.id()
        try await user.session.removeInvitation(of: try request.person(), to: group)
        return back(group, request, "invitationWithdrawn")
    }

    private static func page(_ request: WebRequest, _ user: SignedInUser) async throws -> InvitePage {
        try await user.session.invitePage(
            of: try request.id(), invitees: request.page(of: peopleShown, at: "waiting"),
            friends: request.page(of: peopleShown, at: "friends"))
    }

    /// - Parameter joinCode: the code to show; nil for the button that reveals it.
    private static func view(
        _ page: InvitePage, _ request: WebRequest, joinCode: JoinCode? = nil, error: SocialError? = nil
    ) -> PageResponse {
        let (localizer, group) = (request.localizer, page.group)
        let path = "/groups/\(group.id)"
        let ownsAsChild = group.role == .owner && request.user?.account.isChild(localizer) == true
        let linkText = ownsAsChild ? "child" : group.role.rawValue
        let field = Field(
            name: "person", label: localizer("invite.username"), hint: localizer("invite.usernameHint"),
            attributes: [.isRequired])
        let view = GroupPages.head(group, localizer).merging([
            "back": .back(to: "/groups/\(group.id)", named: group.title),
            "linkText": .text(localizer("invite.linkText.\(linkText)")),
            "joinCode": .view(optional: joinCode.map { code($0, to: group, localizer) }),
            "makeLink": .view(
                ActionForm(action: "\(path)/invite", text: localizer("invite.makeLink")).view),
            "invitableFriends": section("friends", page.invitableFriends, group, request) {
                inviteForm($0, to: path, localizer)
            },
            "invitees": section("waiting", page.invitees, group, request) {
                withdrawForm($0, from: path, localizer)
            },
            "person": .view(field.view(request.form["person"], error, localizer)),
        ])
        return .page(
            "Groups/invite", title: localizer("invite.title"), at: .games,
            status: error == nil ? 200 : 422, view)
    }

    private static func code(_ joinCode: JoinCode, to group: LeaderboardGroup, _ localizer: Localizer) -> View
    {
        let day = Day(of: joinCode.expiresAt, in: localizer.timeZone)
        return CodeView(
            code: joinCode.code, url: joinCode.url,
            picture: ("/join/\(joinCode.code)/code.svg", localizer("invite.picture")),
            hint: localizer("invite.until", ["date": localizer.date(day)]),
            revocation: ("/groups/\(group.id)/revoke", localizer("groups.revoke.button")), isLong: true
        ).view
    }

    private static func section(
        _ name: String, _ people: Page<Person>, _ group: LeaderboardGroup, _ request: WebRequest,
        _ form: (Person) -> ActionForm
    ) -> ViewValue {
        PeopleSection(
            name: name, title: request.localizer("invite.\(name)"),
            people: people.items.map { $0.line.merging(["personAction": .view(form($0).view)]) },
            more: request.moreLink(
                people.next, ofCard: name, "friends.more", of: "/groups/\(group.id)/invite")
        ).value
    }

    private static func inviteForm(_ person: Person, to path: String, _ localizer: Localizer) -> ActionForm {
        ActionForm(
            action: "\(path)/invitations", text: localizer("invite.button"),
            label: localizer("invite.inviteFor", ["name": person.displayName]), style: "small quiet",
            field: ("person", person.username))
    }

    private static func withdrawForm(_ person: Person, from path: String, _ localizer: Localizer)
        -> ActionForm
    {
        ActionForm(
            action: "\(path)/invitations/@\(person.username)/withdraw", text: localizer("invite.withdraw"),
            label: localizer("invite.withdrawFor", ["name": person.displayName]), style: "small quiet")
    }

    private static func back(_ group: LeaderboardGroup.ID, _ request: WebRequest, _ notice: String)
        -> PageResponse
    {
        .redirect(to: "/groups/\(group)/invite").settingCookies(request.cookies.noticeCookie(notice))
    }
}
