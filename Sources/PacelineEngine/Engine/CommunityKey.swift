import Crypto
import Foundation
import Paceline

/// The community's secret key. It seals client tokens, authenticates nonces, and hashes names and ids that must not be
/// stored in plain text.
///
/// Each use has its own purpose, so that a value computed for one is not valid for another.
struct CommunityKey: Sendable {
    private let key: SymmetricKey
    static let tagLength = 16

    init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
    }

    func seal(_ client: KnownClient) -> String {
        let bytes =
            withUnsafeBytes(of: client.person.uuid.uuid, Array.init)
            + Position(at: client.issuedAt, id: client.id).bytes
        return Data(bytes + tag(Self.purpose(isTrusted: client.isTrusted), bytes)).base64URLEncodedString
    }

    /// The client of the token; nil if it is forged or has expired.
    func open(_ token: String, at now: Date) -> KnownClient? {
        guard token.utf8.count <= 128, let bytes = Data(base64URLEncoded: token).map(Array.init),
            bytes.count == 40 + Self.tagLength
        else { return nil }
        let content = Array(bytes.prefix(40))
        let isTrusted = [true, false].first { isTrusted in
            tag(Self.purpose(isTrusted: isTrusted), content)
                .isEqualInConstantTime(to: bytes.suffix(Self.tagLength))
        }
        guard let isTrusted, let position = Position(bytes: Array(content.suffix(24))) else { return nil }
        let person = content.withUnsafeBytes { Person.ID(UUID(uuid: $0.loadUnaligned(as: uuid_t.self))) }
        let issuedAt = Date(milliseconds: position.at)
        guard issuedAt.addingTimeInterval(KnownClient.lifetime) > now else { return nil }
        return KnownClient(person: person, id: position.id, issuedAt: issuedAt, isTrusted: isTrusted)
    }

    private static func purpose(isTrusted: Bool) -> String { isTrusted ? "trusted client" : "client" }

    /// A hash that reveals nothing to those who read the database without the key.
    func hash(_ purpose: String, _ text: String) -> [UInt8] { tag(purpose, Array(text.utf8)) }
    func hash(_ purpose: String, _ bytes: [UInt8]) -> [UInt8] { tag(purpose, bytes) }

    /// A hash that no one else can compute.
    func tag(_ purpose: String, _ bytes: [UInt8]) -> [UInt8] {
        var hmac = HMAC<SHA256>(key: key)
        hmac.update(data: Data("\(purpose)\n".utf8))
        hmac.update(data: bytes)
        return Array(hmac.finalize().prefix(Self.tagLength))
    }
}
