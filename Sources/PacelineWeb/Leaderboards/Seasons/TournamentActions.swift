import Paceline

/// Creating and cancelling a group's tournaments.
enum TournamentActions {
    static func create(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let group: LeaderboardGroup.ID = try request.id()
        do {
            let tournament = try await user.session.createTournament(
                try TournamentForm.draft(in: request), in: group)
            return .redirect(to: "/seasons/\(tournament.id)").settingCookies(
                request.cookies.noticeCookie("tournamentCreated"))
        } catch let error as SocialError where error.field != nil || error.code == .limitReached {
            return try await SeasonPages.list(request, user, of: group, error)
        }
    }

    static func confirmCancelling(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let season = try await user.session.season(try request.id()).season
        let localizer = request.localizer
        return Confirmation(
            heading: localizer("seasons.cancel.title", ["title": season.title ?? ""]),
            text: localizer("seasons.cancel.text"), button: localizer("seasons.cancel.button"),
            action: "/seasons/\(season.id)/cancel", back: LocalPath("/seasons/\(season.id)")
        ).page
    }

    static func cancel(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let season = try await user.session.season(try request.id()).season
        try await user.session.cancelTournament(season.id)
        let list = season.group.map { "/groups/\($0)/seasons" } ?? "/seasons"
        return .redirect(to: list).settingCookies(request.cookies.noticeCookie("tournamentCancelled"))
    }
}

/// The form for a new tournament.
enum TournamentForm {
    static func view(
        _ error: SocialError?, _ localizer: Localizer, action: String, values: (String) -> String?
    ) -> View {
        let today = localizer.today.description
        let title = Field(
            name: "title", label: localizer("seasons.new.title"), attributes: [.isRequired],
            length: TextRule.groupTitle.length)
        let days = ["firstDay", "lastDay"].map {
            Field(
                name: $0, label: localizer("seasons.new.\($0)"), type: "date", attributes: [.isRequired])
        }
        let metric = Choice(
            name: "metric", label: localizer("board.metrics"),
            options: BoardMetric.tournamentMetrics.map {
                Choice.Option(value: $0.rawValue, text: localizer("board.metric.\($0.rawValue)"))
            })
        return ([title] + days).view(error, localizer) { values($0) ?? ($0 == "title" ? nil : today) }
            .merging([
                "action": .text(action),
                "metric": .view(metric.view(values("metric") ?? BoardMetric.xp.rawValue, error, localizer)),
            ])
    }

    /// - Throws: ``SocialError/Code/invalidValue`` for a day that is none.
    static func draft(in request: WebRequest) throws(SocialError) -> TournamentDraft {
        let day = { (field: String) throws(SocialError) -> Day in
            guard let day = Day(request.form[field] ?? "") else {
                throw SocialError(
                    .invalidValue, request.localizer("seasons.new.noDay"), field: field)
            }
            return day
        }
        return TournamentDraft(
            title: request.form["title"] ?? "",
            metric: BoardMetric(rawValue: request.form["metric"] ?? "") ?? .xp,
            firstDay: try day("firstDay"), lastDay: try day("lastDay"))
    }
}
