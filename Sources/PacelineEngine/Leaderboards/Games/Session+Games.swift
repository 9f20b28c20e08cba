import Paceline

extension Session {
    public func games() async throws -> [Game] {
        try await read { $0.environment.games.games }
    }

    public func readScores(in text: String, on day: Day?) async throws -> [SharedScore] {
        let catalogue = try await read { $0.environment.games }
        return try ShareText.read(text, catalogue: catalogue, on: day)
    }
}
