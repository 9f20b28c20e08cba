/// The plan of an ergometer workout, in the notation of monitors and logbooks.
///
/// | text | meaning |
/// | --- | --- |
/// | `2000m` · `5k` · `30:00` · `50c` | one piece by distance, time or kilocalories |
/// | `10x0:30/1:00r` | ten intervals of 30 seconds, each followed by a minute of rest |
/// | `v2000m/3:00r...3` | three variable intervals, giving only the first and its rest |
/// | `v2:00/r...15` | fifteen variable intervals with undefined rest |
///
/// Parsing never fails: any other text becomes ``other(_:)``. The description has the notation of monitors, so parsing
/// and printing normalises spellings such as `1,000m`, `5k`, `4 × 500 m`, `30 min` and `50 cal`.
///
/// ```swift
/// WorkoutPattern("4x500m/2:00r").spokenName  // "4 × 500 m"
/// ```
public enum WorkoutPattern: Hashable, Sendable {
    /// One piece without rest.
    case single(Piece)
    /// `count` identical pieces.
    case intervals(count: Int, Piece, rest: Rest?)
    /// `count` different pieces, of which only the first is known.
    case variable(count: Int, first: Piece, rest: Rest?)
    /// Any other text.
    case other(String)

    /// One stretch of work.
    public enum Piece: Hashable, Sendable {
        /// Metres.
        case distance(Int)
        /// A duration.
        case time(ClockTime)
        /// Kilocalories.
        case calories(Int)
    }

    /// The rest after a piece.
    public enum Rest: Hashable, Sendable {
        /// A fixed duration.
        case time(ClockTime)
        /// As long as the person chose.
        case undefined
    }

    /// The text trimmed and without commas between digits: `1,000m` becomes `1000m`.
    public static func withoutThousandsCommas(_ text: String) -> String {
        let text = text.trimming(\.isWhitespace)
        guard text.contains(",") else { return String(text) }
        let scalars = Array(text.unicodeScalars)
        let isDigit = { (index: Int) in
            scalars.indices.contains(index) && ("0"..."9").contains(scalars[index])
        }
        var kept = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated()
        where scalar != "," || !isDigit(index - 1) || !isDigit(index + 1) {
            kept.append(scalar)
        }
        return String(kept)
    }
}

// MARK: - Parsing

extension WorkoutPattern {
    /// Parses a description without the machine's name, such as `10x0:30/1:00r`.
    public init(_ text: String) {
        let text = Self.withoutThousandsCommas(text)
        self =
            Self.readVariable(text) ?? Self.readIntervals(text) ?? Piece(text).map(Self.single)
            ?? .other(text)
    }

    private static func readVariable(_ text: String) -> Self? {
        guard text.hasPrefix("v"), let dots = text.range(of: "..."),
            let count = count(text[dots.upperBound...]),
            let (piece, rest) = readPieceAndRest(text[text.index(after: text.startIndex)..<dots.lowerBound])
        else { return nil }
        return .variable(count: count, first: piece, rest: rest)
    }

    private static func readIntervals(_ text: String) -> Self? {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { "xX×".contains($0) }
            .map { $0.trimming(\.isWhitespace) }
        guard parts.count == 2, let count = count(parts[0]), let (piece, rest) = readPieceAndRest(parts[1])
        else { return nil }
        return .intervals(count: count, piece, rest: rest)
    }

    private static func readPieceAndRest(_ text: Substring) -> (Piece, Rest?)? {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let piece = Piece(String(parts[0].trimming(\.isWhitespace))) else { return nil }
        guard parts.count == 2 else { return (piece, nil) }
        return Rest(parts[1].trimming(\.isWhitespace)).map { (piece, $0) }
    }

    /// Rejects counts above the limit of a workout's detail as typos.
    private static func count(_ text: Substring) -> Int? {
        wholeNumber(text).flatMap { (1...WorkoutDetail.limit.intervals).contains($0) ? $0 : nil }
    }

    fileprivate static func wholeNumber(_ text: Substring) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}

extension WorkoutPattern.Piece {
    fileprivate init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
        switch (unit, WorkoutPattern.wholeNumber(digits)) {
        case ("m", let metres?): self = .distance(metres)
        case ("k", let kilometres?), ("km", let kilometres?):
            guard kilometres <= 9_999 else { return nil }
            self = .distance(kilometres * 1_000)
        case ("min", let minutes?):
            guard let time = ClockTime(seconds: Double(minutes) * 60) else { return nil }
            self = .time(time)
        case ("c", let calories?), ("cal", let calories?): self = .calories(calories)
        default:
            guard let time = ClockTime(text) else { return nil }
            self = .time(time)
        }
    }
}

extension WorkoutPattern.Rest {
    fileprivate init?(_ text: Substring) {
        guard text.hasSuffix("r") else { return nil }
        let length = text.dropLast()
        if length.isEmpty {
            self = .undefined
        } else if let time = ClockTime(String(length)) {
            self = .time(time)
        } else {
            return nil
        }
    }
}

// MARK: - Printing

extension WorkoutPattern: CustomStringConvertible {
    public var description: String {
        switch self {
        case .single(let piece): "\(piece)"
        case .intervals(let count, let piece, let rest): "\(count)x\(piece)\(Self.suffix(rest))"
        case .variable(let count, let first, let rest): "v\(first)\(Self.suffix(rest))...\(count)"
        case .other(let text): text
        }
    }

    private static func suffix(_ rest: Rest?) -> String { rest.map { "/\($0)" } ?? "" }
}

extension WorkoutPattern.Piece: CustomStringConvertible {
    public var description: String {
        switch self {
        case .distance(let metres): "\(metres)m"
        case .time(let time): "\(time)"
        case .calories(let calories): "\(calories)c"
        }
    }
}

extension WorkoutPattern.Rest: CustomStringConvertible {
    public var description: String {
        switch self {
        case .time(let time): "\(time)r"
        case .undefined: "r"
        }
    }
}
