import Paceline

/// Adding a score: by pasting a text, or by hand in the form of its game.
enum ScoreFormPages {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await page(visit, caller)
    }

    /// Publishes what was typed into the form of a game.
    static func publish(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let game = try visit.game()
        let form = ScoreForm(game, visit.form)
        do {
            let (day, draft) = (try form.day(visit.wording), try form.draft(visit.wording))
            _ = try await caller.session.publish(draft, in: game.id, on: day)
            return .redirect(to: "/games/scores").setting(visit.cookies.noting("scoresAdded"))
        } catch let error as SocialError where error.code == .invalidValue {
            return formPage(form, visit, error)
        }
    }

    /// The form of one game, with the score of the day that the address names.
    static func showForm(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let game = try visit.game()
        guard let day = visit.query["day"].flatMap({ Day($0) }) else {
            return formPage(ScoreForm(game, FormData()), visit, nil)
        }
        let scores = try await caller.session.scores(
            of: .me, from: day, to: day, PageRequest(limit: PageRequest.limits.upperBound)
        ).items
        let form =
            scores.first { $0.game == game.id }.map { ScoreForm(game, $0) }
            ?? ScoreForm(game, FormData(["day": day.dashed]))
        return formPage(form, visit, nil)
    }

    /// The page that offers both ways.
    /// - Parameter paste: what is wrong with the text that was pasted.
    static func page(
        _ visit: Visit, _ caller: Caller, paste error: SocialError? = nil
    ) async throws -> PageAnswer {
        let wording = visit.wording
        let played = Set(try await caller.session.streaks(of: .me).games.map(\.game))
        let games = wording.games.games.map(\.id)
        let ordered = games.filter(played.contains) + games.filter { !played.contains($0) }
        let paste = Field(
            name: "text", label: wording("paste.label"), hint: wording("paste.hint"),
            attributes: [.isRequired], rows: 7, placeholder: wording("paste.placeholder"))
        return .page(
            "Leaderboards/addScore", title: wording("games.add"), at: .games,
            status: error == nil ? 200 : 422,
            [
                "tabs": Tabs.games.view(wording, shown: "addTab"),
                "paste": .view(paste.view(visit.form.exact("text"), error, wording)),
                "all": .list(
                    ordered.map {
                        GameTile($0, wording).view.merging(["href": .text("/games/\($0)/score")])
                    }),
            ])
    }

    private static func formPage(_ form: ScoreForm, _ visit: Visit, _ error: SocialError?) -> PageAnswer {
        let name = visit.wording.gameName(form.game.id)
        let view: View = [
            "back": .back(to: "/games/add", named: visit.wording("games.add")),
            "action": .text("/games/\(form.game.id)/score"),
        ]
        return .page(
            "Leaderboards/scoreForm", title: visit.wording("score.title", ["game": name]), at: .games,
            status: error == nil ? 200 : 422, form.view(error, visit.wording).merging(view))
    }
}

extension Visit {
    /// The game that the address names.
    /// - Throws: ``SocialError/Code/notFound``.
    func game() throws(SocialError) -> Game {
        guard let id = Game.ID(parameters["game"] ?? ""), let game = wording.games[id] else { throw .noPage }
        return game
    }
}
