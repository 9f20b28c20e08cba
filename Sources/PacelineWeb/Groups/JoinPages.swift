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
            return .page(
                "Groups/joinFailed", title: visit.wording("join.failed"), at: .games, status: 404,
                View())
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
        .page(
            "Groups/joinWelcome", title: visit.wording("join.title"),
            [
                "signUp": .text(LocalPath("/sign-up").with("next", path.description).description),
                "signIn": .text(LocalPath("/sign-in").with("next", path.description).description),
            ])
    }

    private static func preview(_ group: GroupPreview, _ path: LocalPath, _ visit: Visit) -> PageAnswer {
        .page(
            "Groups/join", title: group.title, at: .games,
            [
                "title": .text(group.title), "action": .text(path.description),
                "owner": .view(group.owner.line),
                "members": .text(visit.wording.count("groups.members", group.memberCount)),
                "by": .text(visit.wording("join.by", ["name": group.owner.displayName])),
            ])
    }
}
