import Foundation

/// A code that replaces a lost password or device: 25 random characters, worth 122 bits.
///
/// A person writes down ten of them and uses each once. Only its hash is stored.
///
/// ```swift
/// guard let code = RecoveryCode(text) else { return show("Recovery codes have 25 characters.") }
/// ```
public struct RecoveryCode: Hashable, Sendable, LosslessStringConvertible {
    /// Five groups of five characters, such as `7K3QX-…`.
    public let description: String

    /// The number of characters, without dashes.
    public static let length = 25
    private static let groupLength = 5

    /// Parses a code, ignoring case, spaces and dashes.
    public init?(_ description: String) {
        guard description.utf8.count <= 100, description.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let characters = description.uppercased().filter { $0 != " " && $0 != "-" }
        guard characters.count == Self.length, characters.allSatisfy(FriendCode.alphabet.contains) else {
            return nil
        }
        self.init(characters: Array(characters))
    }

    /// Creates a random code. It is a secret, so it comes from the system.
    package init() {
        var random = SystemRandomNumberGenerator()
        self.init(
            characters: (0..<Self.length).map { _ in FriendCode.alphabet.randomElement(using: &random) ?? "2"
            })
    }

    private init(characters: [Character]) {
        description = stride(from: 0, to: Self.length, by: Self.groupLength)
            .map { String(characters[$0..<$0 + Self.groupLength]) }.joined(separator: "-")
    }
}

/// New recovery codes. They are shown once: the server keeps only their hashes.
///
/// ```swift
/// let codes = try await session.createRecoveryCodes()
/// print(codes.items.joined(separator: "\n"))
/// ```
public struct RecoveryCodes: Sendable, Equatable, Codable {
    /// The number of codes that are created together.
    public static let count = 10

    /// The codes; see ``RecoveryCode``.
    public var items: [String]
    /// When they were created.
    public var createdAt: Date

    public init(items: [String], createdAt: Date) {
        self.items = items
        self.createdAt = createdAt
    }
}

/// How many recovery codes an account has left.
///
/// ```swift
/// if try await session.recoveryCodes().unusedCount < 3 { offerNewCodes() }
/// ```
public struct RecoveryCodesStatus: Sendable, Equatable, Codable {
    /// The number of unused codes, at most ``RecoveryCodes/count``.
    public var unusedCount: Int
    /// When the codes were created; nil if there are none.
    public var createdAt: Date?

    public init(unusedCount: Int, createdAt: Date? = nil) {
        self.unusedCount = unusedCount
        self.createdAt = createdAt
    }
}

/// A recovery code with the password or the device's secret to have from now on: exactly one of the two.
///
/// ```swift
/// let signedIn = try await server.recover(Recovery(code: code, newPassword: password))
/// ```
public struct Recovery: Sendable, Equatable, Codable {
    /// A recovery code, or the code of an administrator's link. Case, spaces and dashes don't matter.
    public var code: String
    /// The new password, of 8 to 256 characters.
    public var newPassword: String?
    /// The new secret, made by ``Credential/newDeviceSecret()``.
    public var newDeviceSecret: String?

    public init(code: String, newPassword: String) {
        self.code = code
        self.newPassword = newPassword
    }

    public init(code: String, newDeviceSecret: String) {
        self.code = code
        self.newDeviceSecret = newDeviceSecret
    }
}
