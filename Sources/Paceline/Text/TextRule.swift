import Foundation

/// What a piece of text written by a person must be: trimmed, without invisible control, and within its length.
///
/// Lengths count characters as people see them (grapheme clusters); since one of those can hold any number of
/// combining marks, at most eight Unicode scalars per permitted character are allowed on top.
public struct TextRule: Sendable {
    public let field: String
    public let length: ClosedRange<Int>
    public let allowsLines: Bool

    public init(field: String, length: ClosedRange<Int>, allowsLines: Bool = false) {
        self.field = field
        self.length = length
        self.allowsLines = allowsLines
    }

    public static let displayName = TextRule(field: "displayName", length: 1...50)
    public static let bio = TextRule(field: "bio", length: 0...500, allowsLines: true)
    public static let fullName = TextRule(field: "fullName", length: 0...100)
    public static let requestMessage = TextRule(field: "message", length: 0...280, allowsLines: true)
    public static let comment = TextRule(field: "text", length: 1...500, allowsLines: true)
    public static let workoutTitle = TextRule(field: "title", length: 1...100)
    public static let workoutSource = TextRule(field: "source", length: 1...50)
    public static let workoutNotes = TextRule(field: "detail.notes", length: 0...2_000, allowsLines: true)
    public static let groupTitle = TextRule(field: "title", length: 1...50)
    public static let exercise = TextRule(field: "detail.sets.exercise", length: 1...100)

    /// - Returns: the text trimmed and in composed form.
    /// - Throws: ``SocialError/Code/invalidValue`` naming the field.
    public func check(_ text: String) throws(SocialError) -> String {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping
        guard trimmed.unicodeScalars.allSatisfy(permits) else {
            throw SocialError(
                .invalidValue, "\(field) holds a control character that cannot be shown.", field: field)
        }
        guard length.contains(trimmed.count), trimmed.unicodeScalars.count <= length.upperBound * 8,
            length.lowerBound == 0 || trimmed.unicodeScalars.contains(where: Self.isSeen)
        else {
            throw SocialError(
                .invalidValue,
                "\(field) must be \(length.lowerBound) to \(length.upperBound) characters long.", field: field
            )
        }
        return trimmed
    }

    /// Joiners and the like are parts of emoji and of some scripts, but nobody sees a text of them alone.
    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
    }

    private func permits(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x0D, 0x09, 0x2028, 0x2029: allowsLines
        // C0 and C1 controls, and the bidirectional overrides with which text can disguise itself.
        case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}

extension StringProtocol {
    /// The text without the characters at both ends that are of a kind, such as blanks.
    ///
    /// Foundation's `trimmingCharacters(in:)` converts the text to UTF-16 and back first, which is most of the time
    /// that reading a field of a table takes.
    package func trimming(_ isUnwanted: (Character) -> Bool) -> SubSequence {
        var trimmed = drop(while: isUnwanted)
        while let last = trimmed.last, isUnwanted(last) { trimmed.removeLast() }
        return trimmed
    }
}
