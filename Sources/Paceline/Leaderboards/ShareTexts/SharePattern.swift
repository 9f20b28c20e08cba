/// A pattern of a game's share text: literal text, with placeholders in braces for the parts that vary.
///
/// `Wordle {puzzle} {score}/{maximum}{hard}{grid:5}` matches `Wordle 1,234 4/6*` and the rows below it.
///
/// - ASCII letters match in either case.
/// - A space matches one or more spaces of any kind.
/// - A line break matches the rest of the line if it is only emoji, the line break, and blank lines.
/// - Text in square brackets is optional.
/// - `docs/games.md` lists the placeholders.
///
/// A pattern starts with a letter or an emoji, which the scanner looks for first.
///
/// ```swift
/// let pattern = try SharePattern("Wordle {puzzle} {score}/{maximum}{hard}{grid:5}")
/// ```
public struct SharePattern: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    let pieces: [SharePiece]

    /// Parses a pattern.
    /// - Throws: ``SocialError/Code/invalidValue`` with the reason when the pattern is invalid.
    public init(_ description: String) throws(SocialError) {
        self.init(trusted: description, pieces: try SharePiece.pieces(of: description))
        guard first != nil else {
            throw SocialError(
                .invalidValue, "The pattern “\(description)” must start with a word or an emoji.")
        }
        guard pieces.contains(where: \.yieldsResult) else {
            throw SocialError(
                .invalidValue,
                "The pattern “\(description)” gives no result: it needs {score}, {time} or a board.")
        }
    }

    /// Parses a pattern of the built-in catalogue; traps when it is invalid.
    init(known description: String) {
        do {
            try self.init(description)
        } catch {
            preconditionFailure("The built-in catalogue contains an invalid pattern: \(error.message)")
        }
    }

    private init(trusted description: String, pieces: [SharePiece]) {
        self.description = description
        self.pieces = pieces
    }

    /// The first scalar of a matching text, folded; nil when the pattern starts with a placeholder.
    var first: ShareScalar? {
        switch pieces.first {
        case .literal(let scalar): scalar
        case .archive: ShareScalar("a")
        default: nil
        }
    }
}

extension SharePattern: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(try container.decode(String.self))
        } catch let error as SocialError {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a pattern: \(error.message)")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
