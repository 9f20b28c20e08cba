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
