/// An unparsed record of a CSV file.
struct CSVRecord: Equatable {
    /// The first line, counted from 1.
    let line: Int
    /// The bytes without the final line break.
    let bytes: ArraySlice<UInt8>
    /// Whether its quotation marks do not match. ``bytes`` is then only its first line.
    let isBroken: Bool
}

/// Splits a CSV file into records with line numbers. Blank lines are ignored.
///
/// SwiftCSV only splits single records into fields, because for a whole file it fails on one stray quotation mark,
/// reads to the end of the file after an unclosed one, and counts no lines. Here, a broken record affects only its
/// first line, and reading continues with the next.
struct CSVRecords: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position: Int
    private var line = 1

    /// The maximum number of lines of a quoted field, which bounds the search for a closing quotation mark.
    static let maxLines = 50

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func next() -> CSVRecord? {
        while position < bytes.count {
            let (start, startLine) = (position, line)
            guard let end = endOfRecord() else {
                (position, line) = (start, startLine)
                return CSVRecord(line: startLine, bytes: bytes[start..<skipLine()], isBroken: true)
            }
            if bytes[start..<end].contains(where: { $0 != .space && $0 != .tab }) {
                return CSVRecord(line: startLine, bytes: bytes[start..<end], isBroken: false)
            }
        }
        return nil
    }

    private enum State {
        case fieldStart, plain, quoted, afterQuote
    }

    /// Moves past the record.
    /// - Returns: the end of the record without its line break; nil if its quotation marks do not match.
    private mutating func endOfRecord() -> Int? {
        var state = State.fieldStart
        let firstLine = line
        while position < bytes.count {
            let byte = bytes[position]
            if byte == .lineFeed || byte == .carriageReturn {
                let end = position
                skipLineBreak()
                guard state == .quoted else { return end }
                guard line - firstLine < Self.maxLines else { return nil }
                continue
            }
            guard let next = Self.state(after: byte, in: state) else { return nil }
            state = next
            position += 1
        }
        return state == .quoted ? nil : position
    }

    /// The parser's next state.
    /// - Returns: nil for a misplaced byte: a quotation mark in an unquoted field, or text after a closing one.
    private static func state(after byte: UInt8, in state: State) -> State? {
        switch (state, byte) {
        case (.quoted, .quote): .afterQuote
        case (.quoted, _): .quoted
        case (_, .comma): .fieldStart
        case (.fieldStart, .quote), (.afterQuote, .quote): .quoted
        case (.plain, .quote): nil
        case (.fieldStart, .space), (.fieldStart, .tab): .fieldStart
        case (.afterQuote, .space), (.afterQuote, .tab): .afterQuote
        case (.afterQuote, _): nil
        case (.fieldStart, _), (.plain, _): .plain
        }
    }

    /// Moves past the current line.
    /// - Returns: the end of the line without its line break.
    private mutating func skipLine() -> Int {
        while position < bytes.count, bytes[position] != .lineFeed, bytes[position] != .carriageReturn {
            position += 1
        }
        let end = position
        if position < bytes.count { skipLineBreak() }
        return end
    }

    /// Moves past LF, CRLF, or the single CR of old spreadsheets.
    private mutating func skipLineBreak() {
        let isPair =
            bytes[position] == .carriageReturn && position + 1 < bytes.count
            && bytes[position + 1] == .lineFeed
        position += isPair ? 2 : 1
        line += 1
    }
}

extension UInt8 {
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let tab = UInt8(ascii: "\t")
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
}
