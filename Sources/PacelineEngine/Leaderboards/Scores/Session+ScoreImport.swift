import Paceline
import PacelineDatabase

extension Session {
    public func importScores(_ text: String, on day: Day?) async throws -> [ImportedScore] {
        let shared = try ShareText.read(text, catalogue: engine.environment.games, on: day)
        // Results without a day are for today.
        return try await writeScores(of: shared.compactMap(\.day), inParts: true) { transaction in
            let today = try transaction.connection.day(of: transaction.now, for: transaction.viewer.id)
            return try shared.map { try transaction.publish($0, today: today) }
        }
    }
}

extension Transaction {
    /// - Parameter today: used for a result whose text has no day.
    fileprivate func publish(_ shared: SharedScore, today: Day) throws -> ImportedScore {
        let published = try attempt {
            try shared.checkIsOwnResult()
            let game = try environment.game(shared.game)
            let draft = try shared.draft.checked(for: game)
            let day = shared.day ?? today
            try day.checkIsPlayable(now: now)
            let number = try gameNumbers.number(of: game.id, on: connection)
            return try publish(
                ScorePublication(
                    draft, in: game, numbered: number, on: day, by: viewer.id, at: now, in: environment))
        }
        return switch published {
        case .success(let published):
            ImportedScore(game: shared.game, status: published.status, score: published.score)
        case .failure(let error): ImportedScore(game: shared.game, status: .rejected, error: error)
        }
    }
}

extension SharedScore {
    /// - Throws: ``SocialError/Code/invalidValue`` for a quoted result, which may be another player's, and for
    ///   contradictory days.
    fileprivate func checkIsOwnResult() throws(SocialError) {
        guard details.isQuoted != true else {
            throw SocialError(
                .invalidValue, "This line quotes another person. Publish only your own results.",
                field: "text")
        }
        guard let dateConflict else { return }
        let days = [
            dateConflict.puzzle.map { "the puzzle is from \($0)" },
            dateConflict.printed.map { "the text says \($0)" },
            dateConflict.given.map { "the given day is \($0)" },
        ].compactMap(\.self)
        throw SocialError(
            .invalidValue,
            "The days differ: \(days.joined(separator: ", ")). Publish it for the day it was played.",
            field: "day")
    }
}
