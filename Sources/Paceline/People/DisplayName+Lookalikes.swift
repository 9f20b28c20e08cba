import Foundation

extension DisplayName {
    /// Whether the name consists of words for staff or the community, or looks as if: `Admin`, `Paceline Support`,
    /// `Аdmin` with a Cyrillic А, `M0derat0r 🚣`.
    static func isReserved(_ name: String, in community: CommunityNames) -> Bool {
        if community.contains(name) { return true }
        return [true, false].contains { readsSigns in
            let spelling = Lookalikes.spelling(of: name, readingSigns: readsSigns)
            let joined = spelling.replacing("rn", with: "m").replacing("vv", with: "w")
            return Set([spelling, joined]).contains { spelling in
                [Skeleton(spelling), Skeleton(spelling, numberLength: 1)].contains { name in
                    ReservedNames.impersonatesAuthority(name, besides: community.words)
                }
            }
        }
    }
}

/// The Latin letters and digits that characters of any script look like.
package enum Lookalikes {
    /// Respells a name as a username: in lower-case letters and digits, with underscores between words.
    ///
    /// An asterisk stands for a letter that looks like none of them, and a capital I becomes `1`, since it looks like
    /// an l, too. Words in front that are only numbers are left out.
    /// - Parameter readingSigns: whether `$` and the like stand for letters; otherwise they end words.
    static func spelling(of name: String, readingSigns: Bool) -> String {
        var words = [""]
        for scalar in name.decomposedStringWithCompatibilityMapping.unicodeScalars {
            if let letter = letter(like: scalar) ?? (readingSigns ? sign(like: scalar) : nil) {
                words[words.count - 1].append(letter)
            } else if !scalar.isPartOfWord, words.last != "" {
                words.append("")
            }
        }
        return words.drop { $0.utf8.allSatisfy { (48...57).contains($0) } }.joined(separator: "_")
    }

    /// Nil for what is not a letter or digit.
    private static func letter(like scalar: Unicode.Scalar) -> Character? {
        if let letter = letters[scalar] { return letter }
        switch scalar {
        case "a"..."z", "0"..."9": return Character(scalar)
        case "A"..."Z": return Character(scalar.properties.lowercaseMapping)
        default: break
        }
        if scalar.isLetter { return "*" }
        guard scalar.properties.generalCategory == .decimalNumber,
            let digit = scalar.properties.numericValue
        else { return nil }
        return Character(String(Int(digit)))
    }

    /// The letter of a sign that can stand for one: a letter in a box, or one as `$`.
    private static func sign(like scalar: Unicode.Scalar) -> Character? {
        let a: UInt32
        switch scalar.value {
        case 0x1F1E6...0x1F1FF: a = 0x1F1E6
        case 0x1F150...0x1F169: a = 0x1F150
        case 0x1F170...0x1F189: a = 0x1F170
        default: return signs[scalar]
        }
        return letter(like: Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - a)))
    }

    private static let signs = table(["a": "@", "e": "€℮", "s": "$", "1": "!|¡∣∥⏐│"])

    /// After compatibility decomposition, which covers accents, full width, and mathematical letters.
    package static let letters = table([
        "1": "IІΙӀᛁⵏꓲ", "a": "аАαΑɑᴀᎪᗅꓮ", "b": "ьЬвВβΒʙƄᏏᏴᗷꓐꞴ", "c": "сСϲϹᴄᏟⲥⲤꓚς", "d": "ԁԀᴅɖɗđĐðÐᎠᏧᗞꓓ",
        "e": "еЕεΕҽҼɛᴇᎬⴹꓰꬲ", "f": "ƒꜰϝϜꞙꬵẝᖴꓝꞘ", "g": "ɡɢɠցԍԌᏀᏻᏳꓖᶃƍ", "h": "һҺнНΗʜհħĦᎻᏂᕼꓧⲎ", "i": "іιıɪɩᎥ",
        "j": "јЈϳͿᴊȷᎫᒍꓙ", "k": "кКκΚᴋĸқҚᏦᛕꓗⲔ", "l": "ӏʟłŁɭƚᏞⳐᒪꓡƖǀ", "m": "мМΜᴍϻϺᎷᗰᛖꓟⲘ", "n": "пηΝɴոռɲꓠⲚ",
        "o": "оОοΟσᴏօՕøØөӨჿⲟⲞഠဝⵔꓳᴑꬽ", "p": "рРρΡᴘƿᏢᑭⲣⲢꓑ", "q": "ԛԚզգգⵕ", "r": "гʀᴦꭇᎡᏒᖇꓣꭈƦⲅ", "s": "ѕЅꜱʂՏᏕᏚꓢƽ",
        "t": "тТτΤᴛŧŦᎢⲦꓔ", "u": "υμսՍᴜʋᑌꓴꞟꭎꭒ", "v": "νѵѴᴠᏙᏤⴸꓦ", "w": "ԝԜωѡѠաᴡᎳᏔꓪɯ", "x": "хХχΧҳҲⲭⲬꓫ",
        "y": "уУγΥүҮʏɣყᎩᎽⲨꓬᶌỿꭚ", "z": "ΖᴢʐƶᏃꓜ",
    ])

    private static func table(_ lookalikes: [Character: String]) -> [Unicode.Scalar: Character] {
        var table: [Unicode.Scalar: Character] = [:]
        for (letter, scalars) in lookalikes {
            for scalar in scalars.unicodeScalars { table[scalar] = letter }
        }
        return table
    }
}
