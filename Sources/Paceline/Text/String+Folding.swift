import Foundation

extension String {
    /// The text as search compares it: without case, accents and width, in composed form.
    ///
    /// Independent of any locale, so that both databases and every device fold alike.
    public var foldedForSearch: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        let plain = folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return String(plain.lowercased().flatMap { Self.lettersWithoutDecomposition[$0] ?? String($0) })
            .precomposedStringWithCanonicalMapping
    }

    /// Letters that people type without their stroke or ligature, though Unicode does not decompose them.
    private static let lettersWithoutDecomposition: [Character: String] = [
        "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i",
        "ħ": "h",
    ]
}
