import Paceline

/// Creating and cancelling tournaments, of groups and of everyone.
enum TournamentActions {
    /// Creates one in a group.
    static func create(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let group: LeaderboardGroup.ID = try request.id()
        return try await attempt(request, user, in: group) {
            try await user.session.createTournament($0, in: group)
        }
    }

    /// Creates one of everyone.
    static func createGlobal(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        // To others, the form does not exist. The refusal of the engine would be a security event of theirs.
        guard user.session.role == .administrator else { throw SocialError.pageNotFound }
        return try await ReauthenticationPages.confirming(continuingAt: LocalPath("/seasons")) {
            try await attempt(request, user, in: nil, user.session.createGlobalTournament)
        }
    }

    /// - Parameter group: nil for everyone.
    private static func attempt(
        _ request: WebRequest, _ user: SignedInUser, in group: LeaderboardGroup.ID?,
        _ create: (TournamentDraft) async throws -> Season
    ) async throws -> PageResponse {
        do {
            let tournament = try await create(try TournamentForm.draft(in: request))
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
        guard season.group == nil, user.session.role == .administrator else {
            try await user.session.cancelTournament(season.id)
            return cancelled(request, season)
        }
        return try await ReauthenticationPages.confirming(continuingAt: LocalPath(request.path)) {
            try await user.session.cancelGlobalTournament(season.id)
            return cancelled(request, season)
        }
    }

    private static func cancelled(_ request: WebRequest, _ season: Season) -> PageResponse {
        let list = season.group.map { "/groups/\($0)/seasons" } ?? "/seasons"
        return .redirect(to: list).settingCookies(request.cookies.noticeCookie("tournamentCancelled"))
    }
}

/// The form for a new tournament.
enum TournamentForm {
    /// - Parameter group: nil for everyone.
    static func view(
        _ error: SocialError?, _ localizer: Localizer, in group: LeaderboardGroup.ID?,
        values: (String) -> String?
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
                "action": .text(group.map { "/groups/\($0)/tournaments" } ?? "/seasons"),
                "hint": .text(hint(in: group, localizer)),
                "metric": .view(metric.view(values("metric") ?? BoardMetric.xp.rawValue, error, localizer)),
            ])
    }

    private static func hint(in group: LeaderboardGroup.ID?, _ localizer: Localizer) -> String {
        let most = group == nil ? TournamentDraft.maxOpenGlobally : TournamentDraft.maxOpenPerGroup
        return localizer(
            group == nil ? "seasons.new.globalHint" : "seasons.new.hint",
            ["days": "\(TournamentDraft.maxDays)", "most": "\(most)"])
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
