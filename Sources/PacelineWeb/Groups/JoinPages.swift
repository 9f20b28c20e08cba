import Paceline

/// Joining a group, by link or by invitation.
enum JoinPages {
    /// Shows the group of a join link, with the button to join. Leads members to the group.
    static func show(_ request: WebRequest) async throws -> PageResponse {
        let code = JoinCode.Value(request.parameters["code"] ?? "")
        let link = code.map(InvitationLink.group)
        return try await InvitationPages.show(link, request) { user in
            guard let link, let code else { return failed(nil, request, user) }
            do {
                let group = try await user.session.groupPreview(code: code.description)
                guard let joined = group.joinedGroup else { return preview(group, link.path, request) }
                return .redirect(to: "/groups/\(joined)").answering(link, request)
            } catch let error as SocialError where error.code == .invitationNotFound {
                return failed(link, request, user)
            }
        }
    }

    static func join(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let code = request.parameters["code"] ?? ""
        let link = JoinCode.Value(code).map(InvitationLink.group)
        do {
            return joined(try await user.session.joinGroup(code: code), request).answering(link, request)
        } catch let error as SocialError where error.code == .invitationNotFound {
            return failed(link, request, user)
        }
    }

    /// Children see the same for every code, so that none is revealed to work for others. Their reminder of the link
    /// stays, since it works once they and the group's owner are friends.
    private static func failed(
        _ link: InvitationLink?, _ request: WebRequest, _ user: SignedInUser
    ) -> PageResponse {
        let localizer = request.localizer
        if user.account.isChild(localizer) {
            return Message(
                icon: .lock, heading: localizer("join.refused"), text: localizer("join.refusedText"),
                links: [
                    Message.Link(href: "/friends/find#field-code", text: localizer("find.addByCode"))
                ]
            ).page(at: .games, status: 404)
        }
        return Message(
            icon: .lock, heading: localizer("join.failed"), text: localizer("join.failedText"),
            links: [Message.Link(href: "/groups", text: localizer("games.groups"))]
        ).page(at: .games, status: 404).answering(link, request)
    }

    /// Accepts an invitation where its buttons are. The page may show an invitation that was withdrawn since.
    static func accept(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        do {
            let group = try await user.session.acceptInvitation(to: try request.id())
            let link = ("/groups/\(group.id)", group.title)
            return answered("groupJoined", link: link, request, back: "/groups/\(group.id)")
        } catch let error as SocialError where error.code == .invitationNotFound {
            return answered("invitationEnded", request, back: "/groups")
        }
    }

    static func decline(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await user.session.removeInvitation(of: .me, to: try request.id())
        return answered("declined", request, back: "/groups")
    }

    private static func answered(
        _ notice: String, link: (href: String, text: String)? = nil, _ request: WebRequest, back: String
    ) -> PageResponse {
        guard request.wantsFragment else {
            return .redirect(to: request.returnPath(or: back))
                .settingCookies(request.cookies.noticeCookie(notice))
        }
        return NotificationAnswered(text: request.localizer("notice.\(notice)"), link: link).fragment
    }

    /// The join link as a QR code. It needs no lookup, because it contains only the code in its own address.
    static func qrCode(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        guard let code = JoinCode.Value(request.parameters["code"] ?? "") else {
            throw SocialError.pageNotFound
        }
        let image = try QRCodeImage(of: "\(request.engine.environment.publicURL)/join/\(code)", as: .svg)
        return PageResponse(
            content: .bytes(image.bytes, mediaType: image.format.mediaType))
    }

    private static func joined(_ group: LeaderboardGroup, _ request: WebRequest) -> PageResponse {
        .redirect(to: "/groups/\(group.id)").settingCookies(request.cookies.noticeCookie("groupJoined"))
    }

    private static func preview(_ group: GroupPreview, _ path: LocalPath, _ request: WebRequest)
        -> PageResponse
    {
        let members = request.localizer.count("groups.members", group.memberCount)
        return Confirmation(
            icon: .people, heading: group.title,
            facts: request.localizer("join.by", ["name": group.owner.displayName]) + " · " + members,
            text: request.localizer("join.text"), button: request.localizer("join.button"),
            action: path.description, back: LocalPath("/groups"), isDanger: false
        ).page(at: .games)
    }
}
