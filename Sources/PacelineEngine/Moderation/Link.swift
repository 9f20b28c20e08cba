import Foundation

/// Finds links in texts: addresses with a scheme, those that begin with `www.`, and names in common domains, also
/// disguised ones that only people would recognize.
enum Link {
    static func isIn(_ text: String) -> Bool { !places(in: text).isEmpty }

    /// The ranges of the links. `example .com` is one, too.
    static func places(in text: String) -> [Range<String.Index>] {
        let words = words(in: text)
        return words.indices.compactMap { number in
            let word = words[number]
            if word.linked?.isLink == true { return word.place }
            guard word.endsInName, number + 1 < words.count else { return nil }
            let next = words[number + 1]
            if next.linked?.isSpacedDomain == true { return word.place.lowerBound..<next.place.upperBound }
            guard next.linked?.isBracketedDot == true, number + 2 < words.count else { return nil }
            let last = words[number + 2].place
            let domain = LinkedWord(folding: text.unicodeScalars[last])
            return domain.isDomain ? word.place.lowerBound..<last.upperBound : nil
        }
    }

    /// A part of the text between spaces.
    private struct SpacedWord {
        let place: Range<String.Index>
        /// Nil if it has no mark that links have.
        let linked: LinkedWord?
        /// Whether its last character is a letter or digit.
        let endsInName: Bool
    }

    private static func words(in text: String) -> [SpacedWord] {
        let scalars = text.unicodeScalars
        var words: [SpacedWord] = []
        // In a link, something follows a mark such as a dot.
        var (start, last) = (scalars.startIndex, Unicode.Scalar(0x20 as UInt8))
        var (hasMark, mayBeLink) = (false, false)
        func endWord(at end: String.Index) {
            guard start < end else { return }
            words.append(
                SpacedWord(
                    place: start..<end, linked: mayBeLink ? LinkedWord(folding: scalars[start..<end]) : nil,
                    endsInName: Letter.of(last) != Letter.none))
        }
        var index = start
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            if isSpace(scalar) {
                endWord(at: index)
                (start, hasMark, mayBeLink) = (next, false, false)
            } else {
                if isMark(scalar) { hasMark = true } else if hasMark { mayBeLink = true }
                last = scalar
            }
            index = next
        }
        endWord(at: scalars.endIndex)
        return words
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
    }

    /// Whether it is one of `. : [ ( {`, or looks like one. Every link contains such a mark.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2E, 0x3A, 0x5B, 0x28, 0x7B: true
        case ..<0x2024: false
        case 0x2024, 0x3002, 0xA789, 0xFE52, 0xFE55, 0xFF08, 0xFF0E, 0xFF1A, 0xFF3B, 0xFF5B, 0xFF61: true
        default: false
        }
    }
}

/// A word that may be a link: in lower case, without invisible characters, and with plain dots.
private struct LinkedWord {
    private let text: String

    init(folding scalars: Substring.UnicodeScalarView) {
        var word = String.UnicodeScalarView()
        for scalar in scalars where !scalar.isInvisible { word.append(Self.folded(scalar)) }
        let folded = String(word)
        let isPlain = !folded.contains { "[({".contains($0) } || Self.bracketedDots.contains(folded)
        text = isPlain ? folded : Self.bracketedDots.reduce(folded) { $0.replacing($1, with: ".") }
    }

    private static let bracketedDots: Set = ["[.]", "(.)", "{.}", "[dot]", "(dot)", "{dot}"]

    /// Whether it is the dot of `example [.] com`.
    var isBracketedDot: Bool { Self.bracketedDots.contains(text) }

    var isLink: Bool {
        guard text.contains(".") || text.contains(":") else { return false }
        return text.contains("://") || text.contains(":\\\\") || hosts.contains(where: isLink)
    }

    /// Whether it is the end of a domain's name after a space: `.com`. Programmers write about .NET.
    var isSpacedDomain: Bool {
        text.first == "." && !text.hasPrefix(".net") && startsWithDomain(text.dropFirst())
    }

    /// Whether it is the end of a domain's name after a dot that is a word of its own.
    var isDomain: Bool { startsWithDomain(text[...]) }

