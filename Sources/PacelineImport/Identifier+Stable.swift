import Crypto
import Foundation
import Paceline

extension Identifier where Subject == Workout {
    /// The id of a workout that another program keeps: a version 8 UUID (RFC 9562, section 5.8) from the SHA-256
    /// of the format, the owner and the record's id there.
    ///
    /// The owner is part of it because two people may hold the same file (a coach and an athlete), and an id
    /// belongs to one owner only.
    /// - Parameters:
    ///   - format: what gives the record its id.
    ///   - owner: whose workout it becomes.
    ///   - record: the record's id in the other program, unique there.
    init(of record: String, in format: WorkoutFormat, owner: Person.ID) {
        var hash = SHA256()
        hash.update(data: Data("paceline.import.\(format.rawValue)\u{0}".utf8))
        withUnsafeBytes(of: owner.uuid.uuid) { hash.update(bufferPointer: $0) }
        hash.update(data: Data(record.utf8))
        var bytes = Array(hash.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.init(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }
}
