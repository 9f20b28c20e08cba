/// The plan of an ergometer workout, in the notation of monitors and logbooks.
///
/// | text | meaning |
/// | --- | --- |
/// | `2000m` · `5k` · `21.1k` · `30:00` · `50c` | one piece by distance, time or kilocalories |
/// | `10x0:30/1:00r` | ten intervals of 30 seconds, each followed by a minute of rest |
/// | `v2000m/3:00r...3` | three variable intervals, giving only the first and its rest |
/// | `v2:00/r...15` | fifteen variable intervals with undefined rest |
///
/// Parsing never fails: any other text becomes ``other(_:)``. The description has the notation of monitors, so parsing
/// and printing normalises spellings such as `1,000m`, `4 × 500 m`, `3 x 10 min / 2 min`, `8x400m r90s` and `50 cal`.
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

    /// The text trimmed and without commas between thousands: `1,000m` becomes `1000m`, and `21,1k` stays.
    public static func withoutThousandsCommas(_ text: String) -> String {
        let text = text.trimming(\.isWhitespace)
        guard text.contains(",") else { return String(text) }
        let scalars = Array(text.unicodeScalars)
        let isDigit = { (index: Int) in
            scalars.indices.contains(index) && ("0"..."9").contains(scalars[index])
        }
        var kept = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let isBeforeThousands = (1...3).allSatisfy { isDigit(index + $0) } && !isDigit(index + 4)
            if scalar != "," || !isDigit(index - 1) || !isBeforeThousands { kept.append(scalar) }
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
            Self.readVariable(text) ?? Self.readIntervals(text) ?? Self.readSingle(text)
            ?? .other(text)
    }

    /// Alone, `80s` and `5'` are titles.
    private static func readSingle(_ text: String) -> Self? {
        guard !["s", "sec", "\"", "″", "'", "′"].contains(measure(text).unit) else { return nil }
        return Piece(text).map(Self.single)
    }

    private static func readVariable(_ text: String) -> Self? {
        guard text.hasPrefix("v"), let dots = text.range(of: "..."),
            let count = count(text[dots.upperBound...]),
            let (piece, rest) = readPieceAndRest(text[text.index(after: text.startIndex)..<dots.lowerBound])
        else { return nil }
        return .variable(count: count, first: piece, rest: rest)
    }

    private static func readIntervals(_ text: String) -> Self? {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { "xX×*".contains($0) }
            .map { $0.trimming(\.isWhitespace) }
        guard parts.count == 2, let count = count(parts[0]), let (piece, rest) = readPieceAndRest(parts[1])
        else { return nil }
        return .intervals(count: count, piece, rest: rest)
    }

    private static func readPieceAndRest(_ text: Substring) -> (Piece, Rest?)? {
        let separated = text.contains("/") ? text : text.replacing(/\ +r/.ignoresCase(), with: "/r")
        let parts = separated.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
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
        if let time = ClockTime(piece: text) {
            self = .time(time)
            return
        }
        let (number, unit) = WorkoutPattern.measure(text)
        switch unit {
        case "m":
            guard let metres = WorkoutPattern.wholeNumber(number) else { return nil }
            self = .distance(metres)
        case "k", "km":
            guard let metres = Self.metres(inKilometres: number) else { return nil }
            self = .distance(metres)
        case "c", "cal", "kcal":
            guard let calories = WorkoutPattern.wholeNumber(number) else { return nil }
            self = .calories(calories)
        default: return nil
        }
    }

    /// Reads `5`, `21.1` and `21,1`, up to 9,999 km, to the metre.
    private static func metres(inKilometres text: Substring) -> Int? {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard parts.allSatisfy({ WorkoutPattern.wholeNumber($0) != nil }),
            parts.dropFirst().allSatisfy({ $0.count <= 3 }),
            let kilometres = Double(parts.joined(separator: ".")), kilometres <= 9_999
        else { return nil }
        return Int((kilometres * 1_000).rounded())
    }
}

extension WorkoutPattern.Rest {
    /// Reads `2:00r`, `r90s`, `2 min` and `r`.
    fileprivate init?(_ text: Substring) {
        var length = text.lowercased()[...]
        let isMarked = length.hasPrefix("r") || length.hasSuffix("r")
        if isMarked { length = length.hasPrefix("r") ? length.dropFirst() : length.dropLast() }
        if isMarked, length.isEmpty {
            self = .undefined
        } else if let time = ClockTime(piece: String(length.trimming(\.isWhitespace))) {
            self = .time(time)
        } else {
            return nil
        }
    }
}

extension ClockTime {
    /// Reads `2:00`, `10 min`, `10'`, `90s` and `90"`.
    fileprivate init?(piece text: String) {
        if let time = ClockTime(text) {
            self = time
            return
        }
        let (number, unit) = WorkoutPattern.measure(text)
        guard let count = WorkoutPattern.wholeNumber(number).map(Double.init) else { return nil }
        switch unit {
        case "min", "'", "′": self.init(seconds: count * 60)
        case "s", "sec", "\"", "″": self.init(seconds: count)
        default: return nil
        }
    }
}

extension WorkoutPattern {
    /// The parts of a number with a unit, the unit in lower case.
    fileprivate static func measure(_ text: String) -> (number: Substring, unit: String) {
        let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
        return (number, text[number.endIndex...].drop { $0 == " " }.lowercased())
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
