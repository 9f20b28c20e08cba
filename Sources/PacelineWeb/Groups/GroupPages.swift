import Paceline

/// One group: who is in it, and what its members may do with it.
enum GroupPages {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await page(visit, caller, nil)
    }

    static func rename(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let id: LeaderboardGroup.ID = try visit.id()
        do {
            _ = try await caller.session.renameGroup(id, title: visit.form["title"] ?? "")
            return .redirect(to: "/groups/\(id)").setting(visit.cookies.noting("groupRenamed"))
        } catch let error as SocialError where error.code == .invalidValue {
            return try await page(visit, caller, error.about("title", visit.wording))
        }
    }

    private static func page(
        _ visit: Visit, _ caller: Caller, _ error: SocialError?
    ) async throws -> PageAnswer {
        let wording = visit.wording
        let page = try await caller.session.groupPage(try visit.id(), members: visit.page(of: 50))
        let (group, members) = (page.group, page.members)
        let title = Field(name: "title", label: wording("groups.name"), attributes: [.isRequired])
        let view = head(group, wording).merging([
            "back": .back(to: "/groups", named: wording("games.groups")),
            "people": .list(
                members.items.map { MemberView($0, of: group, me: caller.account.id, wording).view }),
            "more": visit.more(
                members.next, in: "members", "friends.more", of: "/groups/\(group.id)"),
            "hasSeasons": .flag(page.hasSeasons),
            "activating": .view(
                ActionForm(
                    action: "/groups/\(group.id)/activate", text: wording("groups.activate"), style: "quiet"
                ).view),
            "titleField": .view(title.view(visit.form["title"] ?? group.title, error, wording)),
        ])
        return .page(
            "Groups/group", title: group.title, at: .games, status: error == nil ? 200 : 422, view)
    }

    /// What the pages of a group have at their head.
    static func head(_ group: LeaderboardGroup, _ wording: Wording) -> View {
        [
            "title": .text(group.title), "path": .text("/groups/\(group.id)"),
            "board": .text("/games?scope=group:\(group.id)"),
            "members": .text(wording.count("groups.members", group.memberCount)),
            "role": .text(wording("groups.role.\(group.role.rawValue)")), "isActive": .flag(group.isActive),
            "isInCharge": .flag(group.role.isInCharge), "isOwner": .flag(group.role == .owner),
            "mayLeave": .flag(group.role != .owner),
        ]
    }
}

/// Somebody in a group, with what the viewer may do about them there.
struct MemberView: Sendable {
    let view: View

    init(_ member: GroupMember, of group: LeaderboardGroup, me: Person.ID, _ wording: Wording) {
        let person = member.person
        let isMe = person.id == me
        let path = "/groups/\(group.id)/members/@\(person.username)"
        let mayRemove = !isMe && group.role.mayRemove(member.role)
        let isMine = group.role == .owner && !isMe
        let role: GroupRole = member.role == .administrator ? .member : .administrator
        var entries: [MenuView.Entry] = []
        if isMine {
            entries.append(
                .action(
                    ActionForm(
                        action: "\(path)/role", text: wording("groups.make.\(role.rawValue)"), style: "plain",
                        field: ("role", role.rawValue))))
            entries.append(.link(to: "\(path)/transfer", wording("groups.transfer.button")))
        }
        if mayRemove { entries.append(.link(to: "\(path)/remove", wording("groups.remove.button"))) }
        view = person.line.merging([
            "role": member.role == .member
                ? .nothing : .text(wording("groups.role.\(member.role.rawValue)")),
            "joined": .view(wording.time(member.joinedAt)), "isMe": .flag(isMe),
            "menu": entries.isEmpty
                ? .nothing
                : .view(MenuView(wording("groups.menu", ["name": person.displayName]), entries).view),
        ])
    }
}
