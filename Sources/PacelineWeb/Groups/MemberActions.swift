import Paceline

/// What those in charge of a group do about its members.
enum MemberActions {
    static func setRole(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let group: LeaderboardGroup.ID = try visit.id()
        guard let role = visit.form["role"].flatMap(GroupRole.init) else {
            throw SocialError(.invalidValue, visit.wording("groups.noRole"), field: "role")
        }
        _ = try await caller.session.setRole(role, of: try visit.person(), in: group)
        return back(group, visit, "roleChanged")
    }

    static func confirmRemoval(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await confirmation(visit, caller, "remove")
    }

    static func remove(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let group: LeaderboardGroup.ID = try visit.id()
        try await caller.session.removeMember(try visit.person(), from: group)
        return back(group, visit, "memberRemoved")
    }

    static func confirmTransfer(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await confirmation(visit, caller, "transfer")
    }

    static func transfer(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let group: LeaderboardGroup.ID = try visit.id()
        _ = try await caller.session.transferGroup(group, to: try visit.person())
        return back(group, visit, "groupTransferred")
    }

    private static func confirmation(
        _ visit: Visit, _ caller: Caller, _ verb: String
    ) async throws -> PageAnswer {
        let group = try await caller.session.group(try visit.id())
        let person = try await caller.session.person(try visit.person())
        let values = ["name": person.displayName, "group": group.title]
        return Confirmation(
            heading: visit.wording("groups.\(verb).title", values),
            text: visit.wording("groups.\(verb).text", values),
            button: visit.wording("groups.\(verb).button"),
            action: "/groups/\(group.id)/members/@\(person.username)/\(verb)",
            back: LocalPath("/groups/\(group.id)")
        ).page
    }

    private static func back(
        _ group: LeaderboardGroup.ID, _ visit: Visit, _ notice: String
    ) -> PageAnswer {
        .redirect(to: "/groups/\(group)").setting(visit.cookies.noting(notice))
    }
}
