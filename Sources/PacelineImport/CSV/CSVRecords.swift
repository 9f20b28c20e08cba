/// One row of a CSV file, still as bytes.
struct CSVRecord: Equatable {
    /// The line it begins on, from 1.
    let line: Int
    /// Without the line break at its end.
    let bytes: ArraySlice<UInt8>
    /// Its quotation marks do not pair up; ``bytes`` is its first line only.
    let isBroken: Bool
}

/// Cuts a CSV file into records and knows the line that each begins on.
///
/// SwiftCSV reads a whole file or nothing: a stray quotation mark in one row makes it give up on all of them, one
/// that never closes swallows the rest of the file without a word, it counts no lines, and it loses an empty field
/// at the very end of a file. So the file is cut here, and SwiftCSV splits one record into its fields.
///
/// A record that goes wrong costs its first line only; reading goes on at the next one. Blank lines are no records.
struct CSVRecords: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position: Int
    private var line = 1

    /// Lines that a quoted field may span. A limit, since every mark that never closes is searched this far.
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

    private enum Place {
        case fieldStart, plain, quoted, afterQuote
    }

    /// Moves behind the record.
    /// - Returns: where its line break begins, or nil when its quotation marks do not pair up.
    private mutating func endOfRecord() -> Int? {
        var place = Place.fieldStart
        let firstLine = line
        while position < bytes.count {
            let byte = bytes[position]
            if byte == .lineFeed || byte == .carriageReturn {
                let end = position
                skipLineBreak()
                guard place == .quoted else { return end }
                guard line - firstLine < Self.maxLines else { return nil }
                continue
            }
            guard let next = Self.place(after: byte, at: place) else { return nil }
            place = next
            position += 1
        }
        return place == .quoted ? nil : position
    }

    /// - Returns: nil where a quotation mark may not be, or where only one may be.
    private static func place(after byte: UInt8, at place: Place) -> Place? {
        switch (place, byte) {
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

    /// - Returns: where the line that was passed ends.
    private mutating func skipLine() -> Int {
        while position < bytes.count, bytes[position] != .lineFeed, bytes[position] != .carriageReturn {
            position += 1
        }
        let end = position
        if position < bytes.count { skipLineBreak() }
        return end
    }

    /// LF, CRLF, or the lone CR of old spreadsheets.
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
