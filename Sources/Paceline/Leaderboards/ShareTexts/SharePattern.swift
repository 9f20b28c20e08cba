/// How the share text of a game looks: its words as they are, and in braces what changes from text to text.
///
/// `Wordle {puzzle} {score}/{maximum}{hard}{grid:5}` reads `Wordle 1,234 4/6*` and the rows below it.
///
/// - Letters are compared without regard to case, if they are ASCII.
/// - A blank stands for one or more blanks of any kind.
/// - A line break stands for the end of the line, behind pictures if need be, and blank lines.
/// - What stands in square brackets may be missing.
/// - What the braces hold is a ``SharePiece``.
///
/// A pattern begins with a word or a picture, since that is what is looked for.
public struct SharePattern: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    let pieces: [SharePiece]

    /// - Throws: ``SocialError/Code/invalidValue`` telling what is wrong with the pattern.
    public init(_ description: String) throws(SocialError) {
        self.init(trusted: description, pieces: try SharePiece.pieces(of: description))
        guard first != nil else {
            throw SocialError(
                .invalidValue, "The pattern “\(description)” must begin with a word or a picture.")
        }
        guard pieces.contains(where: \.yieldsResult) else {
            throw SocialError(
                .invalidValue,
                "The pattern “\(description)” reads no result: it needs {score}, {time} or a board.")
        }
    }

    /// A pattern of the tables that come with the program.
    init(known description: String) {
        do {
            try self.init(description)
        } catch {
            preconditionFailure("A table of games holds a pattern that is wrong: \(error.message)")
        }
    }

    private init(trusted description: String, pieces: [SharePiece]) {
        self.description = description
        self.pieces = pieces
    }

    /// What the text begins with, folded; nil when the pattern does not say.
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
