/// The games that the community plays, and reading their share texts (L1, L7).
public protocol GameService: Sendable {
    /// In the order in which they are shown.
    func games() async throws -> [Game]
    /// The results that a share text tells, saving nothing; none when it tells none.
    /// - Parameters:
    ///   - text: at most ``ShareText/limit`` bytes of UTF-8.
    ///   - day: the player's day, on which the text is taken to be played when it does not tell.
    /// - Throws: ``SocialError/Code/tooLarge`` when the text is longer.
    func readScores(in text: String, on day: Day?) async throws -> [SharedScore]
}
