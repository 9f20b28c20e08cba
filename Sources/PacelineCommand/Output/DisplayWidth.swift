extension Character {
    /// The number of terminal columns: 0 for combining and control characters, 2 for East Asian wide characters and
    /// emoji, otherwise 1.
    var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        if first.properties.isEmojiPresentation || Self.isWide(first.value) { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return 1
        }
    }

    /// Whether the scalar is East Asian Wide or Fullwidth (Unicode Standard Annex 11), by block.
    private static func isWide(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

extension String {
    /// The number of terminal columns.
    var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// The text as one line that cannot control the terminal: line breaks become spaces, and control characters and
    /// bidirectional overrides are spelled out, such as `\u{1B}`.
    ///
    /// Other people's texts could otherwise forge lines, move the cursor or reverse what follows.
    var escaped: String {
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.properties.isWhitespace {
                line.append(" ")
            } else if scalar.controlsTerminal {
                line.append(
                    contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            } else {
                line.append(scalar)
            }
        }
        return String(line)
    }

    /// The text as an ``escaped`` line, with single spaces between words.
    var onOneLine: String { escaped.split(separator: " ").joined(separator: " ") }

    /// Returns the text truncated to the width in columns, with an ellipsis at the end.
    func truncated(to width: Int) -> String {
        guard displayWidth > width else { return self }
        guard width > 0 else { return "" }
        var (kept, used) = ("", 0)
        for character in self {
            guard used + character.displayWidth < width else { break }
            kept.append(character)
            used += character.displayWidth
        }
        return kept + "…"
    }

    /// Returns lines of at most the width in columns, broken between words where possible.
    func wrapped(to width: Int) -> [String] {
        guard displayWidth > width, width > 0 else { return [self] }
        var lines = [""]
        for word in split(separator: " ").flatMap({ String($0).pieces(of: width) }) {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = word
            } else if line.displayWidth + 1 + word.displayWidth <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(word)
            }
        }
        return lines
    }

    /// Splits a word into pieces of at most the width in columns.
    private func pieces(of width: Int) -> [String] {
        reduce(into: [""]) { pieces, character in
            let last = pieces.count - 1
            if pieces[last].isEmpty || pieces[last].displayWidth + character.displayWidth <= width {
                pieces[last].append(character)
            } else {
                pieces.append(String(character))
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var controlsTerminal: Bool {
        switch value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control
        }
    }
}
