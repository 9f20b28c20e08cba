// Shared by identifiers that are short texts, such as `wordle`. Others are UUIDs: see ``Identifier``.

extension LosslessStringConvertible where Self: Codable {
    /// Decodes a text.
    /// - Parameter failure: the description of the error for an invalid text.
    init(decodingText decoder: any Decoder, failure: String) throws {
        guard let value = Self(try String(from: decoder)) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: failure))
        }
        self = value
    }
}

extension String {
    /// Whether it is 1 to 32 lower-case letters, digits and underscores, starting with a letter.
    var isLowerCaseIdentifier: Bool {
        isIdentifier { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
    }

    /// Whether it is 1 to 32 letters and digits, starting with a lower-case letter.
    var isCamelCaseIdentifier: Bool {
        isIdentifier { (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) }
    }

    private func isIdentifier(ofBytes isAllowed: (UInt8) -> Bool) -> Bool {
        guard let first = utf8.first else { return false }
        return utf8.count <= 32 && (97...122).contains(first) && utf8.allSatisfy(isAllowed)
    }
}
