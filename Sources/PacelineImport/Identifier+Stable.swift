import Crypto
import Foundation
import Paceline

extension Identifier where Subject == Workout {
    /// Derives the id of an imported workout: a version 8 UUID (RFC 9562, section 5.8) from the HMAC-SHA-256 of the
    /// format and the record's id.
    ///
    /// Two people, such as a coach and an athlete, may import the same file. Without the owner's key, others can
    /// neither tell the record from the id nor find out by its id whether a record was imported.
    /// - Parameters:
    ///   - record: the record's id, unique in its program.
    ///   - format: the format of the record.
    ///   - importKey: the key of the owner's account.
    init(of record: String, in format: WorkoutFormat, importKey: String) {
        var hash = HMAC<SHA256>(key: SymmetricKey(data: Data(importKey.utf8)))
        hash.update(data: Data("paceline.import.\(format.rawValue)\u{0}\(record)".utf8))
        self.init(stable: hash.finalize())
    }

    /// Derives the id as before accounts had import keys: from the SHA-256 of the format, the owner and the record's
    /// id.
    init(formerlyOf record: String, in format: WorkoutFormat, owner: Person.ID) {
        var hash = SHA256()
        hash.update(data: Data("paceline.import.\(format.rawValue)\u{0}".utf8))
        withUnsafeBytes(of: owner.uuid.uuid) { hash.update(bufferPointer: $0) }
        hash.update(data: Data(record.utf8))
        self.init(stable: hash.finalize())
    }

    private init(stable hash: some Sequence<UInt8>) {
        var bytes = Array(hash.prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.init(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }
}
