/// Parses the texts that daily puzzles copy to the clipboard for sharing.
///
/// ```swift
/// let results = try ShareText.read("Wordle 1,512 2/6\n\n⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩")
/// results.first?.score  // 2
/// ```
public enum ShareText {
    /// The longest text that ``read(_:catalogue:on:)`` accepts, in bytes of UTF-8.
    public static let limit = 16_384

    /// The results in a text, in order; empty when there are none.
    ///
    /// A text may contain several games and other text between them. Mentioning a game's name is not a result.
    /// - Parameters:
    ///   - text: at most ``limit`` bytes.
    ///   - catalogue: the games to look for.
    ///   - day: the day to assume when the text gives none. If the text gives another day, the result has a
    ///     ``SharedScore/dateConflict``.
    /// - Throws: ``SocialError/Code/tooLarge`` when the text is longer than ``limit``.
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
