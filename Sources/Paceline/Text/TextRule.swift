import Foundation

/// A validation rule for text that people enter: its length, and whether it may have several lines.
///
/// Lengths count characters as people see them (grapheme clusters). Since one cluster can contain any number of
/// combining marks, a text may have at most eight Unicode scalars for each permitted character.
///
/// ```swift
/// let bio = try TextRule.bio.check(typedText)
/// ```
public struct TextRule: Sendable {
    /// The field that errors name.
    public let field: String
    /// The permitted number of characters.
    public let length: ClosedRange<Int>
    /// Whether line breaks and tabs are allowed.
    public let allowsLines: Bool

    public init(field: String, length: ClosedRange<Int>, allowsLines: Bool = false) {
        self.field = field
        self.length = length
        self.allowsLines = allowsLines
    }

    /// A display name: 1 to 50 characters.
    public static let displayName = TextRule(field: "displayName", length: 1...50)
    /// A bio: up to 500 characters, in several lines.
    public static let bio = TextRule(field: "bio", length: 0...500, allowsLines: true)
    /// A full name: up to 100 characters.
    public static let fullName = TextRule(field: "fullName", length: 0...100)
    /// An email address: up to 254 characters.
    public static let email = TextRule(field: "email", length: 0...254)
    /// The name of an app or browser that signs in: 1 to 60 characters.
    public static let clientName = TextRule(field: "Client-Name", length: 1...60)
    /// The name of an access token: 1 to 50 characters.
    public static let tokenName = TextRule(field: "name", length: 1...50)
    /// The name of a passkey: 1 to 50 characters.
    public static let passkeyName = TextRule(field: "name", length: 1...50)
    /// The message of a request: up to 280 characters, in several lines.
    public static let requestMessage = TextRule(field: "message", length: 0...280, allowsLines: true)
    /// A comment: 1 to 500 characters, in several lines.
    public static let comment = TextRule(field: "text", length: 1...500, allowsLines: true)
    /// A workout's title: 1 to 100 characters.
    public static let workoutTitle = TextRule(field: "title", length: 1...100)
    /// The device or service that recorded a workout: 1 to 50 characters.
    public static let workoutSource = TextRule(field: "source", length: 1...50)
    /// Notes on a workout: up to 2,000 characters, in several lines.
    public static let workoutNotes = TextRule(field: "detail.notes", length: 0...2_000, allowsLines: true)
    /// A group's title: 1 to 50 characters.
    public static let groupTitle = TextRule(field: "title", length: 1...50)
    /// The reason of a moderator's decision: 1 to 1,000 characters, in several lines.
    public static let decisionReason = TextRule(field: "reason", length: 1...1_000, allowsLines: true)
    /// The name of an exercise: 1 to 100 characters.
    public static let exercise = TextRule(field: "detail.sets.exercise", length: 1...100)

    /// Checks a text and normalises it.
    /// - Returns: the text, trimmed and in composed form (NFC).
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    public func check(_ text: String) throws(SocialError) -> String {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping
        guard trimmed.unicodeScalars.allSatisfy(permits) else {
            throw SocialError(
                .invalidValue, "\(field) contains a control character. Remove it.", field: field)
        }
        guard length.contains(trimmed.count), trimmed.unicodeScalars.count <= length.upperBound * 8,
            length.lowerBound == 0 || !Self.isInvisible(trimmed)
        else {
            throw SocialError(
                .invalidValue,
                "\(field) must be \(length.lowerBound) to \(length.upperBound) characters long.", field: field
            )
        }
        return trimmed
    }

    /// Whether nothing is drawn for the text. Joiners are needed in emoji and some scripts, but a text made only of them
    /// is invisible.
    package static func isInvisible(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.isInvisible || $0.properties.isWhitespace }
    }

    private func permits(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x0D, 0x09, 0x2028, 0x2029: allowsLines
        // C0 and C1 controls, and the bidirectional overrides that can disguise text.
        case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}

extension StringProtocol {
    /// The text without leading and trailing characters that match.
    ///
    /// Foundation's `trimmingCharacters(in:)` converts to UTF-16 and back, which would dominate the cost of parsing a
    /// CSV field.
    package func trimming(_ isUnwanted: (Character) -> Bool) -> SubSequence {
        var trimmed = drop(while: isUnwanted)
        while let last = trimmed.last, isUnwanted(last) { trimmed.removeLast() }
        return trimmed
    }
}
