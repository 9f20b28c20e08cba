import Paceline

extension API {
    public static let games = Endpoint<NoParameters, NoParameters, NoBody, GameList>(
        .get, "/v1/games", id: "games", .games, .member, "The games that are played here",
        headers: .ifNoneMatch)

    public static let readScores = Endpoint<NoParameters, NoParameters, DatedShareText, SharedScores>(
        .post, "/v1/scores/read", id: "readScores", .games, .member, "What a share text says, saving nothing",
        notes: "At most \(ShareText.limit / 1_024) KB of text; no results when it tells none.",
        errors: [.tooLarge], isIdempotent: true)
}
