import Paceline
import PacelineEngine

/// The leaderboards: one per game and one for all games, over a range of days.
enum BoardPages {
    private static let rowsShown = 25

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let page = try await user.session.boardsPage(
            request.page(of: rowsShown), invitationLimit: 3
        ) { groups throws(SocialError) in
            try Self.selection(request, groups).choice(request.localizer)
        }
        var selection = Self.selection(request, page.groups)
        selection.isTodayEmpty = page.isFallback
        return try response(page, selection, request, user)
            .settingCookies(request.cookies.boardCookie(selection.cookieValue))
    }

    /// The board in the query; without a query, the last board viewed.
    private static func selection(_ request: WebRequest, _ groups: [LeaderboardGroup]) -> BoardSelection {
        let (today, games) = (request.localizer.today, request.localizer.games)
        let defaultScope = groups.first(where: \.isActive).map { LeaderboardScope.group($0.id) } ?? .friends
        if BoardSelection.names.contains(where: { request.query[$0] != nil }) {
            return BoardSelection(request.query, defaultScope: defaultScope, games: games, today: today)
        }
        let last = BoardSelection(
            BoardSelection.fields(in: request.cookies.board), defaultScope: defaultScope, games: games,
            today: today)
        // Skips a group that the user has left.
        guard case .group(let id) = last.scope, !groups.contains(where: { $0.id == id }) else { return last }
        return last.with { $0.scope = defaultScope }
    }

    private static func response(
        _ page: BoardsPage, _ selection: BoardSelection, _ request: WebRequest, _ user: SignedInUser
    ) throws -> PageResponse {
        let localizer = request.localizer
        let dates = BoardDates(selection, calendar: request.query["calendar"], localizer)
        let carousel = GameCarousel(selection, played: page.streaks.games.map(\.game), localizer)
        let scopes = scopes(selection, page.groups, localizer)
        var view: View = [
            "tabs": Tabs.games.view(localizer, shown: "board"),
            "scopes": .list(scopes.map { link(to: $0, named: $1, selection) }),
            "metrics": .list(metrics(selection, localizer)),
            "when": .text(selection.metric.isTraining ? "workout group" : "score group"),
            "note": .text(optional: note(selection, localizer)),
            "seasons": .text(selection.group.map { "/groups/\($0)/seasons" } ?? "/seasons"),
            "streaks": .view(StreaksView(page.streaks, localizer, shown: 5).view),
            "invitations": .list(page.invitations.map { InvitationView($0, request).view }),
            "group": .text(optional: selection.group.map(\.description)), "lost": .view(groupLost(localizer)),
            "unshared": unshared(selection, page.groups, localizer),
        ]
        let menus = BoardMenus(
            selection, scopes: scopes, metrics: metrics(selection), games: carousel.pages, localizer)
        view = view.merging(dates.view).merging(carousel.view).merging(["choice": .view(menus.view)])
        do {
            view = view.merging(try board(page, selection, request, user))
            return .page("Leaderboards/board", title: carousel.title, at: .games, view)
        } catch let error as SocialError where error.code == .invalidValue && error.field == "day" {
            view = view.merging(Self.noBoard).merging(["empty": .view(Self.notKept(selection, localizer))])
            return .page("Leaderboards/board", title: carousel.title, at: .games, view)
        } catch let error as SocialError where error.code == .invalidValue && error.field != nil {
            view = view.merging(dates.showing(error)).merging(Self.noBoard)
            return .page("Leaderboards/board", title: carousel.title, at: .games, status: 422, view)
        }
    }

    private static func board(
        _ page: BoardsPage, _ selection: BoardSelection, _ request: WebRequest, _ user: SignedInUser
    ) throws -> View {
        let (board, neighbours) = (try page.board.get(), page.neighbours)
        let views = { (rows: [LeaderboardRow]) in
            rows.map { BoardRow($0, me: user.account.id, request.localizer).view }
        }
        return [
            "rows": .list(views(board.rows)), "neighbours": .list(views(neighbours)),
            "hasNeighbours": .flag(!neighbours.isEmpty), "hasBoard": .flag(!board.rows.isEmpty),
            "more": request.moreLink(board.next, "board.more", of: selection.withExplicitRange.href),
            // Only the first page updates live.
            "address": request.query["cursor"] == nil ? .text(selection.withExplicitRange.href) : .nothing,
            "empty": board.rows.isEmpty ? .view(empty(selection, page.groups, request.localizer)) : .nothing,
        ]
    }

    /// The values for an invalid date range.
    private static let noBoard: View = [
        "hasBoard": false, "more": .nothing, "address": .nothing, "empty": .nothing,
    ]

    /// Games together, and each metric of training.
    private static func metrics(_ selection: BoardSelection) -> [BoardMetric] {
        BoardMetric.allCases.filter { $0 != .currentStreak || selection.scope != .global }
    }

    private static func metrics(_ selection: BoardSelection, _ localizer: Localizer) -> [View] {
        metrics(selection).map { metric in
            let chosen = metric.isTraining ? selection.by(metric) : selection.of(selection.game)
            return [
                "href": .text(chosen.href), "text": .text(localizer("board.metric.\(metric.rawValue)")),
                "isOn": .flag(metric == selection.metric), "focus": .text("metric-\(metric.rawValue)"),
            ]
        }
    }

    /// What a board by training counts.
    private static func note(_ selection: BoardSelection, _ localizer: Localizer) -> String? {
        guard selection.metric.isTraining else { return nil }
        let note = localizer(
            "board.trainingNote.\(selection.isGlobalTraining ? "everyone" : "shared")")
        switch selection.metric {
        case .distance, .workouts, .activeDays, .currentStreak:
            return note + " " + localizer("board.trainingNote.\(selection.metric.rawValue)")
        default: return note
        }
    }

    /// Those to compare with, and their names.
    private static func scopes(
        _ selection: BoardSelection, _ groups: [LeaderboardGroup], _ localizer: Localizer
    ) -> [(LeaderboardScope, String)] {
        let all =
            groups.map { (LeaderboardScope.group($0.id), $0.title) }
            + [(.friends, localizer("board.friends")), (.global, localizer("board.everyone"))]
        return all.filter { $0.0 != .global || selection.metric != .currentStreak }
    }

    private static func link(
        to scope: LeaderboardScope, named name: String, _ selection: BoardSelection
    ) -> View {
        [
            "href": .text(selection.with { $0.scope = scope }.href), "text": .text(name),
            "isOn": .flag(scope == selection.scope), "focus": .text("scope-\(scope)"),
        ]
    }

    /// Explains why the user is not on the group's board.
    private static func unshared(
        _ selection: BoardSelection, _ groups: [LeaderboardGroup], _ localizer: Localizer
    ) -> ViewValue {
        guard let group = groups.first(where: { $0.id == selection.group }), !group.isSharing else {
            return .nothing
        }
        return .view([
            "text": .text(localizer("board.unshared")), "href": .text("/groups/\(group.id)"),
            "link": .text(localizer("board.share")),
        ])
    }

    /// Replaces the board when the user loses access to the group.
    private static func groupLost(_ localizer: Localizer) -> View {
        EmptyState(
            icon: .people, title: localizer("board.lost"), text: localizer("board.lostText"),
            link: ("/games?scope=friends", localizer("board.friends")), takesFocus: true
        ).view
    }

    /// The placeholder of an empty board, with links to add a score and to invite people.
    private static func empty(
        _ selection: BoardSelection, _ groups: [LeaderboardGroup], _ localizer: Localizer
    ) -> View {
        let (href, text): (String, String) =
            switch selection.scope {
            case .group(let id):
                (
                    groups.first { $0.id == id }?.role.canManage == true
                        ? "/groups/\(id)/invite" : "/groups/\(id)",
                    "board.inviteToGroup"
                )
            case .friends, .global: ("/friends/find", "board.inviteFriends")
            }
        let game = selection.game.map(localizer.gameName)
        let isTraining = selection.metric.isTraining
        return [
            "title": .text(
                game.map { localizer("board.noneIn", ["game": $0]) }
                    ?? localizer(isTraining ? "board.noTraining" : "board.none")),
            "note": .text(localizer(isTraining ? "board.noTrainingText" : "board.noneText")),
            "addHref": .text(isTraining ? "/workouts/add" : "/games/add"),
            "add": .text(localizer(isTraining ? "edit.new" : "games.add")),
            "href": .text(href), "text": .text(localizer(text)),
        ]
    }

    /// The placeholder of a global board of training that is not kept.
    private static func notKept(_ selection: BoardSelection, _ localizer: Localizer) -> View {
        [
            "title": .text(localizer("board.notKept")),
            "note": .text(
                localizer(
                    "board.notKeptText",
                    ["days": "\(TrainingPeriods.days)", "months": "\(TrainingPeriods.months)"])),
            "addHref": .text(selection.with { $0.day = $0.today }.href),
            "add": .text(localizer("board.today")),
            "href": .text(selection.with { $0.scope = .friends }.href),
            "text": .text(localizer("board.friends")),
        ]
    }
}
