import Paceline

/// The page of a group.
enum GroupPages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(request, user, nil)
    }

    /// The page with a choice of metrics that is not allowed.
    static func show(
        _ request: WebRequest, _ user: SignedInUser, metrics: [BoardMetric]
    ) async throws -> PageResponse {
        try await page(request, user, nil, metrics: metrics)
    }

    /// The name of the field for a metric.
    static func field(of metric: BoardMetric) -> String { "metric-\(metric.rawValue)" }

    static func rename(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let id: LeaderboardGroup.ID = try request.id()
        do {
            _ = try await user.session.renameGroup(id, title: request.form["title"] ?? "")
            return .redirect(to: "/groups/\(id)").settingCookies(request.cookies.noticeCookie("groupRenamed"))
        } catch let error as SocialError where error.code == .invalidValue {
            return try await page(request, user, error.attached(to: "title", request.localizer))
        }
    }

    /// - Parameter metrics: a choice that is not allowed; nil to show that of the group.
    private static func page(
        _ request: WebRequest, _ user: SignedInUser, _ error: SocialError?, metrics: [BoardMetric]? = nil
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let page = try await user.session.groupPage(try request.id(), members: request.page(of: 30))
        let (group, members) = (page.group, page.members)
        let title = Field(
            name: "title", label: localizer("groups.name"), attributes: [.isRequired],
            length: TextRule.groupTitle.length)
        let view = head(group, localizer).merging([
            "back": .back(to: "/groups", named: localizer("games.groups")),
            "people": .list(
                members.items.map { MemberView($0, of: group, me: user.account.id, localizer).view }),
            "more": request.moreLink(
                members.next, in: "members", "friends.more", of: "/groups/\(group.id)"),
            "hasSeasons": .flag(page.hasSeasons),
            "activating": .view(
                ActionForm(
                    action: "/groups/\(group.id)/activate", text: localizer("groups.activate"), style: "quiet"
                ).view),
            "sharing": .view(
                Switch(
                    name: "isSharing", label: localizer("groups.share.label"),
                    hint: localizer("groups.share.hint")
                ).view(group.isSharing, localizer)),
            "supervision": .view(
                Switch(
                    name: "isSupervised", label: localizer("groups.supervision.label"),
                    hint: localizer("groups.supervision.hint")
                ).view(group.isSupervised, localizer)),
            "metrics": .list(
                BoardMetric.seasonMetrics.map { metric in
                    Switch(
                        name: field(of: metric), label: localizer("board.metric.\(metric.rawValue)")
                    ).view((metrics ?? group.metrics).contains(metric), localizer)
                }),
            "metricsError": metrics == nil
                ? .nothing
                : .text(localizer("groups.metrics.wrong", ["most": "\(BoardMetric.maxSeasonMetrics)"])),
            "titleField": .view(title.view(request.form["title"] ?? group.title, error, localizer)),
        ])
        return .page(
            "Groups/group", title: group.title, at: .games,
            status: error == nil && metrics == nil ? 200 : 422, view)
    }

    /// The values that all pages of a group share.
    static func head(_ group: LeaderboardGroup, _ localizer: Localizer) -> View {
        [
            "title": .text(group.title), "path": .text("/groups/\(group.id)"),
            "board": .text("/games?scope=group:\(group.id)"),
            "members": .text(localizer.count("groups.members", group.memberCount)),
            "role": .text(localizer("groups.role.\(group.role.rawValue)")), "isActive": .flag(group.isActive),
            "isWaiting": .flag(group.isWaiting == true),
            "isSupervised": .flag(group.isSupervised), "isSharing": .flag(group.isSharing),
            "isInCharge": .flag(group.role.canManage), "isOwner": .flag(group.role == .owner),
            "mayLeave": .flag(group.role != .owner),
        ]
    }
}

/// A member of a group, with the actions available to the viewer.
struct MemberView: Sendable {
    let view: View

    init(_ member: GroupMember, of group: LeaderboardGroup, me: Person.ID, _ localizer: Localizer) {
        let person = member.person
        let isMe = person.id == me
        let path = "/groups/\(group.id)/members/@\(person.username)"
        let mayRemove = !isMe && group.role.canRemove(member.role)
        let isMine = group.role == .owner && !isMe
        let role: GroupRole = member.role == .administrator ? .member : .administrator
        var entries: [MenuView.Entry] = []
        if isMine {
            entries.append(
                .action(
                    ActionForm(
                        action: "\(path)/role", text: localizer("groups.make.\(role.rawValue)"),
                        style: "plain",
                        field: ("role", role.rawValue))))
            entries.append(.link(to: "\(path)/transfer", localizer("groups.transfer.button")))
        }
        if mayRemove { entries.append(.link(to: "\(path)/remove", localizer("groups.remove.button"))) }
        view = person.line.merging([
            "role": member.role == .member
                ? .nothing : .text(localizer("groups.role.\(member.role.rawValue)")),
            "joined": .view(localizer.time(member.joinedAt)), "isMe": .flag(isMe),
            "menu": entries.isEmpty
                ? .nothing
                : .view(MenuView(localizer("groups.menu", ["name": person.displayName]), entries).view),
        ])
    }
}
