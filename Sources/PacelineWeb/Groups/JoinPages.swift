import Paceline

/// Coming into a group: by the link of its code, or by an invitation.
enum JoinPages {
    /// What the link of a code opens: for members of the community the group, for others how they become one.
    static func show(_ visit: Visit) async throws -> PageAnswer {
        guard let code = InviteCode(visit.parameters["code"] ?? "") else { throw SocialError.noPage }
        let path = LocalPath("/join/\(code)")
        guard let caller = visit.caller else { return welcome(visit, back: path) }
        guard caller.account.username != nil else {
            return .redirect(to: LocalPath("/welcome").with("next", path.description))
        }
        do {
            let group = try await caller.session.groupPreview(code: code.description)
            return preview(group, path, visit)
        } catch let error as SocialError where error.code == .invitationNotFound {
            return Message(
                icon: .lock, heading: visit.wording("join.failed"), text: visit.wording("join.failedText"),
                links: [Message.Link(href: "/groups", text: visit.wording("games.groups"))]
            ).page(at: .games, status: 404)
        }
    }

    static func join(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let group = try await caller.session.joinGroup(code: visit.parameters["code"] ?? "")
        return joined(group, visit)
    }

    static func accept(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        joined(try await caller.session.acceptInvitation(to: try visit.id()), visit)
    }

    static func decline(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.removeInvitation(of: .me, to: try visit.id())
        return .redirect(to: visit.returning(or: "/groups")).setting(visit.cookies.noting("rejected"))
    }

    /// The code's link as a picture; it holds nothing but what the address says.
    static func picture(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        guard let code = InviteCode(visit.parameters["code"] ?? "") else { throw SocialError.noPage }
        let picture = try CodePicture(of: "\(visit.engine.environment.publicURL)/join/\(code)", as: .svg)
        return PageAnswer(
            content: .bytes(picture.bytes, mediaType: picture.format.mediaType))
    }

    private static func joined(_ group: LeaderboardGroup, _ visit: Visit) -> PageAnswer {
        .redirect(to: "/groups/\(group.id)").setting(visit.cookies.noting("groupJoined"))
    }

    private static func welcome(_ visit: Visit, back path: LocalPath) -> PageAnswer {
        func link(to entrance: String, _ text: String, isQuiet: Bool) -> Message.Link {
            Message.Link(
                href: LocalPath(entrance).with("next", path.description).description,
                text: visit.wording(text), isQuiet: isQuiet)
        }
        return Message(
            icon: .people, heading: visit.wording("join.title"), text: visit.wording("join.welcome"),
            links: [
                link(to: "/sign-up", "landing.signUp", isQuiet: false),
                link(to: "/sign-in", "landing.signIn", isQuiet: true),
            ]
        ).page()
    }

    private static func preview(_ group: GroupPreview, _ path: LocalPath, _ visit: Visit) -> PageAnswer {
        let members = visit.wording.count("groups.members", group.memberCount)
        return Confirmation(
            icon: .people, heading: group.title,
            facts: visit.wording("join.by", ["name": group.owner.displayName]) + " · " + members,
            text: visit.wording("join.text"), button: visit.wording("join.button"),
            action: path.description, back: LocalPath("/groups"), isDanger: false
        ).page(at: .games)
    }
}
