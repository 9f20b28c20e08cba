import Paceline
import PacelineAPI

extension RemoteSession {
    public func games() async throws -> [Game] {
        try await caller.call(API.games).items
    }

    public func readScores(in text: String, on day: Day?) async throws -> [SharedScore] {
        try await caller.call(API.readScores, body: DatedShareText(text: text, day: day)).results
    }
}
