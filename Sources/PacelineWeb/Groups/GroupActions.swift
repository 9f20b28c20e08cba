import Paceline

/// What a member does with a group; what cannot be taken back is asked about first.
enum GroupActions {
    static func activate(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.setActiveGroup(try visit.id())
        return try back(visit, "groupActive")
    }

    static func confirmStopping(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await confirmation(visit, caller, "stop")
    }

    /// Leaves the group where it is: it is only not the one that is shown first any more.
    static func stop(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let group = try await caller.session.group(try visit.id())
        if group.isActive { try await caller.session.setActiveGroup(nil) }
        return try back(visit, "groupStopped")
    }

    static func confirmLeaving(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await confirmation(visit, caller, "leave")
    }

    static func leave(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.removeMember(.me, from: try visit.id())
        return .redirect(to: "/groups").setting(visit.cookies.noting("groupLeft"))
    }

    static func confirmDeletion(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await confirmation(visit, caller, "delete")
    }

    static func delete(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.deleteGroup(try visit.id())
        return .redirect(to: "/groups").setting(visit.cookies.noting("groupDeleted"))
    }

    static func confirmRevoking(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await confirmation(visit, caller, "revoke", back: "/invite")
    }

    static func revoke(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await caller.session.revokeInvite(to: try visit.id())
        return .redirect(to: "/groups/\(visit.parameters["id"] ?? "")/invite")
            .setting(visit.cookies.noting("inviteRevoked"))
    }

    private static func confirmation(
        _ visit: Visit, _ caller: Caller, _ verb: String, back: String = ""
    ) async throws -> PageAnswer {
        let group = try await caller.session.group(try visit.id())
        let wording = visit.wording
        return Confirmation(
            heading: wording("groups.\(verb).title", ["group": group.title]),
            text: wording("groups.\(verb).text"), button: wording("groups.\(verb).button"),
            action: "/groups/\(group.id)/\(verb)", back: LocalPath("/groups/\(group.id)\(back)")
        ).page
    }

    private static func back(_ visit: Visit, _ notice: String) throws -> PageAnswer {
        let id: LeaderboardGroup.ID = try visit.id()
        return .redirect(to: visit.returning(or: "/groups/\(id)")).setting(visit.cookies.noting(notice))
    }
}
