import Paceline

/// Finds links in texts: addresses with a scheme, those that begin with `www.`, and names in common domains.
enum Link {
    static func isIn(_ text: String) -> Bool { !places(in: text).isEmpty }

    static func places(in text: String) -> [Range<String.Index>] {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }) else {
            return []
        }
        return text.split(whereSeparator: \.isWhitespace).filter { isLink($0.lowercased()) }
            .map { $0.startIndex..<$0.endIndex }
    }

    /// - Parameter word: in lower case.
    private static func isLink(_ word: String) -> Bool {
        if word.contains("://") { return true }
        let address = word.drop { !$0.isLetter && !$0.isNumber }
        if address.hasPrefix("www.") { return true }
        let host = address.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }
        // An email address is no link.
        guard address[host.endIndex...].first != "@" else { return false }
        let labels = host.split(separator: ".")
        guard let last = labels.last, labels.count > 1, !host.contains("..") else { return false }
        return domains.contains(String(last))
    }

    /// Without those that are also English words, since people forget the space after a full stop.
    private static let domains: Set<String> = [
        "app", "biz", "ch", "click", "cn", "co", "com", "cz", "de", "dev", "es", "eu", "fr", "gg", "info",
        "io",
        "ly", "net", "nl", "online", "org", "pl", "pt", "ru", "se", "site", "tv", "uk", "xyz",
    ]
}
