import Paceline

extension API {
    public static let games = Endpoint<NoParameters, NoParameters, NoBody, GameList>(
        .get, "/v1/games", id: "games", .games, "The games that are played here",
        headers: .ifNoneMatch,
        .member { services, _ in GameList(items: try await services.games()) })

    public static let readScores = Endpoint<NoParameters, NoParameters, DatedShareText, SharedScores>(
        .post, "/v1/scores/read", id: "readScores", .games, "What a share text says, saving nothing",
        notes: "At most \(ShareText.limit / 1_024) KB of text; no results when it tells none.",
        errors: [.tooLarge], isIdempotent: true,
        .member { SharedScores(results: try await $0.readScores(in: $1.body.text, on: $1.body.day)) })
}
