/// A typeface of five by seven dots, as on the screens of monitors.
enum DotFont {
    /// The dots from one character to the next.
    static let advance = 6

    /// The rows of a character, top to bottom; nil for one that the typeface lacks.
    static func rows(of character: Character) -> [Substring]? { glyphs[character]?.split(separator: "|") }

    private static let glyphs: [Character: String] = [
        "0": " ### |#   #|#   #|#   #|#   #|#   #| ### ", "1": "  #  | ##  |  #  |  #  |  #  |  #  | ### ",
        "2": " ### |#   #|    #|  ## | #   |#    |#####", "3": " ### |#   #|    #|  ## |    #|#   #| ### ",
        "4": "   # |  ## | # # |#  # |#####|   # |   # ", "5": "#####|#    |#### |    #|    #|#   #| ### ",
        "6": " ### |#    |#    |#### |#   #|#   #| ### ", "7": "#####|    #|   # |  #  |  #  | #   | #   ",
        "8": " ### |#   #|#   #| ### |#   #|#   #| ### ", "9": " ### |#   #|#   #| ####|    #|    #| ### ",
        ":": "     |  #  |  #  |     |  #  |  #  |     ", ".": "     |     |     |     |     | ##  | ##  ",
        "/": "    #|    #|   # |  #  | #   |#    |#    ", "e": "     |     | ### |#   #|#####|#    | ### ",
        "i": "  #  |     | ##  |  #  |  #  |  #  | ### ", "m": "     |     |## # |# # #|# # #|# # #|# # #",
        "r": "     |     |# ## |##   |#    |#    |#    ", "s": "     |     | ####|#    | ### |    #|#### ",
        "t": " #   | #   |#### | #   | #   | #   |  ## ", "x": "     |     |#   #| # # |  #  | # # |#   #",
        "♥": "     | # # |#####|#####| ### |  #  |     ",
    ]
}

extension Canvas {
    /// Draws a line of text in dots.
    /// - Parameters:
    ///   - x: the left edge.
    ///   - scale: the size of a dot in pixels.
    mutating func draw(_ text: String, x: Int, y: Int, scale: Int, _ colour: Colour) {
        for (place, character) in text.enumerated() {
            for (row, dots) in (DotFont.rows(of: character) ?? []).enumerated() {
                for (column, dot) in dots.enumerated() where dot == "#" {
                    fill(
                        x: x + (place * DotFont.advance + column) * scale, y: y + row * scale, width: scale,
                        height: scale, colour)
                }
            }
        }
    }
}
