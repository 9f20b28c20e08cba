/// The name by which somebody is found, mentioned and addressed: unique, lower-case, permanent in form.
public struct Username: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Reads a name that is already known to be good, such as one from the database.
    public init(trusted: String) {
        description = trusted
    }

    /// Reads a name that somebody chose.
    /// - Throws: ``SocialError/Code/usernameInvalid``, ``SocialError/Code/usernameReserved`` or
    ///   ``SocialError/Code/usernameInappropriate``.
    public init(_ text: String, policy: UsernamePolicy = .standard) throws(SocialError) {
        guard Self.isWellFormed(text, lengths: policy.lengths) else {
            throw SocialError(
                .usernameInvalid,
                """
                A username has \(policy.lengths.lowerBound) to \(policy.lengths.upperBound) characters: \
                lower-case letters, digits and underscores, beginning with a letter.
                """,
                field: "username")
        }
        if policy.isReserved(text) {
            throw SocialError(
                .usernameReserved,
                "The username “\(text)” is kept for this community itself. Please choose another.",
                field: "username")
        }
        if policy.isInappropriate(text) {
            throw SocialError(
                .usernameInappropriate, "That username may offend. Please choose another.", field: "username")
        }
        description = text
    }

    private static func isWellFormed(_ text: String, lengths: ClosedRange<Int>) -> Bool {
        guard lengths.contains(text.utf8.count), let first = text.utf8.first, (97...122).contains(first)
        else {
            return false
        }
        return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
    }
}

/// Which usernames may be chosen.
public struct UsernamePolicy: Sendable {
    public var lengths: ClosedRange<Int>

    public static let standard = UsernamePolicy()

    /// - Parameter longest: 3 to 30; the standard is 20.
    public init(longest: Int = 20) {
        lengths = 3...min(max(longest, 3), 30)
    }
}

/// Whether a username can be had.
public struct UsernameAvailability: Sendable, Equatable, Codable {
    public var username: String
    public var available: Bool
    /// Why not, as the code of the error that choosing it would give.
    public var reason: SocialError.Code?

    public init(username: String, available: Bool, reason: SocialError.Code? = nil) {
        self.username = username
        self.available = available
        self.reason = reason
    }
}
