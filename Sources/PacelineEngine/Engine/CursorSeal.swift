import Crypto
import Foundation
import Paceline

/// Seals list positions into cursors that no one else can forge, and that work only for one viewer and one list.
struct CursorSeal: Sendable {
    private let key: SymmetricKey
    private static let tagLength = 16

    init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
    }

    /// - Parameters:
    ///   - position: the position of the last item, encoded by the list.
    ///   - list: the name of the list, including every filter.
    func seal(_ position: [UInt8], list: String, viewer: Person.ID) -> Cursor {
        let bytes = position + tag(position, list, viewer)
        return Cursor(Data(bytes).base64URLEncodedString)
    }

    /// - Throws: ``SocialError/Code/invalidCursor``.
    func open(_ cursor: Cursor, list: String, viewer: Person.ID) throws(SocialError) -> [UInt8] {
        guard cursor.description.utf8.count <= 512, let bytes = Data(base64URLEncoded: cursor.description),
            bytes.count >= Self.tagLength
        else { throw .invalidCursor }
        let position = Array(bytes.dropLast(Self.tagLength))
        guard tag(position, list, viewer).isEqualInConstantTime(to: bytes.suffix(Self.tagLength)) else {
            throw .invalidCursor
        }
        return position
    }

    private func tag(_ position: [UInt8], _ list: String, _ viewer: Person.ID) -> [UInt8] {
        var hmac = HMAC<SHA256>(key: key)
        withUnsafeBytes(of: viewer.uuid.uuid) { hmac.update(data: $0) }
        // The length prefix separates the list name from the position.
        withUnsafeBytes(of: UInt32(list.utf8.count).bigEndian) { hmac.update(data: $0) }
        hmac.update(data: Data(list.utf8))
        hmac.update(data: position)
        return Array(hmac.finalize().prefix(Self.tagLength))
    }
}

extension [UInt8] {
    /// Compares all bytes, so that the time does not reveal where the first difference is.
    func isEqualInConstantTime(to other: some Collection<UInt8>) -> Bool {
        count == other.count && zip(self, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// A position in a list that is sorted by an instant and then by an identifier.
struct Position: Equatable, Sendable {
    let at: Int64
    let id: UUID

    init(at: Date, id: UUID) {
        self.at = at.milliseconds
        self.id = id
    }

    init?(bytes: [UInt8]) {
        guard bytes.count == 24 else { return nil }
        (at, id) = bytes.withUnsafeBytes {
            (
                Int64(bigEndian: $0.loadUnaligned(as: Int64.self)),
                UUID(uuid: $0.loadUnaligned(fromByteOffset: 8, as: uuid_t.self))
            )
        }
    }

    var bytes: [UInt8] {
        withUnsafeBytes(of: at.bigEndian, Array.init) + withUnsafeBytes(of: id.uuid, Array.init)
    }
}
