import Foundation

extension String {
    /// The text as search compares it: without case, accents or width, in composed form.
    ///
    /// Independent of the locale, so that both databases and all devices agree.
    package var foldedForSearch: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        let plain = folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return String(plain.lowercased().flatMap { Self.lettersWithoutDecomposition[$0] ?? String($0) })
            .precomposedStringWithCanonicalMapping
    }

    /// Letters that people type without the stroke or ligature but that Unicode does not decompose.
    private static let lettersWithoutDecomposition: [Character: String] = [
        "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i",
        "ħ": "h",
    ]
}
