import Foundation
import Paceline

/// A nonce for Sign in with Apple, or a challenge for a passkey, that a server of this community made: 128 random bits,
/// the time, and a keyed hash of both.
///
/// Creating one stores nothing, so that strangers cannot fill the database. Only those that were used are stored.
struct IssuedNonce {
    let bytes: [UInt8]
    let expiresAt: Date

    /// What a nonce is for. One of another purpose counts as unknown.
    enum Purpose: String {
        case apple = "nonce"
        case passkey = "passkey challenge"
    }

    private static let randomLength = 16
    private static let contentLength = randomLength + 8
    private static let length = contentLength + CommunityKey.tagLength
    /// In seconds.
    private static let lifetime: TimeInterval = 600

    init(for purpose: Purpose, at now: Date, _ key: CommunityKey) {
        let content: [UInt8] =
            Array(Data(randomBytes: Self.randomLength))
            + withUnsafeBytes(of: now.milliseconds.bigEndian, Array.init)
        bytes = content + key.tag(purpose.rawValue, content)
        expiresAt = now.roundedToMilliseconds.addingTimeInterval(Self.lifetime)
    }

    /// Parses a nonce; nil if no server of this community made it for the purpose.
    init?(_ text: String, for purpose: Purpose, _ key: CommunityKey) {
        guard text.utf8.count <= 64, let bytes = Data(base64URLEncoded: text).map(Array.init),
            bytes.count == Self.length
        else { return nil }
        let content = Array(bytes.prefix(Self.contentLength))
        guard
            key.tag(purpose.rawValue, content).isEqualInConstantTime(
                to: bytes.dropFirst(Self.contentLength))
        else { return nil }
        let milliseconds = content.dropFirst(Self.randomLength).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        self.bytes = bytes
        expiresAt = Date(milliseconds: Int64(bitPattern: milliseconds)).addingTimeInterval(Self.lifetime)
    }

    var text: String { Data(bytes).base64URLEncodedString }
}
