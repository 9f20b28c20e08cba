import Foundation
import Paceline

/// Adding scores by pasting a game's text. The user checks the results and their days, and then publishes them.
///
/// The form carries the text, which is parsed again on publishing. The server stores nothing in between and
/// trusts only the text, the days and the checkboxes.
enum PastePages {
    /// With more results, the page to check them on would be too large.
    private static let mostScores = 30

    /// Shows the results found in a text.
    static func preview(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        do {
            let found = try await read(request, user)
            guard !found.isEmpty else {
                throw SocialError(.invalidValue, request.localizer("paste.nothing"), field: "text")
            }
            return try await preview(found, request, user, status: 200)
        } catch let error as SocialError where error.field == "text" {
            return try await ScoreFormPages.page(request, user, paste: error)
        }
    }

    /// Publishes the selected results. Rejected ones are shown again with the reason.
    static func publish(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        var found = try await read(request, user)
        guard found.contains(where: \.isSelected) else {
            return try await preview(
                found, request, user, status: 422, error: request.localizer("paste.nothingTicked"))
        }
        let visibility = ScoreForm.visibility(in: request.form, user)
        for index in found.indices where found[index].isSelected {
            do {
                try await publish(found[index], visibility, request, user)
                found[index].isPublished = true
            } catch let error as SocialError
                where [.invalidValue, .ageRestricted, .birthDateRequired].contains(error.code)
            {
                found[index].error = error
            }
        }
        guard found.contains(where: { $0.error != nil }) else {
            return .redirect(to: "/games/scores").settingCookies(request.cookies.noticeCookie("scoresAdded"))
        }
        return try await preview(found, request, user, status: 422)
    }

    private static func publish(
        _ found: FoundScore, _ visibility: ScoreVisibility?, _ request: WebRequest, _ user: SignedInUser
    ) async throws {
        guard let day = Day(found.day) else {
            throw SocialError(.invalidValue, request.localizer("board.notADay"), field: "day")
        }
        var draft = found.score.draft
        draft.visibility = visibility
        _ = try await user.session.publish(draft, in: found.score.game, on: day)
    }

    private static func read(_ request: WebRequest, _ user: SignedInUser) async throws -> [FoundScore] {
        let text = request.form.exact("text")
        let scores = try await user.session.readScores(in: text, on: nil)
        guard scores.count <= mostScores else {
            throw SocialError(
                .invalidValue, request.localizer("paste.tooMany", ["most": "\(mostScores)"]), field: "text")
        }
        return scores.enumerated().map { index, score in
            FoundScore(score, at: index, in: request.form, today: request.localizer.today)
        }
    }

    private static func preview(
        _ found: [FoundScore], _ request: WebRequest, _ user: SignedInUser, status: Int,
        error: String? = nil
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let isPublished = try await anyIsPublished(found, user)
        var summary = ErrorSummary()
        summary.general = error
        let view: View = [
            "back": .back(to: "/games/add", named: localizer("games.add")),
            "heading": .text(localizer.count("paste.results", found.count)),
            "found": .list(found.map { $0.view(localizer) }), "text": .text(request.form.exact("text")),
            "today": .text(localizer.today.dashed),
            "visibilities": ScoreForm.visibilities(
                request.form["visibility"], isPublished: isPublished, user, localizer),
        ]
        return .page(
            "Leaderboards/pastePreview", title: localizer("paste.found"), at: .games, status: status,
            view.merging(summary.values(localizer)))
    }

    /// Whether the user has published a score of one of the games and days.
    private static func anyIsPublished(_ found: [FoundScore], _ user: SignedInUser) async throws -> Bool {
        let days = found.compactMap { Day($0.day) }
        guard let first = days.min(), let last = days.max() else { return false }
        let scores = try await user.session.scores(
            of: .me, from: first, to: last, PageRequest(limit: PageRequest.limits.upperBound))
        return scores.items.contains { score in
            found.contains { $0.score.game == score.game && Day($0.day) == score.day }
        }
    }
}
