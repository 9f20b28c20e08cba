import Paceline

/// The page of a group.
enum GroupPages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(request, user, nil)
    }

    /// Saves what the owner and administrators decide: what weeks and months rank by and, for the owner alone, the
    /// title and supervision.
    static func save(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let id: LeaderboardGroup.ID = try request.id()
        let (title, group) = (request.form["title"] ?? "", try await user.session.group(id))
        let changes = GroupChanges(
            title: group.role != .owner || title == group.title ? nil : title,
            isSupervised: group.role == .owner ? request.form["isSupervised"] != nil : nil,
            metrics: metrics(in: request.form))
        do {
            _ = try await user.session.updateGroup(id, changes)
            return .redirect(to: "/groups/\(id)")
                .settingCookies(request.cookies.noticeCookie("settingsSaved"))
        } catch let error as SocialError where error.code == .invalidValue {
            return try await page(request, user, error)
        }
    }

    private static func metrics(in form: FormData) -> [BoardMetric] {
        BoardMetric.seasonMetrics.filter { form[field(of: $0)] != nil }
    }

    private static func field(of metric: BoardMetric) -> String { "metric-\(metric.rawValue)" }

    private static func page(
        _ request: WebRequest, _ user: SignedInUser, _ error: SocialError?
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let page = try await user.session.groupPage(try request.id(), members: request.page(of: 30))
        let (group, members) = (page.group, page.members)
        let title = Field(
            name: "title", label: localizer("groups.name"), attributes: [.isRequired],
            length: TextRule.groupTitle.length)
        // A rejected or restored form is shown as it was sent.
        let isSent = request.form.has("title")
        let metrics = isSent ? metrics(in: request.form) : group.metrics
        let isSupervised = isSent ? request.form["isSupervised"] != nil : group.isSupervised
        let isMetricsError = error?.field == "metrics"
        let titleError = isMetricsError ? nil : error?.attached(to: "title", localizer)
        let view = head(group, localizer).merging([
            "back": .back(to: "/groups", named: localizer("games.groups")),
            "people": .list(
                members.items.map { MemberView($0, of: group, me: user.account.id, localizer).view }),
            "more": request.moreLink(
                members.next, in: "members", "friends.more", of: "/groups/\(group.id)"),
            "showsSeasons": .flag(page.hasSeasons || group.role.canManage),
            "tournaments": .list(page.tournaments.map { SeasonPages.line($0, localizer) }),
            "hasTournaments": .flag(!page.tournaments.isEmpty),
            "activating": .view(
                ActionForm(
                    action: "/groups/\(group.id)/activate", text: localizer("groups.activate"), style: "quiet"
                ).view),
            "sharing": .view(
                Switch(
                    name: "isSharing", label: localizer("groups.share.label"),
                    hint: localizer("groups.share.hint"), submits: true
                ).view(group.isSharing, localizer)),
            "supervision": .view(
                Switch(
                    name: "isSupervised", label: localizer("groups.supervision.label"),
                    hint: localizer("groups.supervision.hint")
                ).view(isSupervised, localizer)),
            "metrics": .list(
                BoardMetric.seasonMetrics.map { metric in
                    Switch(
                        name: field(of: metric), label: localizer("board.metric.\(metric.rawValue)")
                    ).view(metrics.contains(metric), localizer)
                }),
            "metricsError": isMetricsError
                ? .text(localizer("groups.metrics.wrong", ["most": "\(BoardMetric.maxSeasonMetrics)"]))
                : .nothing,
            "titleField": .view(title.view(request.form["title"] ?? group.title, titleError, localizer)),
        ])
        return .page(
            "Groups/group", title: group.title, at: .games, status: error == nil ? 200 : 422, view)
    }

    /// The values that all pages of a group share.
    static func head(_ group: LeaderboardGroup, _ localizer: Localizer) -> View {
        [
            "title": .text(group.title), "path": .text("/groups/\(group.id)"),
            "board": .text("/games?scope=group:\(group.id)"),
            "feed": .text(LocalPath("/").with("whose", FeedFilter.whose(group.id)).description),
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
