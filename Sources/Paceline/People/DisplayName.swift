import Foundation

/// The name that others see above what a person posts. It need not be unique.
///
/// 1 to 50 characters in any script. To keep one name from passing for another, each word is in one script, letters
/// have at most two marks, and invisible characters stand only where a script or an emoji needs them.
///
/// ```swift
/// let name = try DisplayName(typedName)
/// ```
public struct DisplayName: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Validates a chosen name. Names from the database are not validated again, since rules may have been added since.
    /// - Parameter community: the names that are reserved besides those of staff.
    /// - Throws: ``SocialError/Code/invalidValue`` or ``SocialError/Code/nameReserved``.
    public init(_ text: String, in community: CommunityNames = .none) throws(SocialError) {
        description = try TextRule.displayName.check(name: text, in: community)
    }
}

extension TextRule {
    /// Checks a name that others see: a display name, or a group's title. Applies ``check(_:)``, and rejects names that
    /// imitate others; see ``DisplayName``.
    /// - Parameter community: the names that are reserved besides those of staff.
    /// - Throws: ``SocialError/Code/invalidValue`` or ``SocialError/Code/nameReserved``, naming the field.
    package func check(name text: String, in community: CommunityNames) throws(SocialError) -> String {
        let name = try check(text)
        let scalars = Array(name.unicodeScalars)
        guard DisplayName.hasFewMarks(scalars) else {
            throw invalid("A name has at most two accents or other marks on a letter.")
        }
        guard DisplayName.needsItsInvisibles(scalars) else {
            throw invalid("The name contains an invisible character. Type it again.")
        }
        guard DisplayName.hasOneScriptPerWord(scalars) else {
            throw invalid("Write each word of the name in one alphabet.")
        }
        guard !DisplayName.isReserved(name, in: community) else {
            throw SocialError(
                .nameReserved, "The name “\(name)” is reserved. Choose another.", field: field)
        }
        return name
    }

    private func invalid(_ message: String) -> SocialError {
        SocialError(.invalidValue, message, field: field)
    }
}

extension DisplayName {
    /// Piles of marks would cover the lines above and below.
    fileprivate static func hasFewMarks(_ scalars: [Unicode.Scalar]) -> Bool {
        var (count, limit) = (0, 2)
        for scalar in scalars {
            if scalar.isStackingMark {
                count += 1
                if count > limit { return false }
            } else if !scalar.properties.isDefaultIgnorableCodePoint {
                (count, limit) = (marks(composedInto: scalar), markLimit(on: scalar))
            }
        }
        return true
    }

    private static func marks(composedInto scalar: Unicode.Scalar) -> Int {
        String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.count(where: \.isStackingMark)
    }

    /// Hebrew points, and syllables of Indic, Tibetan, Burmese and Khmer, are written with more than two marks.
    private static func markLimit(on scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x590...0x5FF, 0x900...0xDFF, 0xF00...0x109F, 0x1780...0x17FF: 4
        default: 2
        }
    }

    fileprivate static func hasOneScriptPerWord(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.split { !$0.isPartOfWord }.allSatisfy { Script.mayShareWord(Set($0.compactMap(Script.init))) }
    }
}

// Invisible characters: two names that differ only in these look the same.
extension DisplayName {
    fileprivate static func needsItsInvisibles(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.indices.allSatisfy { place in
            let scalar = scalars[place]
            guard scalar.isInvisible else { return true }
            let (before, after) = (scalars[..<place], scalars[(place + 1)...])
            switch scalar.value {
            case 0x200C, 0x180E: return joinsScript(before, after)
            case 0x200D: return joinsScript(before, after) || joinsEmoji(before, after)
            case 0xE0020...0xE007F: return belongsToFlag(before)
            default: return scalar.properties.isVariationSelector && hasVariations(before)
            }
        }
    }

    /// Joiners decide between the forms of cursive letters, and between conjuncts and plain letters around a virama.
    private static func joinsScript(
        _ before: ArraySlice<Unicode.Scalar>, _ after: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        guard let last = before.last else { return false }
        if last.properties.canonicalCombiningClass == .virama { return true }
        guard let next = after.first else { return false }
        return isCursive(last) && isCursive(next)
            || Script(last) == .indic && next.properties.canonicalCombiningClass == .virama
    }

    /// Arabic, Syriac, N’Ko, Mandaic, Mongolian and Adlam.
    private static func isCursive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x620...0x6D3, 0x6D5...0x6FF, 0x700...0x77F, 0x7C0...0x7FF, 0x840...0x85F, 0x870...0x8FF,
            0x1800...0x180A, 0x1810...0x18AF, 0x1E900...0x1E95F:
            scalar.isLetter || scalar.isStackingMark
        default: false
        }
    }

    /// Families, professions and the like are several emoji with joiners.
    private static func joinsEmoji(
        _ before: ArraySlice<Unicode.Scalar>, _ after: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        guard let last = before.last(where: { !$0.properties.isVariationSelector }), let next = after.first
        else { return false }
        return isEmoji(last) && isEmoji(next)
    }

    /// Whether it is an emoji by itself. Digits, `#` and `*` are so only in keycaps.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji && !scalar.isASCII
    }

    /// The flags of England, Scotland and Wales are a black flag and a spelling in tags.
    private static func belongsToFlag(_ before: ArraySlice<Unicode.Scalar>) -> Bool {
        before.last { !(0xE0020...0xE007F).contains($0.value) }?.value == 0x1F3F4
    }

    /// Emoji, keycaps, Han and Mongolian have forms to choose from.
    private static func hasVariations(_ before: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let last = before.last else { return false }
        let script = Script(last)
        return last.properties.isEmoji || script == .eastAsian || script == .other
    }
}
