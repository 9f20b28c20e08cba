import Foundation

/// A link by which people without accounts add each other as friends, each on their own device. Used with a
/// `LocalCommunity` of `PacelineLocal`.
///
/// ```swift
/// let card = try FriendCard(link: scannedText)
/// if await confirm("Add \(card.name)?") {
///     try await community.add(card, toFriendsOf: localPerson)
/// }
/// ```
///
/// It contains a name, which the person chose, a key, which is the SHA-256 of a secret of their device, and a code,
/// which follows from the key. The device can claim the code for the person's account on a server, and friends ask them
/// there by it: see ``AccountService/claimFriendCard(secret:)``.
public struct FriendCard: Hashable, Sendable {
    /// The name that the card gives its owner: the beginning of their display name, as much as fits in the link.
    public let name: String
    /// The code of a card, with ``FriendCode/cardLength`` characters. If an account has claimed it, a request with
    /// ``RequestDraft/Recipient/code(_:)`` asks this account.
    public let code: FriendCode
    /// The link, which opens the app or the web app of a server. The name and the key are in its fragment, which
    /// browsers do not send.
    ///
    /// For a QR code: `QRCode(card.link, correction: .low)`.
    public let link: String
    /// The SHA-256 of the device's secret.
    package let key: Data

    /// The most bytes of a link.
    public static let linkLimit = 1_000
    /// The most cards of one account on a server.
    public static let maxPerAccount = 10

    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - publicURL: without a slash at its end.
    package init(name: String, key: Data, publicURL: String) {
        let code = FriendCode(cardKey: key)
        func link(_ name: Substring) -> String {
            let fragment = [key, Data(name.utf8)].map(\.base64URLEncodedString).joined(separator: ".")
            return "\(publicURL)/add/\(code)#\(fragment)"
        }
        // A character, such as an emoji of a family, can have many bytes.
        var shown = name[...]
        while shown.count > 1, link(shown).utf8.count > Self.linkLimit || shown.last?.isWhitespace == true {
            shown.removeLast()
        }
        (self.name, self.key, self.code, self.link) = (String(shown), key, code, link(shown))
    }

    /// Reads a card that was scanned or pasted. Anyone can make one with any name: let the person confirm it.
    /// - Throws: ``SocialError/Code/tooLarge`` for more than ``linkLimit`` bytes, ``SocialError/Code/invalidValue`` for
    ///   what is no card, is incomplete or was changed, or if its name breaks the rules of ``DisplayName``, and
    ///   ``SocialError/Code/nameReserved``.
    public init(link: String) throws(SocialError) {
        let link = link.trimmingCharacters(in: .whitespacesAndNewlines)
        guard link.utf8.count <= Self.linkLimit else {
            throw SocialError(
                .tooLarge, "The link of a card has at most \(Self.linkLimit) bytes.", field: "card")
        }
        let parts = link.split(separator: "#", omittingEmptySubsequences: false)
        let path = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        guard path.count > 2, path[path.count - 2] == "add",
            let code = FriendCode(String(path[path.count - 1]))
        else { throw Self.invalid("This is not the card of a friend.") }
        guard code.isOnCard else {
            throw Self.invalid("This link is of an account. Sign in to add its owner.")
        }
        let values = parts.dropFirst().first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, values.count == 2, let key = Data(base64URLEncoded: values[0]),
            key.count == 32,
            FriendCode(cardKey: key) == code, let bytes = Data(base64URLEncoded: values[1]),
            let name = String(validating: bytes, as: UTF8.self)
        else { throw Self.invalid("This card is incomplete or was changed. Ask for it again.") }
        self.name = try DisplayName(name).description
        self.code = code
        self.key = key
        self.link = link
    }

    private static func invalid(_ message: String) -> SocialError {
        SocialError(.invalidValue, message, field: "card")
    }
}

/// A friend in a community of this device, who does not use it: their scores are pasted. Used with a `LocalCommunity`
/// of `PacelineLocal`.
///
/// ```swift
/// for friend in try await community.localFriends(of: localPerson) where !friend.hasCard {
///     show("\(friend.person.displayName) has no card, and will not be asked on the server.")
/// }
/// ```
public struct LocalFriend: Sendable, Equatable {
    /// The person, who exists in this community only.
    public var person: Person
    /// The code of their card, or the one that was typed.
    public var code: FriendCode
    /// Whether they were added with their card. Others stay local.
    public var hasCard: Bool

    /// Creates a friend. An app needs this only in its own tests and previews.
    public init(person: Person, code: FriendCode, hasCard: Bool) {
        self.person = person
        self.code = code
        self.hasCard = hasCard
    }
}
