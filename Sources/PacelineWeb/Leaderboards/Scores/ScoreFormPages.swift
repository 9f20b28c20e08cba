import Paceline

/// Adding a score, by pasting a text or by hand.
enum ScoreFormPages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(request, user)
    }

    /// Publishes the score in a game's form.
    static func publish(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let game = try request.game()
        let form = ScoreForm(game, request.form)
        let (day, draft, errors) = form.read(user, request.localizer)
        guard let day, let draft else { return try await formPage(form, request, user, errors) }
        do {
            _ = try await user.session.publish(draft, in: game.id, on: day)
            return .redirect(to: "/games/scores").settingCookies(request.cookies.noticeCookie("scoresAdded"))
        } catch let error as SocialError
            where [.invalidValue, .ageRestricted, .birthDateRequired].contains(error.code)
        {
            return try await formPage(form, request, user, [error])
        }
    }

    /// The form of a game, filled with the score of the day in the query.
    static func showForm(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let game = try request.game()
        guard let day = request.query["day"].flatMap({ Day($0) }) else {
            return try await formPage(ScoreForm(game, FormData()), request, user, [])
        }
        let score = try await score(in: game, on: day, user)
        let form = score.map { ScoreForm(game, $0) } ?? ScoreForm(game, FormData(["day": day.dashed]))
        return formPage(form, isPublished: score != nil, request, user, [])
    }

    /// The form as it was sent.
    static func restore(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await formPage(ScoreForm(try request.game(), request.form), request, user, [])
    }

    /// The page that offers both ways.
    /// - Parameter paste: the error in the pasted text.
    static func page(
        _ request: WebRequest, _ user: SignedInUser, paste error: SocialError? = nil
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let played = Set(try await user.session.streaks(of: .me).games.map(\.game))
        let games = localizer.games.games.map(\.id)
        let ordered = games.filter(played.contains) + games.filter { !played.contains($0) }
        let paste = Field(
            name: "text", label: localizer("paste.label"), hint: localizer("paste.hint"),
            attributes: [.isRequired], rows: 7, placeholder: localizer("paste.placeholder"))
        return .page(
            "Leaderboards/addScore", title: localizer("games.add"), at: .games,
            status: error == nil ? 200 : 422,
            [
                "tabs": Tabs.games.view(localizer, shown: "addTab"),
                "news": ScoreVisibilityNews.view(user, returningTo: "/games/add", localizer),
                "paste": .view(paste.view(request.form.exact("text"), error, localizer)),
                "all": .list(
                    ordered.map {
                        GameTile($0, localizer).view.merging(["href": .text("/games/\($0)/score")])
                    }),
            ])
    }

    private static func score(in game: Game, on day: Day, _ user: SignedInUser) async throws -> Score? {
        try await user.session.scores(
            of: .me, from: day, to: day, PageRequest(limit: PageRequest.limits.upperBound)
        ).items.first { $0.game == game.id }
    }

    private static func formPage(
        _ form: ScoreForm, _ request: WebRequest, _ user: SignedInUser, _ errors: [SocialError]
    ) async throws -> PageResponse {
        let score = try await score(in: form.game, on: form.shownDay(request.localizer), user)
        return formPage(form, isPublished: score != nil, request, user, errors)
    }

    private static func formPage(
        _ form: ScoreForm, isPublished: Bool, _ request: WebRequest, _ user: SignedInUser,
        _ errors: [SocialError]
    ) -> PageResponse {
        let name = request.localizer.gameName(form.game.id)
        let view: View = [
            "back": .back(to: "/games/add", named: request.localizer("games.add")),
            "action": .text("/games/\(form.game.id)/score"),
        ]
        return .page(
            "Leaderboards/scoreForm", title: request.localizer("score.title", ["game": name]), at: .games,
            status: errors.isEmpty ? 200 : 422,
            form.view(errors, isPublished: isPublished, user, request.localizer).merging(view))
    }
}

extension WebRequest {
    /// The game in the path.
    /// - Throws: ``SocialError/Code/notFound``.
    func game() throws(SocialError) -> Game {
        guard let id = Game.ID(parameters["game"] ?? ""), let game = localizer.games[id] else {
            throw .pageNotFound
        }
        return game
    }
}
