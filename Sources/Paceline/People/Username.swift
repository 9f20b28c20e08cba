/// A person's unique name, for search, mentions and addresses.
///
/// 3 to 20 lower-case letters, digits and underscores, starting with a letter.
///
/// ```swift
/// do { _ = try Username(text) } catch { show(error.message) }
/// ```
public struct Username: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Creates a username without validating it, for values from the database.
    public init(trusted: String) {
        description = trusted
    }

    /// Validates a chosen name.
    /// - Throws: ``SocialError/Code/usernameInvalid``, ``SocialError/Code/usernameReserved`` or
    ///   ``SocialError/Code/usernameInappropriate``.
    public init(_ text: String, policy: UsernamePolicy = .standard) throws(SocialError) {
        guard Self.isWellFormed(text, lengths: policy.lengths) else {
            throw SocialError(
                .usernameInvalid,
                """
                A username has \(policy.lengths.lowerBound) to \(policy.lengths.upperBound) characters: \
                lower-case letters, digits and underscores, starting with a letter.
                """,
                field: "username")
        }
        if policy.isReserved(text) {
            throw SocialError(
                .usernameReserved,
                "The username “\(text)” is reserved. Choose another.",
                field: "username")
        }
        if policy.isInappropriate(text) { throw .usernameInappropriate }
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

/// The rules for new usernames.
///
/// ```swift
/// let isTooLong = text.count > UsernamePolicy.standard.lengths.upperBound
/// ```
public struct UsernamePolicy: Sendable {
    /// The permitted number of characters.
    public var lengths: ClosedRange<Int>

    /// 3 to 20 characters.
    public static let standard = UsernamePolicy()

    /// - Parameter longest: the most characters, clamped to 3 to 30.
    public init(longest: Int = 20) {
        lengths = 3...min(max(longest, 3), 30)
    }
}

/// Whether a username is available.
///
/// ```swift
/// let name = try await server.availability(ofUsername: "mira")
/// if !name.available { show(name.reason == .usernameTaken ? "Taken" : "Not allowed") }
/// ```
public struct UsernameAvailability: Sendable, Equatable, Codable {
    /// The username that was checked.
    public var username: String
    /// Whether the username is free and permitted.
    public var available: Bool
    /// The error that choosing the name would throw; nil when it is available.
    public var reason: SocialError.Code?

    public init(username: String, available: Bool, reason: SocialError.Code? = nil) {
        self.username = username
        self.available = available
        self.reason = reason
    }
}
