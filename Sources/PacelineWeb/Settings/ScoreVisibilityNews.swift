import Paceline

/// Names the default visibility of scores to people who joined before there was one. It is shown with their scores
/// until they keep or change it.
enum ScoreVisibilityNews {
    /// - Parameter path: the path to return to.
    static func view(_ user: SignedInUser, returningTo path: String, _ localizer: Localizer) -> ViewValue {
        let settings = user.account.settings
        guard !settings.hasChosenScoreVisibility else { return .nothing }
        let who = localizer.visibilityName(settings.scoreVisibility)
        return .view([
            "text": .text(localizer("scoreNews.text", ["who": who])),
            "meaning": .text(localizer("setting.scoreVisibility.\(settings.scoreVisibility)Hint")),
            "return": .text(path),
        ])
    }

    /// Keeps the current setting, so that the news is not shown again.
    static func keep(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let current = user.account.settings.scoreVisibility
        _ = try await user.session.update(SettingsChanges(scoreVisibility: current))
        return .redirect(to: request.returnPath(or: "/games/scores"))
            .settingCookies(request.cookies.noticeCookie("settingsSaved"))
    }
}
