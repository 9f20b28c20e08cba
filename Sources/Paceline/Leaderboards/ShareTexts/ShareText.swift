/// Reading results from the texts that puzzles copy for their players to share (L7).
public enum ShareText {
    /// The most bytes of text, in UTF-8, that are read at once.
    public static let limit = 16_384

    /// The results that a text tells, in its order; none when it tells none.
    ///
    /// A text may hold several games, and talk between them. What merely names a game is not a result.
    /// - Parameters:
    ///   - text: at most ``limit`` bytes.
    ///   - catalogue: the games that are looked for.
    ///   - day: the day on which the text is taken to be played, when it does not tell; where it tells another,
    ///     the result has a ``SharedScore/contradiction``.
    /// - Throws: ``SocialError/Code/tooLarge`` when the text is longer.
    public static func read(
        _ text: String, catalogue: GameCatalogue = .standard, on day: Day? = nil
    ) throws(SocialError) -> [SharedScore] {
        guard text.utf8.count <= limit else {
            throw SocialError(
                .tooLarge, "The text is too long: at most \(limit / 1_024) KB are read at once.",
                field: "text")
        }
        return catalogue.reader.read(ShareScalar.plain(text), on: day)
    }
}
