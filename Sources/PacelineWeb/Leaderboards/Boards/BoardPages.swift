import Paceline
import PacelineEngine

/// Who did best: a board for each game and one for all together, over the days one chooses.
enum BoardPages {
    private static let rowsShown = 25

    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let page = try await caller.session.boardsPage(
            visit.page(of: rowsShown), invitationLimit: 3
        ) { groups throws(SocialError) in
            try Self.choice(visit, groups).query(visit.wording)
        }
        let choice = Self.choice(visit, page.groups)
        return try answer(page, choice, visit, caller)
            .setting(visit.cookies.remembering(board: choice.remembered))
    }

    /// What the address asks for; when it asks for nothing, what was looked at last.
    private static func choice(_ visit: Visit, _ groups: [LeaderboardGroup]) -> BoardChoice {
        let (today, games) = (visit.wording.today, visit.wording.games)
        let usual = groups.first(where: \.isActive).map { LeaderboardScope.group($0.id) } ?? .friends
        if BoardChoice.names.contains(where: { visit.query[$0] != nil }) {
            return BoardChoice(visit.query, usual: usual, games: games, today: today)
        }
        let last = BoardChoice(
            BoardChoice.told(by: visit.cookies.board), usual: usual, games: games, today: today)
        // Whoever has left a group meanwhile is not led back to it.
        guard case .group(let id) = last.scope, !groups.contains(where: { $0.id == id }) else { return last }
        return last.with { $0.scope = usual }
    }

    private static func answer(
        _ page: BoardsPage, _ choice: BoardChoice, _ visit: Visit, _ caller: Caller
    ) throws -> PageAnswer {
        let wording = visit.wording
        let dates = BoardDates(choice, calendar: visit.query["calendar"], wording)
        let carousel = GameCarousel(choice, played: page.streaks.games.map(\.game), wording)
        var view: View = [
            "tabs": Tabs.games.view(wording, shown: "board"),
            "scopes": .list(scopes(choice, page.groups, wording)),
            "streaks": .view(StreaksView(page.streaks, wording, shown: 5).view),
            "invitations": .list(page.invitations.map { InvitationView($0, visit).view }),
            "group": .text(optional: choice.group.map(\.description)), "lost": .view(lost(wording)),
        ]
        view = view.merging(dates.view).merging(carousel.view)
        do {
            view = view.merging(try board(page, choice, visit, caller))
            return .page("Leaderboards/board", title: carousel.title, at: .games, view)
        } catch let error as SocialError where error.code == .invalidValue && error.field != nil {
            view = view.merging(dates.showing(error)).merging(Self.noBoard)
            return .page("Leaderboards/board", title: carousel.title, at: .games, status: 422, view)
        }
    }

    private static func board(
        _ page: BoardsPage, _ choice: BoardChoice, _ visit: Visit, _ caller: Caller
    ) throws -> View {
        let (board, neighbours) = (try page.board.get(), page.neighbours)
        let views = { (rows: [LeaderboardRow]) in
            rows.map { BoardRow($0, me: caller.account.id, visit.wording).view }
        }
        return [
            "rows": .list(views(board.rows)), "neighbours": .list(views(neighbours)),
            "hasNeighbours": .flag(!neighbours.isEmpty), "hasBoard": .flag(!board.rows.isEmpty),
            "more": visit.more(board.next, "board.more", keeping: BoardChoice.names),
            // Only the first places follow what happens.
            "address": visit.query["cursor"] == nil ? .text(choice.href) : .nothing,
            "empty": board.rows.isEmpty ? .view(empty(choice, page.groups, visit.wording)) : .nothing,
        ]
    }

    /// Where the days that were asked for make no sense.
    private static let noBoard: View = [
        "hasBoard": false, "more": .nothing, "address": .nothing, "empty": .nothing,
    ]

    private static func scopes(
        _ choice: BoardChoice, _ groups: [LeaderboardGroup], _ wording: Wording
    ) -> [View] {
        let all =
            groups.map { (LeaderboardScope.group($0.id), $0.title) }
            + [(.friends, wording("board.friends")), (.global, wording("board.everyone"))]
        return all.map { scope, name in
            [
                "href": .text(choice.with { $0.scope = scope }.href), "text": .text(name),
                "isOn": .flag(scope == choice.scope), "focus": .text("scope-\(scope)"),
            ]
        }
    }

    /// What a script shows in the place of the board of a group that the viewer is not in any more.
    private static func lost(_ wording: Wording) -> View {
        EmptyState(
            icon: .people, title: wording("board.lost"), text: wording("board.lostText"),
            link: ("/games?scope=friends", wording("board.friends")), takesFocus: true
        ).view
    }

    /// What helps whoever finds nobody here: adding a score, and somebody to compare it with.
    private static func empty(
        _ choice: BoardChoice, _ groups: [LeaderboardGroup], _ wording: Wording
    ) -> View {
        let (href, text): (String, String) =
            switch choice.scope {
            case .group(let id):
                (
                    groups.first { $0.id == id }?.role.isInCharge == true
                        ? "/groups/\(id)/invite" : "/groups/\(id)",
                    "board.inviteToGroup"
                )
            case .friends, .global: ("/friends/find", "board.inviteFriends")
            }
        let game = choice.game.map(wording.gameName)
        return [
            "title": .text(
                game.map { wording("board.nobodyIn", ["game": $0]) } ?? wording("board.nobody")),
            "href": .text(href), "text": .text(wording(text)),
        ]
    }
}