    private func startsWithDomain(_ text: Substring) -> Bool {
        text.first?.isLetter == true && Self.endsInDomain(text.prefix(while: Self.isHostCharacter))
    }

    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case ..<0x80: lowercase(scalar.value)
        // Full-width letters and punctuation.
        case 0xFF01...0xFF5E: lowercase(scalar.value - 0xFEE0)
        case 0x3002, 0xFF61, 0x2024, 0xFE52: "."
        case 0xFE55, 0xA789: ":"
        case 0x2044, 0x2215: "/"
        default:
            compatible[scalar.value] ?? scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
        }
    }

    private static func lowercase(_ value: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(truncatingIfNeeded: (0x41...0x5A).contains(value) ? value | 0x20 : value))
    }

    /// Mathematical, circled and similar letters and digits, which browsers take for those of ASCII.
    private static let compatible: [UInt32: Unicode.Scalar] = {
        var compatible: [UInt32: Unicode.Scalar] = [:]
        let blocks: [ClosedRange<UInt32>] = [0x2100...0x214F, 0x2460...0x24FF, 0x1D400...0x1D7FF]
        for scalar in blocks.joined().compactMap({ Unicode.Scalar($0) }) {
            let scalars = String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars
            if let first = scalars.first, scalars.count == 1, first.isASCII {
                compatible[scalar.value] = lowercase(first.value)
            }
        }
        return compatible
    }()

    private static func isHostCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "-._".contains(character)
    }

    /// The parts that could be the name of a host.
    private var hosts: [Substring] { text.split { !Self.isHostCharacter($0) } }

    private func isLink(_ host: Substring) -> Bool {
        let (before, after) = (text[..<host.startIndex].last, text[host.endIndex...])
        if after.first == ":", Self.schemes.contains(String(host)) { return true }
        let labels = host.split(separator: ".")
        guard labels.count > 1, let last = labels.last, !host.contains("..") else { return false }
        if labels[0].prefix(3) == "www", labels[0].dropFirst(3).allSatisfy(\.isNumber) { return true }
        if labels.contains(where: { $0.hasPrefix("xn--") }) { return true }
        // Before `@` is the name of an email address, or a name that looks like a domain.
        if after.first == "@" { return Self.plainDomains.contains(String(last)) }
        let path = after.dropFirst().first
        let hasPath = after.first == "/" && (path?.isLetter == true || path?.isNumber == true)
        let hasPort = after.first == ":" && path?.isNumber == true
        // An email address is no link.
        if before == "@", !hasPath, !hasPort { return followsBareAtSign(host) && Self.endsInDomain(host) }
        if labels.count == 4, labels.allSatisfy({ UInt8($0) != nil }) { return hasPath || hasPort }
        guard labels[labels.count - 2].contains(where: \.isLetter) || hasPath else { return false }
        return Self.endsInDomain(host) || hasPath && Self.wordDomains.contains(String(last))
    }

    /// Whether nothing is before the `@` that the host follows.
    private func followsBareAtSign(_ host: Substring) -> Bool {
        !text[..<host.startIndex].dropLast().contains(where: Self.isHostCharacter)
    }

    private static func endsInDomain(_ host: Substring) -> Bool {
        guard let last = host.split(separator: ".").last else { return false }
        if domains.contains(String(last)) { return true }
        // Letters of other scripts between Latin ones, which look like these.
        let scalars = last.unicodeScalars
        guard scalars.contains(where: \.isASCII),
            scalars.contains(where: { $0.value >= firstOfOtherScripts }),
            scalars.allSatisfy({ $0.isASCII || $0.value >= firstOfOtherScripts })
        else { return false }
        let letters = scalars.compactMap { Unicode.Scalar(Letter.of($0)) }
        return domains.contains(String(String.UnicodeScalarView(letters)))
    }

    /// Before it are Latin letters with accents.
    private static let firstOfOtherScripts: UInt32 = 0x370
    /// Schemes that make a link with a colon alone. Not `ftp`: to cyclists, it is the functional threshold power.
    private static let schemes: Set = ["http", "https", "hxxp", "hxxps"]
    /// Top-level domains that no person's name ends with.
    private static let plainDomains: Set = ["com", "net", "org"]

    /// Top-level domains, without those that are also words, since people forget the space after a full stop.
    private static let domains: Set<String> = [
        "app", "au", "bg", "biz", "br", "cc", "cf", "ch", "click", "cn", "co", "com", "cyou", "cz", "de",
        "dev", "dk", "es", "eu", "fr", "gg", "gl", "gq", "gr", "hk", "hr", "hu", "icu", "info", "io", "jp",
        "kr", "kz", "ly", "mx", "net", "nl", "nz", "online", "onl", "org", "pl", "pt", "ro", "rs", "ru",
        "sbs", "se", "sg", "site", "sk", "tk", "tr", "tv", "tw", "ua", "uk", "vn", "ws", "xxx", "xyz", "za",
        "рф",
    ]

    /// Top-level domains that are also words. Names in them are links only with a path.
    private static let wordDomains: Set<String> = [
        "am", "at", "be", "best", "bike", "blog", "by", "ca", "cash", "club", "coach", "example", "fit",
        "fitness", "fun", "group", "guru", "id", "in", "is", "it", "life", "link", "live", "lol", "me",
        "mobi",
        "my", "news", "no", "one", "page", "pro", "run", "shop", "si", "so", "store", "team", "tips", "to",
        "today", "top", "training", "us", "vip", "win", "work", "world", "zone",
    ]
}
