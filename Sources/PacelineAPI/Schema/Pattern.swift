import Paceline

/// A regular expression for the document, and an equivalent check in Swift for the server, which is much faster. A test
/// checks that the two agree.
public struct Pattern: Sendable {
    /// In the syntax of ECMA-262.
    public let expression: String
    /// Completes the error "… must be".
    public let expectation: String
    /// The error's code if a value does not match.
    public let code: SocialError.Code
    let accepts: @Sendable (String) -> Bool

    init(
        _ expression: String, _ expectation: String, code: SocialError.Code = .invalidValue,
        accepts: @escaping @Sendable (String) -> Bool
    ) {
        self.expression = expression
        self.expectation = expectation
        self.code = code
        self.accepts = accepts
    }
}

extension Pattern {
    /// `20261121` or `2026-11-21`. Decoding checks whether the day exists.
    static let day = Pattern(#"^\d{4}(\d{4}|-\d{2}-\d{2})$"#, "a day such as 20261121") { text in
        let bytes = Array(text.utf8)
        guard bytes.count == 8 || bytes.count == 10 else { return false }
        return bytes.enumerated().allSatisfy { place, byte in
            bytes.count == 10 && (place == 4 || place == 7)
                ? byte == UInt8(ascii: "-") : (48...57).contains(byte)
        }
    }

    /// The longest form that any configuration allows. The server's policy sets the actual maximum length.
    static let username = Pattern(
        "^[a-z][a-z0-9_]{2,29}$",
        "3 to 20 lower-case letters, digits and underscores, beginning with a letter", code: .usernameInvalid
    ) { text in
        let bytes = text.utf8
        guard (3...30).contains(bytes.count), let first = bytes.first, (97...122).contains(first) else {
            return false
        }
        return bytes.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
    }

    static let workoutType = Pattern(
        "^[a-z][A-Za-z0-9]{0,31}$", "a sport in lower camel case, such as rowing"
    ) {
        WorkoutType(rawValue: $0) != nil
    }

    static let personReference = Pattern(
        #"^(me|@[\s\S]{0,63}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$"#, "an id, @username or me"
    ) {
        PersonReference($0) != nil
    }

    /// A version in an `ETag`, with a hash or without.
    static let entityTag = Pattern(#"^"-?\d{1,18}(\.[0-9a-f]{24})?"$"#, "one ETag") {
        Version(entityTag: $0) != nil
    }

    /// An event's position, as in its `id`.
    static let logPosition = Pattern(
        #"^\d{1,19}-\d{1,19}(-[0-9a-z]{1,16})?$"#, "the id of an event, such as 0-1024-k3x9m2ab"
    ) {
        LogPosition($0) != nil
    }

    /// The value of `Idempotency-Key`.
    static let idempotencyKey = Pattern("^[!-~]{1,255}$", "1 to 255 visible ASCII characters") { text in
        (1...IdempotencyKey.longest).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// 32 bytes in base64url, with or without padding.
    static let deviceSecret = Pattern("^[A-Za-z0-9_-]{43}=?$", "32 random bytes in base64url") { text in
        let bytes = Array(text.utf8)
        guard bytes.count == 43 || bytes.count == 44 && bytes.last == UInt8(ascii: "=") else { return false }
        return bytes.prefix(43).allSatisfy(isBase64URL)
    }

    /// Bytes in base64url without padding.
    static let base64URL = Pattern(
        "^([A-Za-z0-9_-]{4})*([A-Za-z0-9_-]{2,3})?$", "base64url without padding"
    ) { text in
        text.utf8.count % 4 != 1 && text.utf8.allSatisfy(isBase64URL)
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
