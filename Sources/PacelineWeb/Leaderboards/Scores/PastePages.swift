import Foundation
import Paceline

/// Adding scores by pasting what a puzzle copies: what was found is shown first, each on its day, and then published.
///
/// The text goes along in the form and is read again when it is published: nothing is kept in between, and nothing but
/// the text, the days and the ticks is believed.
enum PastePages {
    /// Shows what was found in a text.
    static func preview(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        do {
            let found = try await read(visit, caller)
            guard !found.isEmpty else {
                throw SocialError(.invalidValue, visit.wording("paste.nothing"), field: "text")
            }
            return preview(found, visit, status: 200)
        } catch let error as SocialError where error.field == "text" {
            return try await ScoreFormPages.page(visit, caller, paste: error)
        }
    }

    /// Publishes what is ticked, each on the day that stands beside it; what is refused is shown again with the reason.
    static func publish(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        var found = try await read(visit, caller)
        guard found.contains(where: \.isTaken) else {
            return preview(
                found, visit, status: 422, error: visit.wording("paste.nothingTicked"))
        }
        let visibility = visit.form["visibility"].flatMap { ItemVisibility($0) }
        for place in found.indices where found[place].isTaken {
            do {
                try await publish(found[place], visibility, visit, caller)
                found[place].isDone = true
            } catch let error as SocialError where error.code == .invalidValue {
                found[place].error = error
            }
        }
        guard found.contains(where: { $0.error != nil }) else {
            return .redirect(to: "/games/scores").setting(visit.cookies.noting("scoresAdded"))
        }
        return preview(found, visit, status: 422)
    }

    private static func publish(
        _ found: FoundScore, _ visibility: ItemVisibility?, _ visit: Visit, _ caller: Caller
    ) async throws {
        guard let day = Day(found.day) else {
            throw SocialError(.invalidValue, visit.wording("board.notADay"), field: "day")
        }
        var draft = found.score.draft
        draft.visibility = visibility
        _ = try await caller.session.publish(draft, in: found.score.game, on: day)
    }

    private static func read(_ visit: Visit, _ caller: Caller) async throws -> [FoundScore] {
        let text = visit.form.exact("text")
        let scores = try await caller.session.readScores(in: text, on: nil)
        return scores.enumerated().map { place, score in
            FoundScore(score, at: place, in: visit.form, today: visit.wording.today)
        }
    }

    private static func preview(
        _ found: [FoundScore], _ visit: Visit, status: Int, error: String? = nil
    ) -> PageAnswer {
        let wording = visit.wording
        return .page(
            "Leaderboards/pastePreview", title: wording("paste.found"), at: .games, status: status,
            [
                "back": .back(to: "/games/add", named: wording("games.add")),
                "heading": .text(wording.count("paste.results", found.count)),
                "found": .list(found.map { $0.view(wording) }), "text": .text(visit.form.exact("text")),
                "formError": .text(optional: error), "today": .text(wording.today.dashed),
                "visibilities": ScoreForm.visibilities(visit.form["visibility"], wording),
            ])
    }
}
