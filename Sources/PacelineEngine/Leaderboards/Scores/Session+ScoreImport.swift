import Paceline
import PacelineDatabase

extension Session {
    public func importScores(_ text: String, on day: Day?) async throws -> [ScoreBatchResult] {
        let shared = try ShareText.read(text, catalogue: engine.environment.games, on: day)
        return try await writeScores(of: shared.compactMap(\.day), inParts: true) { transaction in
            let today = try transaction.connection.day(of: transaction.now, for: transaction.viewer.id)
            return try shared.map { shared in
                try transaction.attemptToPublish(in: shared.game) {
                    try shared.checkIsOwnResult()
                    // Results without a day are for today.
                    return try $0.publish(shared.draft, in: shared.game, on: shared.day ?? today)
                }
            }
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
